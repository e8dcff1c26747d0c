/*
 * Whether the results of bets at even odds can be chance. The test is a gambler who stakes a share of what is free on each
 * bet when it begins, and gets it back twice where the bet wins. Without knowledge a bet wins half of the time whatever
 * happened before, so his wealth, free and staked, is a nonnegative supermartingale: it ever reaches c with a probability
 * of at most 1/c (Ville, 1939), however often it is looked at. Stakes are fixed before a bet is decided, so bets may
 * overlap, and a decoy hides nothing.
 */

/** Of what is free, on a bet of full weight: small ones find small edges, large ones large edges soon. */
const SHARES = [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32] as const;

/** By share; staked by the id of the bet. */
export type Purse = {
  readonly free: readonly number[];
  readonly staked: Readonly<Record<string, readonly number[]>>;
};

export const FULL_PURSE: Purse = { free: SHARES.map(() => 1), staked: {} };

/** A bet begins; `weight` is from 0 to 1. */
export function stakeOn({ free, staked }: Purse, id: string, weight: number): Purse {
  const stakes = free.map((amount, place) => amount * (SHARES[place] as number) * weight);
  return { free: free.map((amount, place) => amount - (stakes[place] as number)), staked: { ...staked, [id]: stakes } };
}

/** What a stake comes to. */
const TIMES = { won: 2, lost: 0, tied: 1, returned: 1 } as const;
export type BetResult = keyof typeof TIMES;

/** A bet ends; one that is not known here changes nothing. */
export function endBet({ free, staked }: Purse, id: string, result: BetResult): Purse {
  const { [id]: stakes, ...others } = staked;
  if (!stakes) return { free, staked };
  return { free: free.map((amount, place) => amount + (stakes[place] as number) * TIMES[result]), staked: others };
}

/** The mean wealth: reaches c with a probability of at most 1/c where nothing is known. */
export function evidenceIn({ free, staked }: Purse): number {
  const all = [free, ...Object.values(staked)].flat();
  return all.reduce((sum, amount) => sum + amount, 0) / SHARES.length;
}
