/*
 * Whether the results of an account can be luck.
 *
 * An observation is the edge of a trade: by how much the index price, some time after it, was better than the price that
 * was paid, less the fee; a ratio. Without knowledge of the future its expectation is zero or less, whatever the account
 * did before (docs/trading.md). The test is a gambler who bets on that expectation being positive: with wealth w before
 * an observation x ≥ −1 and a stake λ ≤ 1 he has w · (1 + λx) after it. Against an account without knowledge his wealth
 * is a nonnegative supermartingale, so that it ever reaches c with a probability of at most 1/c (Ville, 1939; Shafer,
 * 2021, "Testing by betting"). The account may be looked at after every trade. Of the distribution only this is assumed:
 * moves larger than the scale are as often up as down.
 *
 * Only observations whose windows follow each other may multiply. Trades whose windows overlap bet on separate chains;
 * the evidence is the mean wealth over chains and stakes, which has the same bound.
 */

/** Trades whose windows overlap, beyond this many, are not tested: a decoy just before the trade does not hide it. */
const CHAINS = 4;
/** Small ones find small edges among large moves, large ones find large edges soon. */
const STAKES = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16] as const;

type Chain = {
  /** When the window of its last observation ends, Unix ms. */
  readonly until: number;
  /** By stake. */
  readonly wealth: readonly number[];
};

/** The chains that have been bet on; the others hold the wealth of 1 with which they begin. */
export type Bets = readonly Chain[];

type Observation = {
  /** Unix ms. */
  readonly from: number;
  readonly until: number;
  /** A ratio of the price; after fees. */
  readonly edge: number;
};

/**
 * Bets on an observation that does not begin before those of before. `scale` is the edge that counts as 1: a rare move within the
 * window. Null where all chains are taken.
 */
export function bet(bets: Bets, { from, until, edge }: Observation, scale: number): Bets | null {
  const free = bets.findIndex((chain) => chain.until <= from);
  const index = free >= 0 ? free : bets.length;
  if (index >= CHAINS) return null;
  // Moves beyond the scale count as the scale, both ways: without knowledge they are as often against the account.
  const x = Math.max(-1, Math.min(1, edge / scale));
  const before = bets[index]?.wealth ?? STAKES.map(() => 1);
  const chain = { until, wealth: before.map((wealth, stake) => wealth * (1 + (STAKES[stake] as number) * x)) };
  return index === bets.length ? [...bets, chain] : bets.with(index, chain);
}

/** The mean wealth: reaches c with a probability of at most 1/c for an account without knowledge. */
export function evidenceOf(bets: Bets): number {
  const sum = bets.reduce((total, { wealth }) => total + wealth.reduce((one, value) => one + value, 0), 0);
  return (sum / STAKES.length + CHAINS - bets.length) / CHAINS;
}

type Sums = { readonly observations: number; readonly edges: number; readonly squares: number };

/** Student's t of the mean edge; 0 below two observations. For the eye: the test is `evidenceOf`. */
export function tOf({ observations, edges, squares }: Sums): number {
  if (observations < 2) return 0;
  const variance = (squares - (edges * edges) / observations) / (observations - 1);
  return variance > 0 ? edges / observations / Math.sqrt(variance / observations) : 0;
}

/** Of all honest accounts together, the chance that any of them is ever flagged is at most this. */
export const FALSE_ALARM = 0.01;
/** The correction for the number of accounts is sized for at least this many. */
const LEAST_ACCOUNTS = 10_000;

/** The evidence at which one of so many accounts is flagged (Bonferroni). */
export const flaggedAt = (accounts: number): number => Math.max(LEAST_ACCOUNTS, accounts) / FALSE_ALARM;
