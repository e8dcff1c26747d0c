import { formatAmount, formatFiat, formatMoment, formatRate, formatUtcDay, type UtcDay } from '@tessera/money';
import { useFiat } from '@tessera/session';
import { useLocale } from '@tessera/ui';

type Money = { readonly currency: string; readonly scale: number; readonly amount: string };

/** Figures of holdings in the reader's language. */
export function useFigures() {
  const locale = useLocale();
  const fiat = useFiat();
  return {
    fiat: (usdt: string) => formatFiat(usdt, fiat, locale),
    money: ({ currency, scale, amount }: Money) =>
      // A figure and its currency stay in one line.
      `${formatAmount(amount, scale, locale, { zeros: 'trimmed' })}\u00a0${currency}`,
    date: (day: UtcDay) => formatUtcDay(day, locale),
    time: (at: number) => formatMoment(at, locale),
    rate: (ratio: string) => formatRate(ratio, locale),
  };
}
