import { type BetDetail, useBet, useDispute, useRound } from '@tessera/api/quiz';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDateTime, isNegative } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Button, KeyValue, Loaded, Sheet, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from './Quiz.module.css';
import { RoundDetails } from './RoundDetails.tsx';
import { useQuizTexts } from './use-quiz-texts.ts';

type SheetProps = { readonly id: string; readonly open: boolean; readonly onClose: () => void };

const LIVE_EVERY = 5_000;

/** A round in a sheet. */
export function RoundSheet({ id, open, onClose }: SheetProps) {
  const t = useTexts('community/quiz');
  const query = useRound({ id }, { refetchInterval: LIVE_EVERY });
  return (
    <Sheet open={open} onClose={onClose} title={t('details')}>
      <Loaded query={query} compact>
        {(data) => <RoundDetails round={data} />}
      </Loaded>
    </Sheet>
  );
}

/** Lets a user who has bet say that the proposed answer is wrong. */
function Dispute({ bet }: { readonly bet: BetDetail }) {
  const t = useTexts('community/quiz');
  const [text, setText] = useState('');
  const [sent, setSent] = useState(bet.disputed);
  const { run, busy } = useDispute({
    onDone: () => setSent(true),
    onRejected: (error) => showToast(problemText(error), 'error'),
  });
  const until = bet.round.question?.proposal?.disputable_until ?? 0;
  if (bet.round.state !== 'open' || serverNow() >= until) return null;
  if (sent) return <p role="status">{t('dispute.sent')}</p>;
  return (
    <Stack as="section" gap={3}>
      <TextInput label={t('dispute.label')} value={text} onChange={setText} maxLength={1_000} />
      <Button
        block
        variant="secondary"
        busy={busy}
        disabled={text.trim().length < 10}
        onClick={() => run({ id: bet.round.id, text })}
      >
        {t('dispute.send')}
      </Button>
    </Stack>
  );
}

/** A bet in a sheet, with its round and every price that decided it. */
export function BetDetailSheet({ id, open, onClose }: SheetProps) {
  const t = useTexts('community/quiz');
  const locale = useLocale();
  const texts = useQuizTexts();
  const query = useBet({ id });
  return (
    <Sheet open={open} onClose={onClose} title={t('guess')}>
      <Loaded query={query} compact>
        {(data) => (
          <Stack gap={3}>
            <Stack gap={1} items="center">
              <Text as="span">{t(`status.${data.status}`)}</Text>
              <strong className={styles.big} data-status={data.status}>
                {data.profit === null
                  ? texts.amount(data.number, data)
                  : `${isNegative(data.profit) ? '' : '+'}${texts.amount(data.profit, data)}`}
              </strong>
            </Stack>
            <KeyValue
              items={[
                { label: t('guess'), value: texts.outcome(data.outcome, data.round) },
                { label: t('stake'), value: texts.amount(data.number, data) },
                ...(data.payout === null ? [] : [{ label: t('bonus'), value: texts.amount(data.payout, data) }]),
                { label: t('placedAt'), value: formatDateTime(data.created_at, locale) },
                { label: t('number'), value: data.id },
              ]}
            />
            <Dispute bet={data} />
            <RoundDetails round={data.round} />
          </Stack>
        )}
      </Loaded>
    </Sheet>
  );
}
