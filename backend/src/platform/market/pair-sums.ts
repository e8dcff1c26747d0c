import type { DecimalString } from '@tessera/money';

/* Sums of what trades carried, by pair of users, in memory. They are whole units, so that what is taken off again leaves no rest. */

/** Fraction digits of what is stored, USDT. */
export const USDT_SCALE = 8;
/** A value that is not negative in units of 10^-scale, rounded up. Without a Decimal: a node that takes over reads many. */
export function unitsOf(value: DecimalString, scale = USDT_SCALE): bigint {
  const [whole = '', fraction = ''] = value.split('.');
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return /[1-9]/.test(fraction.slice(scale)) ? units + 1n : units;
}

/** Units of USDT as a decimal string. */
export function textOf(units: bigint): DecimalString {
  const digits = units.toString().padStart(USDT_SCALE + 1, '0');
  return `${digits.slice(0, -USDT_SCALE)}.${digits.slice(-USDT_SCALE)}`;
}

/** Between a user and another one: what trades carried from the user, and to the user; units of USDT. */
export type Both = { readonly out: bigint; readonly back: bigint };

export const NOTHING: Both = { out: 0n, back: 0n };

const NO_OTHERS: ReadonlyMap<string, Both> = new Map();

/** By user and the other one, in both directions: neither is looked for among all pairs. */
export class PairSums {
  readonly #of = new Map<string, Map<string, Both>>();

  add(payerId: string, payeeId: string, units: bigint): void {
    this.#change(payerId, payeeId, { out: units, back: 0n });
    this.#change(payeeId, payerId, { out: 0n, back: units });
  }

  #change(userId: string, otherId: string, by: Both): void {
    const others = this.#of.get(userId) ?? new Map<string, Both>();
    this.#of.set(userId, others);
    const { out, back } = others.get(otherId) ?? NOTHING;
    const both = { out: out + by.out, back: back + by.back };
    if (both.out !== 0n || both.back !== 0n) {
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
