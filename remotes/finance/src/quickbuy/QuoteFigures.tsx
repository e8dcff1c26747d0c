import type { BuyQuote } from '@tessera/api/quickbuy';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatRate } from '@tessera/money';
import { KeyValue, useLocale } from '@tessera/ui';
import { Explained, formulaOf } from '@tessera/ui/content';

type Props = {
  readonly quote: BuyQuote;
  readonly fiat: string;
  readonly currency: string;
  readonly scale: number;
};

/** What a quote gives and costs; each figure opens the formula behind it. */
export function QuoteFigures({ quote, fiat, currency, scale }: Props) {
  const t = useTexts('finance/quickbuy');
  const common = useTexts('common');
  const locale = useLocale();
  const figure = (value: string, digits: number) => formatAmount(value, digits, locale, { zeros: 'trimmed' });
  const pay = { label: t('pay'), value: `${figure(quote.amount, 0)} ${fiat}` };
  const rate = { label: t('rate'), value: `${figure(quote.rate, 6)} ${fiat}` };
  const feeRate = { label: common('fee'), value: formatRate(quote.fee_rate, locale, 2) };
  const fee = { label: common('fee'), value: `${figure(quote.fee, 6)} USDT` };
  const price = { label: currency, value: `${figure(quote.price, 6)} USDT` };
  const receive = {
    label: t('receive'),
    value: `${quote.fixed ? '' : '≈ '}${figure(quote.receive, scale)} ${currency}`,
  };
  return (
    <KeyValue
      items={[
        {
          label: rate.label,
          value: <Explained title={rate.label} value={`1 USDT = ${rate.value}`} note={t('rateNote')} />,
        },
        {
          label: fee.label,
          value: (
            <Explained
              title={fee.label}
              value={fee.value}
              note={t('feeNote')}
              {...formulaOf(fee, [pay, '÷', rate, '×', feeRate])}
            />
          ),
        },
        {
          label: receive.label,
          value: (
            <Explained
              title={receive.label}
              value={receive.value}
              note={quote.fixed ? t('fixedNote') : t('estimate')}
              {...formulaOf(receive, ['(', pay, '÷', rate, '−', fee, ')', '÷', price])}
            />
          ),
          strong: true,
        },
        ...(quote.fixed || !quote.least
          ? []
          : [{ label: t('least'), value: `${figure(quote.least, scale)} ${currency}`, strong: true }]),
      ]}
    />
  );
}
