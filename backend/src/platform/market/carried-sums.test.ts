import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CarriedSums, type Standing } from './carried-sums.ts';
import { PairSums } from './pair-sums.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 28, 12);
const USDT = 100_000_000n;

type Carried = { readonly payerId: string; readonly payeeId: string; readonly value: bigint };

const carriedTo = (payees: number, value = (3n * USDT) / 10n): Carried[] =>
  Array.from({ length: payees }, (_, payee) => ({ payerId: '1', payeeId: `to ${payee}`, value }));
const pairsOf = (carried: readonly Carried[]): PairSums => {
  const pairs = new PairSums();
  for (const { payerId, payeeId, value } of carried) pairs.add(payerId, payeeId, value);
  return pairs;
};
/** As a batch does that is committed. */
function carry(sums: CarriedSums, carried: readonly Carried[], at = AT): void {
  for (const { payerId, payeeId, value } of carried) sums.add(payerId, payeeId, value);
  sums.keep(carried, at);
}
const standingOf = (userId: string, paused: boolean, excused: readonly Carried[]): ReadonlyMap<string, Standing> =>
  new Map([[userId, { paused, excused: pairsOf(excused).of(userId) }]]);

/** How many entries of maps, sets and lists are visited by some work. */
function visitedBy(work: () => unknown): number {
  const iterators: { next(): unknown }[] = [new Map().values(), new Set().values(), [].values()].map((each) =>
    Object.getPrototypeOf(each),
  );
  const lookedUp: { get(key: unknown): unknown } = Map.prototype;
  const [nexts, { get }] = [iterators.map(({ next }) => next), lookedUp];
  let count = 0;
  try {
    for (const [index, iterator] of iterators.entries()) {
      const next = nexts[index] as () => unknown;
      iterator.next = function (this: unknown) {
        count++;
        return next.call(this);
      };
    }
    lookedUp.get = function (this: unknown, key) {
      count++;
      return get.call(this, key);
    };
    work();
  } finally {
    for (const [index, iterator] of iterators.entries()) iterator.next = nexts[index] as () => unknown;
    lookedUp.get = get;
  }
  return count;
}

test('a meeting visits as little of a user with 3,000 payees as of one with three', () => {
  const visits = (payees: number) => {
    const sums = new CarriedSums();
    for (const hour of [23, 5, 0]) carry(sums, carriedTo(payees), AT - hour * HOUR);
    sums.excuse(standingOf('1', false, carriedTo(payees)));
    return [
      visitedBy(() => sums.leastRoom('1', 'to 1')),
      visitedBy(() => sums.room('1', 'to 1', { paused: false })),
      visitedBy(() => sums.add('1', 'to 1', USDT)),
    ];
  };
  const many = visits(3_000);
  expect(many).toEqual(visits(3));
  for (const each of many) expect(each).toBeLessThan(60);
});

test('a paused account has a tenth of the room of others, to one user and to all', () => {
  const roomAfter = (payees: number, usdt: number, paused: boolean) => {
    const sums = new CarriedSums();
    carry(sums, carriedTo(payees, BigInt(usdt) * USDT));
    return ['to 0', 'another'].map((payee) => Number(sums.room('1', payee, { paused })) / Number(USDT));
  };
  expect([roomAfter(1, 5, true), roomAfter(1, 25, true), roomAfter(1, 50, false)]).toEqual([
    [15, 20],
    [0, 20],
    [150, 200],
  ]);
  expect([roomAfter(5, 19, true), roomAfter(5, 20, true), roomAfter(5, 190, false), roomAfter(6, 190, false)]).toEqual([
    [1, 5],
    [0, 0],
    [10, 50],
    [0, 0],
  ]);
});

test('what is excused is taken off what was carried later, too, until both count no more', () => {
  const sums = new CarriedSums();
  const room = () => Number(sums.room('1', 'to 0', { paused: false }) / USDT);
  const excused = standingOf('1', false, carriedTo(1, 150n * USDT));
  for (const left of [200, 50, 0]) {
    carry(sums, carriedTo(1, 150n * USDT));
    sums.excuse(excused);
    expect(room()).toBe(left);
  }
  sums.passTo(AT + 25 * HOUR);
  sums.excuse(standingOf('1', false, []));
  expect(room()).toBe(200);
});

const user = fc.integer({ min: 0, max: 6 }).map(String);
/** Often of one payer, and of whole dollars, so that sums are exactly at a bound. */
const carried = fc
  .record({
    payerId: fc.oneof(fc.constant('0'), user),
    payeeId: user,
    value: fc.oneof(
      fc.constantFrom(1n, 5n, 10n, 20n, 60n, 100n, 150n).map((dollars) => dollars * USDT),
      fc.bigInt({ min: 1n, max: 30n * USDT }),
    ),
  })
  .filter(({ payerId, payeeId }) => payerId !== payeeId);
const act = fc.record({
  carried: fc.array(carried, { maxLength: 8 }),
  /** A batch that is undone. */
  undone: fc.array(carried, { maxLength: 3 }),
  /** Hours that pass before it, and by which it is stored later. */
  passed: fc.constantFrom(0, 0, 0.4, 1, 2, 5, 23, 24),
  late: fc.constantFrom(0, 0, 1, 20, 24, 25),
});
const question = fc.record({
  payerId: fc.oneof(fc.constant('0'), user),
  payeeId: user,
  paused: fc.boolean(),
  /** Parts of what counts that are excused. */
  excused: fc.array(fc.constantFrom(0n, 0n, 1n, 2n), { minLength: 49, maxLength: 49 }),
});

test('the room is what the rule over every trade leaves, whatever was carried, undone, excused, and passed', () => {
  const seen = { none: 0, one: 0, all: 0, back: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(act, fc.array(question, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 6 }),
      (acts) => {
        const sums = new CarriedSums();
        const history: (Carried & { readonly hour: number })[] = [];
        let at = AT;
        for (const [{ carried: added, undone, passed, late }, questions] of acts) {
          at += passed * HOUR;
          sums.passTo(at);
          const hour = at - (at % HOUR) - late * HOUR;
          for (const { payerId, payeeId, value } of undone) sums.add(payerId, payeeId, value);
          carry(sums, added, hour);
          for (const { payerId, payeeId, value } of undone) sums.add(payerId, payeeId, -value);
          history.push(...added.map((each) => ({ ...each, hour })));
          const counted = history.filter((each) => each.hour >= at - (at % HOUR) - 24 * HOUR);
          const total = (list: readonly Carried[], payer: string, payee: string) =>
            list.reduce((all, each) => (each.payerId === payer && each.payeeId === payee ? all + each.value : all), 0n);
          for (const { payerId, payeeId, paused, excused: parts } of questions) {
            if (payerId === payeeId) continue;
            const users = Array.from({ length: 7 }, (_, id) => String(id));
            const excused = users.flatMap((one, row) =>
              users.flatMap((other, column): Carried[] => {
                const value = (total(counted, one, other) * (parts[row * 7 + column] ?? 0n)) / 2n;
                return value > 0n ? [{ payerId: one, payeeId: other, value }] : [];
              }),
            );
            const net = (other: string) =>
              total(counted, payerId, other) -
              total(excused, payerId, other) -
              total(counted, other, payerId) +
              total(excused, other, payerId);
            const lostTo = (other: string) => (net(other) > 0n ? net(other) : 0n);
            const [one, all] = paused ? [20n, 100n] : [200n, 1_000n];
            const toAll = all * USDT - users.reduce((sum, each) => (each === payeeId ? sum : sum + lostTo(each)), 0n);
            const most = toAll < one * USDT ? toAll : one * USDT;
            const left = (most > 0n ? most : 0n) - net(payeeId);
            const room = left > 0n ? left : 0n;
            seen[room === 0n ? 'none' : net(payeeId) < 0n ? 'back' : toAll < one * USDT ? 'all' : 'one']++;
            sums.excuse(standingOf(payerId, paused, excused));
            expect(sums.room(payerId, payeeId, { paused })).toBe(room);
            // Without the standing no more.
            expect(sums.leastRoom(payerId, payeeId)).toBeLessThanOrEqual(room);
            expect(sums.hasCarried(payerId)).toBe(counted.some((each) => each.payerId === payerId));
          }
        }
      },
    ),
    { numRuns: 400 },
  );
  for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(10);
});
