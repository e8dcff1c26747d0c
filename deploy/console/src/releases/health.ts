import type { RemoteStatus, VersionHealth } from '@tessera/registry-api';

export type Place = 'stable' | 'ramp' | 'previous';

/** One version of a remote that clients may run, with its health. */
export type VersionRow = {
  readonly place: Place;
  readonly version: string;
  /**
   * Percent of the clients that get it; null for the previous version, which only pages use for which another one
   * fails.
   */
  readonly share: number | null;
  readonly health: VersionHealth | undefined;
};

/** Subtracts in hundredths: 100 − 12.35 is 87.65, not 87.64999. */
const restOf = (percent: number): number => (10_000 - Math.round(percent * 100)) / 100;

/** The versions of a remote that clients may run: stable, ramp, previous. */
export function versionRows({ stable, ramp, previous, health }: RemoteStatus): readonly VersionRow[] {
  const known = (version: string) => health.find((each) => each.version === version);
  const rows: VersionRow[] = [];
  if (stable !== null) {
    rows.push({ place: 'stable', version: stable, share: ramp ? restOf(ramp.percent) : 100, health: known(stable) });
  }
  if (ramp) rows.push({ place: 'ramp', version: ramp.version, share: ramp.percent, health: known(ramp.version) });
  if (previous && !rows.some(({ version }) => version === previous)) {
    rows.push({ place: 'previous', version: previous, share: null, health: known(previous) });
  }
  return rows;
}

export type Rate = {
  /** Share of the users for whom it failed, 0 to 1. */
  readonly rate: number;
  /** Bounds of the 95 % confidence interval. */
  readonly low: number;
  readonly high: number;
};

/** Reported users, including those with a reported failure whose use report was lost. */
export const usersSeen = ({ users, failures }: Pick<VersionHealth, 'users' | 'failures'>): number =>
  Math.max(users, failures);

/** The 0.975 quantile of the normal distribution. */
const Z = 1.959964;

/**
 * The failure rate with its Wilson score interval: E. B. Wilson, "Probable inference, the law of succession, and
 * statistical inference", 1927. Undefined without users.
 */
export function failureRate(health: Pick<VersionHealth, 'users' | 'failures'>): Rate | undefined {
  const seen = usersSeen(health);
  if (seen === 0) return undefined;
  const rate = health.failures / seen;
  const centre = rate + (Z * Z) / (2 * seen);
  const reach = Z * Math.sqrt((rate * (1 - rate)) / seen + (Z * Z) / (4 * seen * seen));
  const scale = 1 + (Z * Z) / seen;
  return { rate, low: Math.max(0, (centre - reach) / scale), high: Math.min(1, (centre + reach) / scale) };
}

/** Significantly worse: the lower bound of one is above the upper bound of the other. */
export const isWorse = (one: Rate | undefined, other: Rate | undefined): boolean =>
  one !== undefined && other !== undefined && one.low > other.high;

/** Kinds of failures that occurred, most frequent first. */
export const failureKinds = ({ byKind }: Pick<VersionHealth, 'byKind'>): readonly (readonly [string, number])[] =>
  Object.entries(byKind)
    .filter(([, count]) => count > 0)
    .sort(([, left], [, right]) => right - left);

export const VITALS = ['LCP', 'INP', 'CLS', 'screen'] as const;

/**
 * Upper bounds of "good" and "fair" for the 75th percentile, ms (CLS without a unit): https://web.dev/articles/vitals.
 */
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
};

export type Rating = 'good' | 'fair' | 'poor';

/** Rating of a 75th percentile; undefined for metrics without bounds. */
export function ratingOf(vital: string, p75: number): Rating | undefined {
  const bounds = BOUNDS[vital];
  if (!bounds) return undefined;
  const [good, fair] = bounds;
  return p75 <= good ? 'good' : p75 <= fair ? 'fair' : 'poor';
}
