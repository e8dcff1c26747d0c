import { cmp, type DecimalString } from '@tessera/money';
import { checkDecimal } from '../../kit/rules/decimal.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/** Alerts of one user at most, those that are done included. */
export const MOST_ALERTS = 50;

/** A price, or a change in percent, which may be negative. */
export const checkLevel = (text: string): RuleFailure | null =>
  checkDecimal(text.startsWith('-') ? text.slice(1) : text);

/** Whether a price, or a change, is at the level of an alert or beyond. */
export const isReached = (direction: 'above' | 'below', level: DecimalString, value: DecimalString): boolean =>
  direction === 'above' ? cmp(value, level) >= 0 : cmp(value, level) <= 0;
