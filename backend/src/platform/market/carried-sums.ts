import type { DecimalString } from '@tessera/money';
import type { Sql } from '../db/database.ts';
import {
  carriedSince,
  FREE_CARRIED,
  hourOf,
  LITTLE_CARRIED,
  LITTLE_TO_ALL,
  MOST_TO_ALL,
  type PairCarried,
} from './carried.ts';
import { type Both, NOTHING, PairSums, unitsOf } from './pair-sums.ts';

/*
 * What trades of 24 hours have carried, and how much more they may, asked before any two users meet. A user may have traded
 * with thousands: what they lost is kept as a sum, so that a meeting costs the same, whatever its users have traded before.
 */

/** What the database knows of a user whose room it decides. */
export type Standing = {
  /** Withdrawals are paused. */
  readonly paused: boolean;
  /** What staff have found harmless, by the other user. */
  readonly excused: ReadonlyMap<string, Both>;
};

type Row = { readonly payerId: string; readonly payeeId: string; readonly value: DecimalString };

/** Read with each batch that they decide, so that what staff decide counts at once, whichever node holds the market. */
export async function readStandings(
  sql: Sql,
  userIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, Standing>> {
  if (userIds.length === 0) return new Map();
  const [users, excused] = await Promise.all([
    sql.query<{ id: string; paused: boolean }>(
      'select id, coalesce(withdrawals_blocked_until > $2, false) as paused from user_account where id = any($1)',
      [userIds, new Date(at)],
    ),
    sql.query<Row>(
      `select payer_id as "payerId", payee_id as "payeeId", sum(value) as value
         from value_excused where hour >= $2 and (payer_id = any($1) or payee_id = any($1)) group by 1, 2`,
      [userIds, new Date(carriedSince(at))],
    ),
  ]);
  const pairs = new PairSums();
  for (const { payerId, payeeId, value } of excused) pairs.add(payerId, payeeId, unitsOf(value));
  return new Map(users.map(({ id, paused }) => [id, { paused, excused: pairs.of(id) }]));
}

const [LITTLE, FREE, LITTLE_ALL, MOST_ALL] = [LITTLE_CARRIED, FREE_CARRIED, LITTLE_TO_ALL, MOST_TO_ALL].map((usdt) =>
  unitsOf(usdt),
) as [bigint, bigint, bigint, bigint];

const positive = (units: bigint): bigint => (units > 0n ? units : 0n);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What trades of 24 hours have carried, those of open batches included, in the memory of the node that holds the market. */
export class CarriedSums {
  /** What each hour added, by pair, until it counts no more. */
  readonly #hours = new Map<number, Map<string, PairCarried>>();
  readonly #pairs = new PairSums();
  readonly #excused = new PairSums();
  /** What a user lost to those who gained by it, less what came back from each and what is excused. */
  readonly #lost = new Map<string, bigint>();
  /** The same with nothing taken off. */
  readonly #out = new Map<string, bigint>();
  #latest = 0;

  /** Counts what a trade carries; a negative sum takes it off again. */
  add(payerId: string, payeeId: string, value: bigint): void {
    this.#update(payerId, payeeId, () => this.#pairs.add(payerId, payeeId, value));
    const out = (this.#out.get(payerId) ?? 0n) + value;
    if (out === 0n) this.#out.delete(payerId);
    else this.#out.set(payerId, out);
  }

  /** What was added is in the database: it counts until its hour does no more. */
  keep(carried: readonly PairCarried[], at: number): void {
    const hour = hourOf(at);
    const pairs = this.#hours.get(hour) ?? new Map<string, PairCarried>();
    this.#hours.set(hour, pairs);
    for (const { payerId, payeeId, value } of carried) {
      const pair = `${payerId} ${payeeId}`;
      pairs.set(pair, { payerId, payeeId, value: value + (pairs.get(pair)?.value ?? 0n) });
    }
    this.#forget();
  }

  /** Takes off the hours that count no more. */
  passTo(at: number): void {
    if (hourOf(at) <= this.#latest) return;
    this.#latest = hourOf(at);
    this.#forget();
  }

  #forget(): void {
    for (const [hour, pairs] of this.#hours) {
      if (hour >= carriedSince(this.#latest)) continue;
      this.#hours.delete(hour);
      for (const { payerId, payeeId, value } of pairs.values()) this.add(payerId, payeeId, -value);
    }
  }

  /** Takes over what is excused of these users now. */
  excuse(standings: ReadonlyMap<string, Standing>): void {
    for (const [userId, { excused }] of standings) {
      for (const otherId of new Set([...this.#excused.of(userId).keys(), ...excused.keys()])) {
        const [before, after] = [this.#excused.between(userId, otherId), excused.get(otherId) ?? NOTHING];
        this.#update(userId, otherId, () => {
          this.#excused.add(userId, otherId, after.out - before.out);
          this.#excused.add(otherId, userId, after.back - before.back);
        });
      }
    }
  }

  /** Changes what is known of two users, and with it what either lost to the other. */
  #update(one: string, other: string, change: () => void): void {
    const sides = [
      [one, other],
      [other, one],
    ] as const;
    const before = sides.map(([userId, otherId]) => positive(this.#net(userId, otherId)));
    change();
    for (const [side, [userId, otherId]] of sides.entries()) {
      const by = positive(this.#net(userId, otherId)) - (before[side] ?? 0n);
      if (by === 0n) continue;
      const lost = (this.#lost.get(userId) ?? 0n) + by;
      if (lost === 0n) this.#lost.delete(userId);
      else this.#lost.set(userId, lost);
    }
  }

  /** What a user lost to another one; negative where more came back. */
  #net(userId: string, otherId: string): bigint {
    const [counted, excused] = [this.#pairs.between(userId, otherId), this.#excused.between(userId, otherId)];
    return positive(counted.out - excused.out) - positive(counted.back - excused.back);
  }

  /** Whether trades carried anything from a user: how much more may be carried depends on the user's standing soon. */
  hasCarried(userId: string): boolean {
    return this.#out.has(userId);
  }

  /** Units of USDT that trades may still carry to another user, whatever the standing of the one who loses is. */
  leastRoom(payerId: string, payeeId: string): bigint {
    const { out } = this.#pairs.between(payerId, payeeId);
    return positive(least(LITTLE - out, LITTLE_ALL - (this.#out.get(payerId) ?? 0n)));
  }

  /** The same by the standing, which `excuse` has taken over. What has come back may be given back in any case. */
  room(payerId: string, payeeId: string, { paused }: Pick<Standing, 'paused'>): bigint {
    const net = this.#net(payerId, payeeId);
    const others = (this.#lost.get(payerId) ?? 0n) - positive(net);
    const most = least(paused ? LITTLE : FREE, (paused ? LITTLE_ALL : MOST_ALL) - others);
    return positive(positive(most) - net);
  }
}

/** The sums as the database has them, for a node that takes the market over. */
export async function readCarried(sql: Sql, at: number): Promise<CarriedSums> {
  const rows = await sql.query<Row & { hour: number }>(
    `select payer_id as "payerId", payee_id as "payeeId", value, hour from value_carried where hour >= $1`,
    [new Date(carriedSince(at))],
  );
  const sums = new CarriedSums();
  for (const { payerId, payeeId, value: text, hour } of rows) {
    const value = unitsOf(text);
    sums.add(payerId, payeeId, value);
    sums.keep([{ payerId, payeeId, value }], hour);
  }
  return sums;
}
