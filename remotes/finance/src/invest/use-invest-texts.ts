import { formatAmount, formatMoment, formatPrice, formatRate, scaleOf } from '@tessera/money';
import { useLocale } from '@tessera/ui';

/** Digits of the percentage that a day's rate is shown with. */
const DAY_DIGITS = 4;

/** Figures of investments in the reader's language. */
export function useInvestTexts() {
  const locale = useLocale();
  return {
    days: (count: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count),
    count: (count: number) => new Intl.NumberFormat(locale).format(count),
    dayRate: (ratio: string) => formatRate(ratio, locale, DAY_DIGITS),
    rate: (ratio: string) => formatRate(ratio, locale),
    amount: (value: string, { scale, currency }: { readonly scale: number; readonly currency: string }) =>
      `${formatAmount(value, scale, locale, { zeros: 'trimmed' })} ${currency}`,
    /** With the currency that the instrument is quoted in. */
    price: (value: string, { tick, symbol }: { readonly tick: string | null; readonly symbol: string | null }) =>
      [formatPrice(value, tick ?? '0.01', locale), symbol?.split('/')[1]].filter(Boolean).join(' '),
    /** A mean of prices, to its last digit. */
    exact: (value: string, { symbol }: { readonly symbol: string | null }) =>
      [formatAmount(value, scaleOf(value), locale), symbol?.split('/')[1]].filter(Boolean).join(' '),
    time: (at: number) => formatMoment(at, locale),
  };
}
