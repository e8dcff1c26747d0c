import { useBarred } from '@tessera/api/identity';
import { estimateOf, prizeOf, type Round, stakeProblem, usePlaceBet, useRound } from '@tessera/api/quiz';
import { useAccountBalances, useSpendingRefusal } from '@tessera/api/wallet';
import { ruleText, useTexts } from '@tessera/i18n';
import { add, isZero } from '@tessera/money';
import { Button, KeyValue, Sheet, showToast } from '@tessera/ui';
import { Approval, useApproval } from '@tessera/ui/approval';
import { Explained, formulaOf } from '@tessera/ui/content';
import { AmountInput } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from './Quiz.module.css';
import { useLivePools } from './use-live-pools.ts';
import { useQuizTexts } from './use-quiz-texts.ts';

/** ms between two reads of the round. */
const READ_EVERY = 3_000;

export type BetSheetProps = {
  readonly open: boolean;
  readonly round: Round;
  readonly outcome: number;
  readonly onClose: () => void;
  readonly onPlaced: () => void;
};

/** A stake on an outcome: what it would be paid as the pool stands, confirmed like every payment. */
export default function BetSheet({ open, round: chosenRound, outcome, onClose, onPlaced }: BetSheetProps) {
  const t = useTexts('quiz');
  const texts = useQuizTexts();
  // The pool goes on while the sheet is open.
  const { data: read } = useRound({ id: chosenRound.id }, { refetchInterval: READ_EVERY });
  const live = useLivePools(chosenRound.kind);
  const round = live(read ?? chosenRound);
  const barred = useBarred(round.countries);
  const balances = useAccountBalances();
  const [stake, setStake] = useState('');
  const { ask, sheet } = useApproval({
    command: usePlaceBet,
    subject: round.id,
    toInput: (number: string, approved) => ({ round_id: round.id, outcome, number, ...approved }),
    way: 'POST /quiz/bet',
    // The page offers to repeat it.
    repeats: true,
    onUnresolved: onClose,
    onDone() {
      showToast(t('placed'), 'success');
      onPlaced();
    },
  });
  const confirming = sheet.open;
  const spending = useSpendingRefusal(round.currency, { amount: stake === '' ? null : stake, braked: true });
  const chosen = round.outcomes[outcome - 1];
  if (!chosen) return null;
  const { scale, rake, currency_id } = round;
  const available = balances.data?.list.find((held) => held.currency_id === currency_id)?.available;
  const pools = round.outcomes.map(({ staked }) => staked);
  const amount = stake === '' ? '0' : stake;
  const problem = stakeProblem(amount, {
    min: round.min_number,
    max: round.max_number,
    left: round.user_cap,
    scale,
    ...(available !== undefined && { available }),
  });
  const after = pools.map((each, place) => (place === outcome - 1 ? add(each, amount) : each));
  const division = prizeOf(after, outcome, rake, scale);
  const right = {
    label: t('ifRight'),
    value: isZero(amount) ? '–' : texts.amount(estimateOf(pools, outcome, amount, rake, scale), round),
  };
  const explained = formulaOf(right, [
    { label: t('stake'), value: texts.amount(amount, round) },
    '×',
    { label: t('prize'), value: texts.amount(division.prize, round) },
    '/',
    { label: t('winning'), value: texts.amount(division.winning, round) },
  ]);
  const shown = stake !== '' && problem ? ruleText(problem) : (spending.overLimit ?? undefined);
  const refusal = barred ? t('areaPrice') : spending.refused;
  return (
    <Sheet open={open} onClose={onClose} title={texts.outcome(chosen, round)}>
      <div className={styles.stack}>
        <p className={styles.weak}>{texts.ask(round)}</p>
        {confirming ? (
          <KeyValue items={[{ label: t('stake'), value: texts.amount(amount, round), strong: true }, right]} />
        ) : (
          <>
            <AmountInput
              label={t('stake')}
              unit={round.currency}
              scale={scale}
              value={stake}
              onChange={setStake}
              error={shown}
              helper={t('limits', {
                min: texts.amount(round.min_number, round),
                max: texts.amount(round.max_number, round),
                cap: texts.amount(round.user_cap, round),
              })}
              {...(available !== undefined && { balance: available, percentages: [10, 25, 50] })}
              name="number"
            />
            <KeyValue
              items={[
                {
                  label: right.label,
                  value: (
                    <Explained
                      title={right.label}
                      value={right.value}
                      {...explained}
                      note={`${t('ifRightNote')} ${t('hidden')}`}
                    />
                  ),
                  strong: true,
                },
                { label: t('ifWrong'), value: isZero(amount) ? '–' : `−${texts.amount(amount, round)}` },
                ...(isZero(rake) ? [] : [{ label: t('rake'), value: texts.amount(division.rake, round) }]),
              ]}
            />
          </>
        )}
        <p className={styles.risk}>{t('risk')}</p>
        {!confirming && refusal !== null && (
          <p className={styles.risk} role="status">
            {refusal}
          </p>
        )}
        {!confirming && refusal === null && (
          <Button block size="l" disabled={problem !== null || spending.overLimit !== null} onClick={() => ask(amount)}>
            {t('continue')}
          </Button>
        )}
        {confirming && <Approval {...sheet} />}
      </div>
    </Sheet>
  );
}
