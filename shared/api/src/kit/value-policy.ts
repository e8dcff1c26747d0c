/**
 * How a call may enrich another user. Each signed-in call that changes balances or positions declares it: at once or
 * later, by a price, a share or a forfeit, what one user loses by it and another gains.
 */
export type ValuePolicy =
  /** Nothing of what the caller loses becomes another user's. */
  | { readonly to: 'nobody'; readonly because: string }
  /**
   * Another user may gain, at most what the bound says, and never an amount that the caller chooses. `chosen`: the caller
   * chooses who gains. A token that was read could name its reader, so a session without a key is refused.
   */
  | { readonly to: 'bounded'; readonly payee: string; readonly bound: string; readonly chosen?: true }
  | Way;

/**
 * A way out: the caller chooses what leaves, or who gets it. Enforced for every way in one place: the account is neither
 * frozen nor paused, the payment password is right, the amount is within the limit, the payee is on the whitelist where
 * the user has switched it on, and the user has approved it by a second factor or a mailed code.
 */
export type Way = {
  readonly to: 'way';
  /** `user`: one whom the caller names; `seller`: of a work; `pool`: bets of other users; `outside`: an address or a bank. */
  readonly payee: 'user' | 'seller' | 'pool' | 'outside';
  /** What counts against the limit. */
  readonly amount: string;
  /** Whose sums it counts in: all ways between users share `send`. `own`: the domain counts pieces, which have no price. */
  readonly limit: 'send' | 'withdrawal' | 'own';
  /**
   * By a second factor or a mailed code. `above`: only where the ways of a day add up to more than the setting
   * `way_unapproved`, USDT.
   */
  readonly approval: 'always' | 'above';
};

export const nobodyElse = (because: string) => ({ to: 'nobody', because }) as const;
export const bounded = (payee: string, bound: string, more: { readonly chosen?: true } = {}) =>
  ({ to: 'bounded', payee, bound, ...more }) as const;
export const wayOut = <const W extends Omit<Way, 'to'>>(way: W) => ({ to: 'way', ...way }) as const;

type Valued = { readonly value: ValuePolicy | null };

/** Whether a call takes money out of the account: to another user or away from the exchange. */
export const movesMoneyOut = ({ value }: Valued): boolean => value?.to === 'way';

/** Whether the caller chooses who gains by a call. */
export const choosesPayee = (call: Valued): boolean =>
  movesMoneyOut(call) || (call.value?.to === 'bounded' && call.value.chosen === true);
