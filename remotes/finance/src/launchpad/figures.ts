import { formatAmount } from '@tessera/money';

/** Fraction digits of a price in any payment currency. */
const PRICE_DIGITS = 12;

/** Amounts and prices as sales show them: no zeros at the end. */
export const figure = (value: string, scale: number, locale: string): string =>
  formatAmount(value, scale, locale, { zeros: 'trimmed' });

export const priceFigure = (price: string, code: string, locale: string): string =>
  `${figure(price, PRICE_DIGITS, locale)}\u00a0${code}`;
