/* The staff page has one language: figures and times use British English, times the local time zone. */
const LOCALE = 'en-GB';

const NO_BREAK = '\u00a0';
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const thousandths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const tenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const formatCount = (count: number): string => whole.format(count);

/** `12.5 %`, as in the registry's history; a value above zero is never formatted as zero. `percent` 0–100. */
export const formatPercent = (percent: number): string =>
  `${percent > 0 && percent < 0.005 ? '< 0.01' : hundredths.format(percent)}${NO_BREAK}%`;

/** A web vital: CLS with three decimals, the others in milliseconds, from ten seconds on in seconds. */
export function formatVital(vital: string, value: number): string {
  if (vital === 'CLS') return thousandths.format(value);
  return value < 10_000 ? `${whole.format(value)}${NO_BREAK}ms` : `${tenths.format(value / 1000)}${NO_BREAK}s`;
}

/** A decimal amount with all its places but closing zeros: `−1,234.5`. */
export function formatAmount(amount: string): string {
  const [, sign = '', digits = '0', part = ''] = /^(-?)(\d+)(?:\.(\d*?)0*)?$/.exec(amount) ?? [];
  return `${sign && '−'}${whole.format(BigInt(digits))}${part && `.${part}`}`;
}

/** Evidence: one decimal while it is small. */
export const formatEvidence = (evidence: number): string =>
  evidence < 100 ? tenths.format(evidence) : whole.format(evidence);

/** Bytes as `412 kB`; a kilobyte is 1,000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes}${NO_BREAK}B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${size < 10 ? tenths.format(size) : whole.format(size)}${NO_BREAK}${unit}`;
}

const SECOND = 1_000;
const STEPS = [
  [60 * SECOND, SECOND, 's'],
  [3_600 * SECOND, 60 * SECOND, 'min'],
  [86_400 * SECOND, 3_600 * SECOND, 'h'],
  [Number.POSITIVE_INFINITY, 86_400 * SECOND, 'd'],
] as const;

/** A duration in whole units of the largest fitting unit: `3 s`, `12 min`, `4 h`, `2 d`. `duration` ms. */
export function formatDuration(duration: number): string {
  const length = Math.max(0, duration);
  const [, unit, name] = STEPS.find(([below]) => length < below) ?? STEPS[3];
  return `${Math.floor(length / unit)}${NO_BREAK}${name}`;
}

const MINUTES = {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const minutes = new Intl.DateTimeFormat(LOCALE, MINUTES);
const seconds = new Intl.DateTimeFormat(LOCALE, { ...MINUTES, second: '2-digit' });

/** `21 Nov 2026, 15:04:05` in local time. `time` Unix ms. */
export const formatTime = (time: number): string => seconds.format(time);

/** The same to the minute. */
export const formatMinute = (time: number): string => minutes.format(time);

/** `2026-11-21 15:04:05 UTC`, to compare with logs. */
export const formatUtc = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Day and time to the minute, in the member's time zone. */
export const minuteOf = (at: number): string =>
  new Date(at).toLocaleString('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' });
