import { cmp, formatAmount, formatCompact } from '@tessera/money';

/** Fraction digits of a price in any currency. */
const PRICE_DIGITS = 12;

export const figure = (value: string, locale: string): string =>
  formatAmount(value, PRICE_DIGITS, locale, { zeros: 'trimmed' });

/** An amount with its currency, in one piece. */
export const priceFigure = (price: string, currency: string, locale: string): string =>
  `${figure(price, locale)}\u00a0${currency}`;

export const countFigure = (count: number, locale: string): string => formatAmount(String(count), 0, locale);

/** A traded volume in USDT: short from a thousand on. */
export const volumeFigure = (volume: string, locale: string): string => {
  const short =
    cmp(volume, '1000') < 0 ? formatAmount(volume, 2, locale, { zeros: 'trimmed' }) : formatCompact(volume, locale);
  return `${short}\u00a0USDT`;
};
