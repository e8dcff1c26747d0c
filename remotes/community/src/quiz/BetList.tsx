import { type Bet, useBets } from '@tessera/api/quiz';
import { useTexts } from '@tessera/i18n';
import { formatDateTime, isNegative } from '@tessera/money';
import { useSession } from '@tessera/session';
import { Badge, EmptyState, LogInFirst, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import styles from './Quiz.module.css';
import { STATUS_TONES, useQuizTexts } from './use-quiz-texts.ts';

function BetRow({ bet, onOpen }: { readonly bet: Bet; readonly onOpen: (id: string) => void }) {
  const t = useTexts('community/quiz');
  const locale = useLocale();
  const texts = useQuizTexts();
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(bet.id)}>
      <span className={styles.rowMain}>
        <strong>{texts.outcome(bet.outcome, bet)}</strong>
        <Text as="span">{texts.ask(bet)}</Text>
        <Text as="span">{formatDateTime(bet.created_at, locale)}</Text>
      </span>
      <span className={styles.rowEnd}>
        <Badge tone={STATUS_TONES[bet.status]}>{t(`status.${bet.status}`)}</Badge>
        <strong data-status={bet.status} className={styles.figure}>
          {bet.profit === null
            ? texts.amount(bet.number, bet)
            : `${isNegative(bet.profit) ? '' : '+'}${texts.amount(bet.profit, bet)}`}
        </strong>
      </span>
    </button>
  );
}

/** The user's bets: guessed right, missed, open. */
export function BetList({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const t = useTexts('community/quiz');
  const session = useSession();
  const query = useBets({}, { enabled: session !== null });
  if (!session) {
    return <LogInFirst />;
  }
  return (
    <PagedList
      label={t('tab.mine')}
      query={query}
      row={(bet) => (
        <li>
          <BetRow bet={bet} onOpen={onOpen} />
        </li>
      )}
      empty={<EmptyState illustration="chart" title={t('empty.bets')} text={t('empty.betsText')} />}
    />
  );
}
