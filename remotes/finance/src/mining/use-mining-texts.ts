import { formatAmount, formatMoment, formatRate } from '@tessera/money';
import { useLocale } from '@tessera/ui';

/** Digits of the percentage that a day's rate is shown with. */
const DAY_DIGITS = 3;

/** Figures of mining in the reader's language. */
export function useMiningTexts() {
  const locale = useLocale();
  return {
    days: (count: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count),
    dayRate: (ratio: string) => formatRate(ratio, locale, DAY_DIGITS),
    rate: (ratio: string) => formatRate(ratio, locale),
    amount: (value: string, { scale, currency }: { readonly scale: number; readonly currency: string }) =>
      `${formatAmount(value, scale, locale, { zeros: 'trimmed' })} ${currency}`,
    time: (at: number) => formatMoment(at, locale),
  };
}
