import { collateralFor, type LoanTermsOutput, loanProblem } from '@tessera/api/loans';
import { useTexts } from '@tessera/i18n';
import { min } from '@tessera/money';
import { Card, Heading, KeyValue, Stack, Text, useLocale } from '@tessera/ui';
import { AmountInput, SegmentedControl, Select, useEntries } from '@tessera/ui/forms';
import { Cost } from './Cost.tsx';
import { figure } from './figures.ts';
import { useRuleText } from './use-rule-text.ts';

type Loan = { readonly limit: string; readonly day_rate: string };
type Offer = Loan & { readonly id: string; readonly label: string };

type Props = {
  readonly terms: LoanTermsOutput;
  /** What the user can borrow; null where that is nothing, or not known. */
  readonly own: Loan | null;
};

/** An offer for each level that can borrow, and the one of market makers. */
const offersOf = ({ levels, maker }: LoanTermsOutput): ReadonlyArray<Loan & { readonly level: number | null }> => [
  ...levels.flatMap(({ level, loan }) => (loan ? [{ level, ...loan }] : [])),
  { level: null, ...maker },
];

/** Amount, term, collateral and level: what a loan would cost, within what the level lends. Makes no request. */
export function Calculator({ terms, own }: Props) {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const ruleText = useRuleText(terms);
  const offers = offersOf(terms).map(
    ({ level, ...loan }): Offer => ({
      id: String(level ?? 'maker'),
      label: level === null ? t('maker') : t('levelValue', { level }),
      ...loan,
    }),
  );
  const mine = offers.find(({ limit, day_rate }) => limit === own?.limit && day_rate === own.day_rate) ?? offers[0];
  const { values, set, field } = useEntries(() => ({
    amount: terms.min_amount as string,
    days: '30',
    currency: terms.currencies[0]?.currency ?? 'BTC',
    offerId: null as string | null,
  }));
  const { amount, days, currency, offerId } = values;
  const offer = offers.find(({ id }) => id === offerId) ?? mine;
  const coin = terms.currencies.find((each) => each.currency === currency);
  const price = coin?.price ?? null;
  const needed = amount !== '' && coin && price ? collateralFor(amount, terms.initial_ratio, price, coin.scale) : '0';
  const problem = loanProblem(
    { amount, days: days === '' ? null : Number(days), collateral: needed },
    { ...terms, level_limit: offer?.limit ?? null, price, collateral_scale: coin?.scale ?? 0 },
  );
  // The collateral is what it takes, whatever the user has.
  const valid = problem === null || problem.field === 'collateral';
  const errorOf = (name: 'amount' | 'days', typed: string) =>
    typed !== '' && problem?.field === name ? ruleText(problem) : null;
  return (
    <Card gap={3} aria-label={t('calculate')}>
      <Heading size={16}>{t('calculate')}</Heading>
      <AmountInput
        label={t('amount')}
        unit="USDT"
        scale={terms.scale}
        {...field('amount')}
        error={errorOf('amount', amount)}
        helper={offer && `${t('limit')} ${figure(min(terms.max_amount, offer.limit), 0, locale, 'USDT')}`}
      />
      <AmountInput label={t('term')} scale={0} {...field('days')} error={errorOf('days', days)} />
      <Stack gap={1}>
        <Text as="span" tone="normal" aria-hidden="true">
          {t('collateral')}
        </Text>
        <SegmentedControl
          label={t('collateral')}
          options={terms.currencies.map((each) => ({ value: each.currency, label: each.currency }))}
          value={currency}
          onChange={(chosen) => set({ currency: chosen })}
        />
      </Stack>
      <Select
        label={t('level')}
        options={offers.map(({ id, label }) => ({ value: id, label }))}
        value={offer?.id ?? null}
        onChange={(chosen) => set({ offerId: chosen })}
      />
      {valid && coin && offer && (
        <>
          <KeyValue
            items={[{ label: t('needed'), value: figure(needed, coin.scale, locale, currency), strong: true }]}
          />
          <Cost
            terms={terms}
            amount={amount}
            days={Number(days)}
            dayRate={offer.day_rate}
            currency={currency}
            collateral={needed}
          />
        </>
      )}
    </Card>
  );
}
