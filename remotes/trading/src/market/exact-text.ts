import { type DecimalString, formatAmount } from '@tessera/money';

/** As many fraction digits as the exchange keeps. */
const FINEST = 18;

/** A figure with all of its digits and no zeros at the end, in the signs of the locale. */
export const exactText = (value: DecimalString, locale: string): string =>
  formatAmount(value, FINEST, locale, { zeros: 'trimmed' });
