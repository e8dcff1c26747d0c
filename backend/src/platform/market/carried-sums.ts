import type { Sql } from '../db/database.ts';
import {
  type CarriedBatch,
  type Carrying,
  carriedSince,
  FREE_CARRIED,
  hourOf,
  LITTLE_CARRIED,
  LITTLE_TO_ALL,
  MOST_TO_ALL,
  SPREAD,
} from './carried.ts';
import {
  type Both,
  lessBoth,
  NOTHING,
  negative,
  PairSums,
  plus,
  plusBoth,
  type Sum,
  sumOf,
  unitsOf,
} from './pair-sums.ts';

/*
 * Whose trades of 24 hours carried too much, judged before each order of the market. A user may have traded with thousands:
 * what they lost is kept as a sum, so that an order costs the same, whatever its user has traded before.
 */

/** What the database knows of a user who may be over the bound. */
export type Standing = {
  /** Withdrawals are paused. */
  readonly paused: boolean;
  /** What staff have found harmless, by the other user. */
  readonly excused: ReadonlyMap<string, Both>;
};

const KNOWN_FOR_NOTHING: Standing = { paused: false, excused: new Map() };
const PAUSED: Standing = { ...KNOWN_FOR_NOTHING, paused: true };

/** Read with each batch in which such a user trades, so that what staff decide counts at once, whichever node holds the market. */
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
    sql.query<Carrying>(
      `select payer_id as "payerId", payee_id as "payeeId", sum(value) as value, sum(traded) as traded
         from value_excused where hour >= $2 and (payer_id = any($1) or payee_id = any($1)) group by 1, 2`,
      [userIds, new Date(carriedSince(at))],
    ),
  ]);
  const pairs = new PairSums();
  for (const each of excused) pairs.add(each.payerId, each.payeeId, sumOf(each));
  return new Map(users.map(({ id, paused }) => [id, { paused, excused: pairs.of(id) }]));
}

/** What a user has lost to those who gained by it, less what came back from each. */
type Lost = Sum & {
  /** To how many of them more than a paused account may lose to one, and more than any. */
  readonly pastLittle: number;
  readonly pastFree: number;
};
const NOT_LOST: Lost = { value: 0n, traded: 0n, pastLittle: 0, pastFree: 0 };
const [LITTLE, FREE, LITTLE_ALL, MOST_ALL] = [LITTLE_CARRIED, FREE_CARRIED, LITTLE_TO_ALL, MOST_TO_ALL].map(
  unitsOf,
) as [bigint, bigint, bigint, bigint];
const [SPREAD_UNITS, ONE] = [unitsOf(String(SPREAD)), unitsOf('1')];

/** To one user. */
function lossOf({ out, back }: Both): Lost {
  const value = out.value - back.value;
  if (value <= 0n) return NOT_LOST;
  const [pastLittle, pastFree] = [Number(value > LITTLE), Number(value > FREE)];
  return { value, traded: out.traded + back.traded, pastLittle, pastFree };
}

/** With one user's part replaced by another. */
const replaced = (lost: Lost, before: Lost, after: Lost): Lost => ({
  value: lost.value - before.value + after.value,
  traded: lost.traded - before.traded + after.traded,
  pastLittle: lost.pastLittle - before.pastLittle + after.pastLittle,
  pastFree: lost.pastFree - before.pastFree + after.pastFree,
});

type PairSum = Pick<Carrying, 'payerId' | 'payeeId'> & { readonly sum: Sum };

/** What trades of 24 hours have carried, in the memory of the node that holds the market. */
export class CarriedSums {
  /** What each hour added, by pair, until it counts no more. */
  readonly #hours = new Map<number, Map<string, PairSum>>();
  readonly #pairs = new PairSums();
  readonly #lost = new Map<string, Lost>();
  #latest = 0;
  /** Counts changes of the sums. */
  #changes = 0;
  /** What a user lost but for what is excused, as long as the sums are the same: a batch has many orders of one user. */
  readonly #excusedLost = new WeakMap<ReadonlyMap<string, Both>, { readonly changes: number; readonly lost: Lost }>();

  add(carried: readonly Carrying[], at: number): void {
    this.#forget(at);
    const hour = hourOf(at);
    if (hour < carriedSince(this.#latest)) return;
    const pairs = this.#hours.get(hour) ?? new Map<string, PairSum>();
    this.#hours.set(hour, pairs);
    for (const { payerId, payeeId, ...sums } of carried) {
      const sum = sumOf(sums);
      const pair = `${payerId} ${payeeId}`;
      const before = pairs.get(pair);
      pairs.set(pair, { payerId, payeeId, sum: before ? plus(before.sum, sum) : sum });
      this.#change(payerId, payeeId, sum);
    }
  }

  /** Takes off the hours that count no more. */
  #forget(at: number): void {
    if (hourOf(at) <= this.#latest) return;
    this.#latest = hourOf(at);
    for (const [hour, pairs] of this.#hours) {
      if (hour >= carriedSince(at)) continue;
      this.#hours.delete(hour);
      for (const { payerId, payeeId, sum } of pairs.values()) this.#change(payerId, payeeId, negative(sum));
    }
  }

  #change(payerId: string, payeeId: string, by: Sum): void {
    this.#changes++;
    const sides = [
      [payerId, payeeId],
      [payeeId, payerId],
    ] as const;
    const before = sides.map(([userId, otherId]) => lossOf(this.#pairs.between(userId, otherId)));
    this.#pairs.add(payerId, payeeId, by);
    for (const [side, [userId, otherId]] of sides.entries()) {
      const after = lossOf(this.#pairs.between(userId, otherId));
      this.#lost.set(userId, replaced(this.#lost.get(userId) ?? NOT_LOST, before[side] ?? NOT_LOST, after));
      if (this.#pairs.of(userId).size === 0) this.#lost.delete(userId);
    }
  }

  /** To one user, with what a batch carries and without what is excused; nothing where nothing was carried to them. */
  #lossTo(userId: string, otherId: string, more: Both, excused: Standing['excused']): Lost {
    const both = plusBoth(this.#pairs.between(userId, otherId), more);
    return both.out.value > 0n ? lossOf(lessBoth(both, excused.get(otherId) ?? NOTHING)) : NOT_LOST;
  }

  #lostOf(userId: string, excused: Standing['excused']): Lost {
    let lost = this.#lost.get(userId) ?? NOT_LOST;
    if (excused.size === 0) return lost;
    const known = this.#excusedLost.get(excused);
    if (known?.changes === this.#changes) return known.lost;
    for (const otherId of excused.keys()) {
      const before = lossOf(this.#pairs.between(userId, otherId));
      lost = replaced(lost, before, this.#lossTo(userId, otherId, NOTHING, excused));
    }
    this.#excusedLost.set(excused, { changes: this.#changes, lost });
    return lost;
  }

  /** All users of whom that is so. */
  allNear(at: number): readonly string[] {
    this.#forget(at);
    return [...this.#lost.keys()].filter((userId) => this.isNear(userId, at));
  }

  /** Whether the standing of a user decides whether they are over the bound: then it is to be read. */
  isNear(userId: string, at: number): boolean {
    return this.isOver(userId, null, at, PAUSED);
  }

  /**
   * Whether trades have carried more from a user to others than a day lets go, less what came back from each and what was
   * excused. What is excused is of this user alone.
   */
  isOver(
    userId: string,
    batch: Pick<CarriedBatch, 'of'> | null,
    at: number,
    { paused, excused }: Standing = KNOWN_FOR_NOTHING,
  ): boolean {
    this.#forget(at);
    let lost = this.#lostOf(userId, excused);
    for (const [otherId, more] of batch?.of(userId) ?? []) {
      const before = this.#lossTo(userId, otherId, NOTHING, excused);
      lost = replaced(lost, before, this.#lossTo(userId, otherId, more, excused));
    }
    if ((paused ? lost.pastLittle : lost.pastFree) > 0) return true;
    if (lost.value <= (paused ? LITTLE_ALL : MOST_ALL)) return false;
    // Two accounts choose how much they trade near the index: of a paused one nothing is forgiven for it.
    return paused || lost.value * ONE > lost.traded * SPREAD_UNITS;
  }
}

/** The sums as the database has them, for a node that takes the market over. */
export async function readCarried(sql: Sql, at: number): Promise<CarriedSums> {
  const rows = await sql.query<Carrying & { hour: number }>(
    `select payer_id as "payerId", payee_id as "payeeId", value, traded, hour from value_carried where hour >= $1`,
    [new Date(carriedSince(at))],
  );
  const sums = new CarriedSums();
  for (const { hour, ...carried } of rows) sums.add([carried], hour);
  return sums;
}
