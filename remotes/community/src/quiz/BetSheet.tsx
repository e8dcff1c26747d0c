import { useBarred } from '@tessera/api/identity';
import { estimateOf, prizeOf, type Round, stakeProblem, usePlaceBet, useRound } from '@tessera/api/quiz';
import { useTexts } from '@tessera/i18n';
import { add, formatMoment, isZero } from '@tessera/money';
import { Button, KeyValue, Sheet, Stack, Text, useLocale } from '@tessera/ui';
import { Approval } from '@tessera/ui/approval';
import { Explained, formulaOf } from '@tessera/ui/content';
import { AmountInput } from '@tessera/ui/forms';
import { definePurchase } from '@tessera/ui/purchase';
import type { Result } from '@tessera/ui/result';
import { useLivePools } from './use-live-pools.ts';
import { useQuizTexts } from './use-quiz-texts.ts';

/** ms between two reads of the round. */
const READ_EVERY = 3_000;

/** A stake on an outcome of a round. */
const betPurchase = definePurchase({
  start: () => ({ amount: '' }),
  terms: ({ currency, scale, min_number, max_number }: Round) => ({
    currency,
    scale,
    min: min_number,
    max: max_number,
  }),
  problem: ({ amount }, { min_number, max_number, user_cap, scale }) =>
    stakeProblem(amount, { min: min_number, max: max_number, left: user_cap, scale }),
});

export type BetSheetProps = {
  readonly open: boolean;
  readonly round: Round;
  readonly outcome: number;
  readonly onClose: () => void;
  readonly onPlaced: (result: Result) => void;
};

/** A stake on an outcome: what it would be paid as the pool stands, confirmed like every payment. */
export default function BetSheet({ open, round: chosenRound, outcome, onClose, onPlaced }: BetSheetProps) {
  const t = useTexts('community/quiz');
  const texts = useQuizTexts();
  // The pool goes on while the sheet is open.
  const { data: read } = useRound({ id: chosenRound.id }, { refetchInterval: READ_EVERY });
  const live = useLivePools(chosenRound.kind);
  const round = live(read ?? chosenRound);
  const locale = useLocale();
  const chosen = round.outcomes[outcome - 1];
  const { scale, rake } = round;
  const pools = round.outcomes.map(({ staked }) => staked);
  const barred = useBarred(round.countries);
  const purchase = betPurchase.usePurchase({
    offer: round,
    spending: { braked: true },
    closed: barred ? t('areaPrice') : null,
    command: usePlaceBet,
    subject: round.id,
    toInput: ({ entered }, approved) => ({ round_id: round.id, outcome, number: entered.amount, ...approved }),
    way: 'POST /quiz/bet',
    // The page offers to repeat it.
    onUnresolved: onClose,
    onDone: (_, { number }) =>
      onPlaced({
        title: t('placed'),
        amount: texts.amount(number, round),
        items: [
          ...(chosen ? [{ label: t('guess'), value: texts.outcome(chosen, round) }] : []),
          { label: t('ifRight'), value: texts.amount(estimateOf(pools, outcome, number, rake, scale), round) },
          { label: t('closesAt'), value: formatMoment(round.closes_at, locale) },
          { label: t('decidesAt'), value: formatMoment(round.decides_at, locale) },
        ],
        next: [t('ifRightNote')],
      }),
  });
  const { amount, refusal, ready, sheet } = purchase;
  const confirming = sheet.open;
  if (!chosen) return null;
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
  return (
    <Sheet open={open} onClose={onClose} title={texts.outcome(chosen, round)}>
      <Stack gap={3}>
        <Text>{texts.ask(round)}</Text>
        {confirming ? (
          <KeyValue items={[{ label: t('stake'), value: texts.amount(amount, round), strong: true }, right]} />
        ) : (
          <>
            <AmountInput
              {...purchase.field}
              label={t('stake')}
              percentages={[10, 25, 50]}
              helper={t('limits', {
                min: texts.amount(round.min_number, round),
                max: texts.amount(round.max_number, round),
                cap: texts.amount(round.user_cap, round),
              })}
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
        <Text tone="warn">{t('risk')}</Text>
        {!confirming && refusal !== null && (
          <Text tone="warn" role="status">
            {refusal}
          </Text>
        )}
        {!confirming && refusal === null && (
          <Button block size="l" disabled={!ready} onClick={() => purchase.submit()}>
            {t('continue')}
          </Button>
        )}
        {confirming && <Approval {...sheet} />}
      </Stack>
    </Sheet>
  );
}
