import type { DecimalString } from '@tessera/money';

/* Sums of what trades carried, by pair of users, in memory. They are whole units, so that what is taken off again leaves no rest. */

/** Fraction digits of what is stored, USDT. */
export const USDT_SCALE = 8;
/** An amount of USDT that is not negative, in units of 10^-8, rounded up. Without a Decimal: a node that takes over reads many. */
export function unitsOf(value: DecimalString): bigint {
  const [whole = '', fraction = ''] = value.split('.');
  const units = BigInt(whole + fraction.slice(0, USDT_SCALE).padEnd(USDT_SCALE, '0'));
  return /[1-9]/.test(fraction.slice(USDT_SCALE)) ? units + 1n : units;
}

/** Units of USDT. */
export type Sum = { readonly value: bigint; readonly traded: bigint };
/** Between a user and another one: what trades carried from the user, and to the user. */
export type Both = { readonly out: Sum; readonly back: Sum };

const NO_SUM: Sum = { value: 0n, traded: 0n };
export const NOTHING: Both = { out: NO_SUM, back: NO_SUM };

export const sumOf = ({ value, traded }: { readonly value: DecimalString; readonly traded: DecimalString }): Sum => ({
  value: unitsOf(value),
  traded: unitsOf(traded),
});

export const plus = (one: Sum, other: Sum): Sum => ({
  value: one.value + other.value,
  traded: one.traded + other.traded,
});
const less = (one: Sum, other: Sum): Sum => ({ value: one.value - other.value, traded: one.traded - other.traded });
export const negative = (sum: Sum): Sum => less(NO_SUM, sum);

export const plusBoth = (one: Both, other: Both): Both => ({
  out: plus(one.out, other.out),
  back: plus(one.back, other.back),
});
export const lessBoth = (one: Both, other: Both): Both => ({
  out: less(one.out, other.out),
  back: less(one.back, other.back),
});

const NO_OTHERS: ReadonlyMap<string, Both> = new Map();
const isNothing = ({ out, back }: Both): boolean =>
  out.value === 0n && out.traded === 0n && back.value === 0n && back.traded === 0n;

/** By user and the other one, in both directions: neither is looked for among all pairs. */
export class PairSums {
  readonly #of = new Map<string, Map<string, Both>>();

  add(payerId: string, payeeId: string, sum: Sum): void {
    this.#change(payerId, payeeId, { out: sum, back: NO_SUM });
    this.#change(payeeId, payerId, { out: NO_SUM, back: sum });
  }

  #change(userId: string, otherId: string, by: Both): void {
    const others = this.#of.get(userId) ?? new Map<string, Both>();
    this.#of.set(userId, others);
    const both = plusBoth(others.get(otherId) ?? NOTHING, by);
    if (!isNothing(both)) {
      others.set(otherId, both);
      return;
    }
    others.delete(otherId);
    if (others.size === 0) this.#of.delete(userId);
  }

  /** By the other user. */
  of(userId: string): ReadonlyMap<string, Both> {
    return this.#of.get(userId) ?? NO_OTHERS;
  }

  between(userId: string, otherId: string): Both {
    return this.of(userId).get(otherId) ?? NOTHING;
  }
}
