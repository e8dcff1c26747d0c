export { abs, add, cmp, div, isNegative, isPositive, isZero, max, min, mul, neg, sub, sum } from './arithmetic.ts';
export { Decimal, type DecimalString, DisplayDecimal, decimal, isDecimalString, plain } from './decimal.ts';
export { type FiatRate, formatFiat } from './fiat.ts';
export {
  type AmountFormat,
  FALLBACK_SCALE,
  formatAmount,
  formatCompact,
  formatPercent,
  formatPrice,
  formatRate,
} from './format.ts';
export { type Separators, separators } from './locale.ts';
export { isOnStep, quantize, type Rounding, scaleOf, shareOf, stepsIn, toStep } from './scale.ts';
export {
  formatAge,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDayTime,
  formatMinute,
  formatRelative,
  formatUtcDay,
  readUtcDay,
  toMilliseconds,
  type UtcDay,
  utcDayOf,
} from './time.ts';
