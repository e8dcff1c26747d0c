import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CarriedSums } from './carried-sums.ts';
import { PairSums, sumOf } from './pair-sums.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 28, 12);

const carriedTo = (payees: number, value = '0.3', traded = '500') =>
  Array.from({ length: payees }, (_, payee) => ({ payerId: '1', payeeId: `to ${payee}`, value, traded }));
const pairsOf = (carried: ReturnType<typeof carriedTo>): PairSums => {
  const pairs = new PairSums();
  for (const each of carried) pairs.add(each.payerId, each.payeeId, sumOf(each));
  return pairs;
};

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

test('an order visits as little of a user with 3,000 payees as of one with three', () => {
  const visits = (payees: number) => {
    const sums = new CarriedSums();
    for (const hour of [23, 5, 0]) sums.add(carriedTo(payees), AT - hour * HOUR);
    const standing = { paused: false, excused: pairsOf(carriedTo(payees)).of('1') };
    // Of the batch, all but one pair is of others.
    const batch = pairsOf([
      ...carriedTo(payees).map((each) => ({ ...each, payerId: '2' })),
      { payerId: '1', payeeId: 'to 1', value: '5', traded: '500' },
    ]);
    // The first order of a batch takes off what is excused.
    sums.isOver('1', batch, AT, standing);
    return [
      visitedBy(() => sums.isNear('1', AT)),
      visitedBy(() => sums.isOver('1', batch, AT)),
      visitedBy(() => sums.isOver('1', batch, AT, standing)),
    ];
  };
  const many = visits(3_000);
  expect(many).toEqual(visits(3));
  for (const each of many) expect(each).toBeLessThan(30);
});

test('what is excused is taken off what was carried later, too', () => {
  const sums = new CarriedSums();
  const excused = { paused: false, excused: pairsOf(carriedTo(1, '150')).of('1') };
  for (const over of [false, false, true]) {
    sums.add(carriedTo(1, '150'), AT);
    expect(sums.isOver('1', null, AT, excused)).toBe(over);
  }
  // The hours pass.
  expect(sums.isOver('1', null, AT + 25 * HOUR, excused)).toBe(false);
});

/** Units of 10^-8 as text. */
const textOf = (units: bigint): string =>
  `${units / 100_000_000n}.${(units % 100_000_000n).toString().padStart(8, '0')}`;

const user = fc.integer({ min: 1, max: 9 }).map(String);
const pair = fc.tuple(user, user).filter(([payerId, payeeId]) => payerId !== payeeId);
/** Often of one payer, and of whole dollars, so that sums are exactly at a bound; traded so much that the spread decides. */
const carried = fc
  .record({
    pair: fc.oneof(
      pair,
      pair.map(([, payeeId]): [string, string] => ['0', payeeId]),
    ),
    value: fc.oneof(
      fc.constantFrom(1n, 5n, 10n, 20n, 60n, 100n).map((dollars) => dollars * 100_000_000n),
      fc.bigInt({ min: 1n, max: 3_000_000_000n }),
    ),
    times: fc.bigInt({ min: 100n, max: 700n }),
  })
  .map(({ pair: [payerId, payeeId], value, times }) => ({ payerId, payeeId, value, traded: value * times }));
type Carried = typeof carried extends fc.Arbitrary<infer T> ? T : never;

/** To all, and to each about as much as one may be carried: the sum of all decides. */
const toAll = fc
  .record({
    most: fc.constantFrom(20n, 200n),
    shares: fc.array(fc.bigInt({ min: 50n, max: 100n }), { minLength: 9, maxLength: 9 }),
    times: fc.oneof(fc.constant(500n), fc.bigInt({ min: 100n, max: 600n })),
  })
  .map(({ most, shares, times }) =>
    shares.map((share, index): Carried => {
      const value = share * most * 1_000_000n;
      return { payerId: '0', payeeId: String(index + 1), value, traded: value * times };
    }),
  );

const act = fc.record({
  carried: fc.oneof(fc.array(carried, { maxLength: 8 }), toAll),
  /** Hours that pass before it, and by which it is stored later. */
  passed: fc.constantFrom(0, 0, 0.4, 1, 2, 5, 23, 24),
  late: fc.constantFrom(0, 0, 1, 20, 24, 25),
});
const question = fc.record({
  userId: fc.constantFrom('0', '0', '0', '1', '2'),
  paused: fc.boolean(),
  batch: fc.array(carried, { maxLength: 4 }),
  excused: fc.array(carried, { maxLength: 4 }),
  /** Of all that counts, too: whether it is excused as a whole. */
  all: fc.boolean(),
});

/** The rule, over every trade; the hours that count are those from 24 hours before the current one on. */
function isOverPlainly(
  history: readonly (Carried & { readonly hour: number })[],
  at: number,
  userId: string,
  { paused, batch, excused }: { paused: boolean; batch: readonly Carried[]; excused: readonly Carried[] },
): 'no' | 'one' | 'all' {
  const since = at - (at % HOUR) - 24 * HOUR;
  const counted = [...history.filter(({ hour }) => hour >= since), ...batch];
  const sum = (list: readonly Carried[], payer: string, payee: string, of: 'value' | 'traded') =>
    list.reduce((all, each) => (each.payerId === payer && each.payeeId === payee ? all + each[of] : all), 0n);
  const carriedFrom = (payer: string, payee: string, of: 'value' | 'traded') =>
    sum(counted, payer, payee, of) - sum(excused, payer, payee, of);
  const payees = new Set(counted.filter(({ payerId }) => payerId === userId).map(({ payeeId }) => payeeId));
  let [value, traded] = [0n, 0n];
  for (const payee of payees) {
    const net = carriedFrom(userId, payee, 'value') - carriedFrom(payee, userId, 'value');
    if (net <= 0n) continue;
    if (net > (paused ? 2_000_000_000n : 20_000_000_000n)) return 'one';
    value += net;
    traded += carriedFrom(userId, payee, 'traded') + carriedFrom(payee, userId, 'traded');
  }
  return value > (paused ? 10_000_000_000n : 100_000_000_000n) && (paused || value * 500n > traded) ? 'all' : 'no';
}

test('judges as the rule over every trade does, whatever was carried, excused, and passed', () => {
  const seen = { no: 0, one: 0, all: 0 };
  const asText = (each: Carried) => ({ ...each, value: textOf(each.value), traded: textOf(each.traded) });
  const sumsOf = (list: readonly Carried[]) => pairsOf(list.map(asText));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(act, fc.array(question, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 5 }),
      (acts) => {
        const sums = new CarriedSums();
        const history: (Carried & { readonly hour: number })[] = [];
        let at = AT;
        for (const [{ carried: added, passed, late }, questions] of acts) {
          at += passed * HOUR;
          const hour = at - (at % HOUR) - late * HOUR;
          if (added.length > 0) sums.add(added.map(asText), hour);
          history.push(...added.map((each) => ({ ...each, hour })));
          for (const { userId, paused, batch, excused: some, all } of questions) {
            const excused = all ? [...history.filter((each) => each.hour >= at - 25 * HOUR), ...some] : some;
            const plain = isOverPlainly(history, at, userId, { paused, batch, excused });
            seen[plain]++;
            const standing = { paused, excused: sumsOf(excused).of(userId) };
            const batched = sumsOf(batch);
            const expected = plain !== 'no';
            expect(sums.isOver(userId, batched, at, standing)).toBe(expected);
            // Asked again, of what it keeps.
            expect(sums.isOver(userId, batched, at, standing)).toBe(expected);
            const near = isOverPlainly(history, at, userId, { paused: true, batch: [], excused: [] });
            expect(sums.isNear(userId, at)).toBe(near !== 'no');
          }
        }
      },
    ),
    { numRuns: 500 },
  );
  for (const verdict of Object.values(seen)) expect(verdict, JSON.stringify(seen)).toBeGreaterThan(20);
});
