import { formatAmount, mul } from '@tessera/money';

/** Amounts and prices with their currency, without zeros at the end. */
export const figure = (value: string, scale: number, locale: string, currency: string): string =>
  `${formatAmount(value, scale, locale, { zeros: 'trimmed' })}\u00a0${currency}`;

/** A ratio in per cent, without the sign: `1.1` is `110`. */
export const percent = (ratio: string): string => mul(ratio, '100');
