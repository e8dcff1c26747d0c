import { collateralFor, type LoanTermsOutput } from '@tessera/api/loans';
import { useTexts } from '@tessera/i18n';
import { isPositive } from '@tessera/money';
import { Card, Heading, KeyValue, Stack, Text, useLocale } from '@tessera/ui';
import { AmountInput, SegmentedControl, Select, useEntries } from '@tessera/ui/forms';
import { Cost } from './Cost.tsx';
import { figure } from './figures.ts';

type Offer = { readonly id: string; readonly label: string; readonly day_rate: string };

/** Amount, term, collateral and level: what a loan would cost. Makes no request. */
export function Calculator({ terms, level }: { readonly terms: LoanTermsOutput; readonly level: number | null }) {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const offers: readonly Offer[] = terms.levels.flatMap(({ level: of, loan }) =>
    loan ? [{ id: String(of), label: t('levelValue', { level: of }), day_rate: loan.day_rate }] : [],
  );
  const own = offers.find(({ id }) => id === String(level)) ?? offers[0];
  const { values, set, field } = useEntries(() => ({
    amount: terms.min_amount as string,
    days: '30',
    currency: terms.currencies[0]?.currency ?? 'BTC',
    offerId: null as string | null,
  }));
  const { amount, days, currency, offerId } = values;
  const offer = offers.find(({ id }) => id === offerId) ?? own;
  const coin = terms.currencies.find((each) => each.currency === currency);
  const price = coin?.price ?? null;
  const valid = amount !== '' && isPositive(amount) && days !== '';
  const needed = valid && coin && price ? collateralFor(amount, terms.initial_ratio, price, coin.scale) : '0';
  return (
    <Card gap={3} aria-label={t('calculate')}>
      <Heading size={16}>{t('calculate')}</Heading>
      <AmountInput label={t('amount')} unit="USDT" scale={terms.scale} {...field('amount')} />
      <AmountInput label={t('term')} scale={0} {...field('days')} />
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
