import type { ConversionQuote } from '@tessera/api/convert';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatRate } from '@tessera/money';
import { KeyValue, useLocale } from '@tessera/ui';
import { Explained, formulaOf } from '@tessera/ui/content';
import type { Side } from './convert-form.ts';

const RATE_DIGITS = 8;
const RATIO_DIGITS = 3;

type Props = { readonly quote: ConversionQuote; readonly from: Side; readonly to: Side; readonly isOld?: boolean };

/** What a quote pays and costs; each figure opens the formula behind it. */
export function QuoteFigures({ quote, from, to, isOld = false }: Props) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const figure = (value: string, digits: number) => formatAmount(value, digits, locale, { zeros: 'trimmed' });
  const inTarget = (value: string, digits = to.scale) => `${figure(value, digits)} ${to.code}`;
  const amount = { label: common('amount'), value: `${figure(quote.number, from.scale)} ${from.code}` };
  const market = { label: t('convert.marketRate'), value: inTarget(quote.market_rate, RATE_DIGITS) };
  const spread = { label: t('convert.spread'), value: formatRate(quote.spread, locale, RATIO_DIGITS) };
  const rate = { label: t('convert.rate'), value: inTarget(quote.rate, RATE_DIGITS) };
  const feeRate = { label: t('convert.feeRate'), value: formatRate(quote.fee_rate, locale, RATIO_DIGITS) };
  const fee = { label: common('fee'), value: inTarget(quote.fee) };
  const receive = { label: t('convert.receive'), value: inTarget(quote.receive) };
  return (
    <div data-old={isOld || undefined}>
      <KeyValue
        items={[
          {
            label: rate.label,
            value: (
              <Explained
                title={rate.label}
                value={`1 ${from.code} = ${rate.value}`}
                note={t('convert.rateNote')}
                {...formulaOf(rate, [market, '×', '(', { label: '1', value: '1' }, '−', spread, ')'])}
                entries={[market, spread]}
              />
            ),
          },
          {
            label: spread.label,
            value: (
              <Explained
                title={spread.label}
                value={spread.value}
                note={t('convert.spreadNote')}
                {...formulaOf(spread, [{ label: '1', value: '1' }, '−', rate, '÷', market])}
                entries={[rate, market]}
              />
            ),
          },
          {
            label: fee.label,
            value: (
              <Explained
                title={fee.label}
                value={fee.value}
                note={t('convert.feeNote')}
                {...formulaOf(fee, [amount, '×', rate, '×', feeRate])}
              />
            ),
          },
          {
            label: receive.label,
            value: (
              <Explained
                title={receive.label}
                value={receive.value}
                {...formulaOf(receive, [amount, '×', rate, '−', fee])}
              />
            ),
            strong: true,
          },
        ]}
      />
    </div>
  );
}
