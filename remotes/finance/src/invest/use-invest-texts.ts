import { formatAmount, formatDateTime, formatPrice, formatRate } from '@tessera/money';
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
    price: (value: string, tick: string | null) => formatPrice(value, tick ?? '0.01', locale),
    time: (at: number) => formatDateTime(at, locale),
  };
}
