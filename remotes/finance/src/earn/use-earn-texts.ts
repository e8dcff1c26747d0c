import { useTexts } from '@tessera/i18n';
import { type DecimalString, formatRate } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import type { Coin } from './terms.ts';

/** Terms and yields in the reader's language. */
export function useEarnTexts() {
  const t = useTexts('finance');
  const locale = useLocale();
  const days = (count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count);
  const rate = (ratio: DecimalString) => formatRate(ratio, locale);
  return {
    days,
    rate,
    apr: (ratio: DecimalString) => t('apr', { rate: rate(ratio) }),
    /** `3.00% – 7.00%`; one figure where all terms pay the same. */
    range: ({ low, high }: Pick<Coin, 'low' | 'high'>) => (low === high ? rate(low) : `${rate(low)} – ${rate(high)}`),
    term: (count: number) => (count === 0 ? t('term.flexible') : days(count)),
    /** `Flexible · 5–90 days`. */
    terms({ terms }: Pick<Coin, 'terms'>) {
      const fixed = terms.map((term) => term.days).filter((count) => count > 0);
      const [first, last] = [fixed[0], fixed.at(-1)];
      return [
        ...(fixed.length < terms.length ? [t('term.flexible')] : []),
        ...(first === undefined || last === undefined ? [] : [first === last ? days(last) : `${first}–${days(last)}`]),
      ].join(' · ');
    },
  };
}
