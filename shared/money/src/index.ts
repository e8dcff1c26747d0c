export {
  abs,
  add,
  cmp,
  div,
  isNegative,
  isPositive,
  isZero,
  max,
  min,
  mul,
  neg,
  plain,
  sub,
  sum,
} from './arithmetic.ts';
export { type DecimalString, isDecimalString, type Rounding } from './decimal.ts';
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
export { isOnStep, quantize, scaleOf, shareOf, stepsIn, toStep } from './scale.ts';
export {
  formatAge,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDayTime,
  formatMinute,
  formatMoment,
  formatRelative,
  formatUtcDay,
  readUtcDay,
  toMilliseconds,
  type UtcDay,
  utcDayOf,
} from './time.ts';
