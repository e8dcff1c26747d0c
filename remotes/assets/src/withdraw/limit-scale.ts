import type { DecimalString } from '@tessera/money';

/** Digits that a limit is shown with: it follows from a price, its last ones mean nothing. */
const DIGITS = 8;

/** Fraction digits of a limit: of millions none, of a part of a bitcoin all of them. */
export const limitScale = (limit: DecimalString, scale: number): number =>
  Math.max(0, Math.min(scale, DIGITS - (limit.split('.')[0] ?? '').length));
