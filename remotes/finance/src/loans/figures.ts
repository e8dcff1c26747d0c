import { formatAmount, mul } from '@tessera/money';

/** Amounts and prices with their currency, without zeros at the end. */
export const figure = (value: string, scale: number, locale: string, currency: string): string =>
  `${formatAmount(value, scale, locale, { zeros: 'trimmed' })}\u00a0${currency}`;

/** A ratio in per cent, without the sign: `1.1` is `110`. Rounded down to `digits`. */
export const percent = (ratio: string, locale: string, digits = 2): string =>
  formatAmount(mul(ratio, '100'), digits, locale, { zeros: 'trimmed' });

/** Ratios in per cent, without the sign: `150, 130, 120`. */
export const percents = (ratios: readonly string[], locale: string): string =>
  ratios.map((ratio) => percent(ratio, locale)).join(', ');
