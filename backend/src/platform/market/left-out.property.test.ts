import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { leastLeftOut, leftOutParts } from './left-out.ts';

/** Groups of numbers, each number once, and faults: a step fails while of each fault at least one number takes part. */
const cases = fc.uniqueArray(fc.nat(199), { minLength: 1, maxLength: 60 }).chain((numbers) =>
  fc.record({
    groups: fc
      .array(fc.nat(numbers.length), { maxLength: 4 })
      .map((cuts) =>
        [0, ...cuts.toSorted((a, b) => a - b)].map((from, at, all) => numbers.slice(from, all[at + 1] ?? Infinity)),
      ),
    // Who meets each other fails together: leaving either out is enough.
    // Without a fault the failure has passed.
    faults: fc.array(fc.uniqueArray(fc.constantFrom(...numbers), { minLength: 1, maxLength: 2 }), { maxLength: 5 }),
  }),
);

const worksWithout = (faults: readonly (readonly number[])[]) => {
  let tries = 0;
  return {
    tries: () => tries,
    async works(leftOut: readonly number[]) {
      tries++;
      const out = new Set(leftOut);
      return faults.every((fault) => fault.some((each) => out.has(each)));
    },
  };
};

test('what is left out is enough, and not one of it could stay', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ groups, faults }) => {
      const { works } = worksWithout(faults);
      const found = await leastLeftOut(groups, works);
      expect(found).not.toBeNull();
      expect(await works(found ?? [])).toBe(true);
      for (const back of found ?? []) expect(await works((found ?? []).filter((each) => each !== back))).toBe(false);
    }),
  );
});

test('those who are at fault alone are found exactly, of any number, within about 2k log2 n tries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(9_999), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 10_000, max: 12_000 }),
      async (bad, count) => {
        const { works, tries } = worksWithout(bad.map((each) => [each]));
        const found = await leastLeftOut([Array.from({ length: count }, (_, index) => index)], works);
        expect(found?.toSorted()).toEqual(bad.toSorted());
        expect(tries()).toBeLessThanOrEqual(2 + 2 * bad.length * Math.ceil(Math.log2(count)));
      },
    ),
    { numRuns: 10 },
  );
});

test('where it works with all of them nothing is left out, after one try', async () => {
  const { works, tries } = worksWithout([]);
  expect(await leastLeftOut([[1, 2], [3]], works)).toEqual([]);
  expect(tries()).toBe(1);
});

test('groups that come first are left out rather than later ones', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ groups, faults }) => {
      const { works } = worksWithout(faults);
      const found = (await leastLeftOut(groups, works)) ?? [];
      let before: readonly number[] = [];
      for (const group of groups) {
        before = [...before, ...group];
        // Where the groups so far are enough, nothing of a later one is left out.
        if (await works(before)) expect(found.filter((each) => !before.includes(each))).toEqual([]);
      }
    }),
  );
});

test('cut short after any number of tries it returns what works, and tries no more', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.nat(30), async ({ groups, faults }, most) => {
      const { works, tries } = worksWithout(faults);
      const found = await leastLeftOut(groups, works, () => tries() <= most);
      // What is returned is known to work: it was tried without all of them, however short the search.
      expect(tries()).toBeLessThanOrEqual(most + 2);
      expect(await works(found ?? [])).toBe(true);
    }),
  );
});

test('there is nothing to leave out where all of it is not enough', async () => {
  expect(await leastLeftOut([[1, 2], [3]], async () => false)).toBeNull();
  expect(await leastLeftOut([], async () => false)).toBeNull();
});

test('an error of an attempt ends the search', async () => {
  const lost = new Error('the lease is lost');
  await expect(leastLeftOut([[1, 2]], () => Promise.reject(lost))).rejects.toBe(lost);
});

test('what is left out is tried again after a second, and at last once a minute; together', async () => {
  const log = { warn: vi.fn(), error: vi.fn() };
  const left = leftOutParts(log);
  const bad = { users: ['1'], symbols: ['A'] };
  const find = (now: number, due = left.due(now)) =>
    left.find({
      ...{
        error: new Error('a row is odd'),
        now,
        due,
        written: ['3'],
        traders: ['1', '2', '3'],
        open: ['A', 'B', 'C'],
      },
      works: async ({ users, symbols }) =>
        bad.users.every((id) => users.has(id)) && bad.symbols.every((id) => symbols.has(id)),
    });
  expect(await find(300)).toBe('left out');
  expect(left.current()).toEqual({ users: new Set(['1']), symbols: new Set(['A']) });
  bad.symbols = [];
  bad.users = ['1', '2'];
  expect(await find(900, [])).toBe('left out');
  const times: number[] = [];
  for (let now = 900, failed = 900; now < 400_000; now += 100) {
    const due = left.due(now);
    if (due.length === 0) continue;
    expect(left.without(due)).toEqual({ users: new Set(), symbols: new Set() });
    expect(await find(now)).toBe('left out');
    times.push(now - failed);
    failed = now;
    // The symbol has come back by itself, with the first try.
    expect(left.current()).toEqual({ users: new Set(['1', '2']), symbols: new Set() });
  }
  expect(times[0]).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...times)).toBeLessThanOrEqual(60_000);
  expect(times.at(-1)).toBeGreaterThanOrEqual(30_000);
  left.takeBack(left.due(1_000_000));
  expect(left.current().users.size).toBe(0);
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({ users: ['1'], symbols: ['A'], count: 2 });
  expect(log.warn.mock.lastCall?.[0]).toMatchObject({ users: ['1', '2'], symbols: [] });
});

test('a search ends with its time, by the clock that it is given: what is left out then is more than needed', async () => {
  const search = async (msEach: number) => {
    let now = 0;
    const left = leftOutParts({ warn: vi.fn(), error: vi.fn() }, () => now);
    const traders = Array.from({ length: 32 }, (_, index) => String(index));
    await left.find({
      ...{ error: new Error('a row is odd'), now: 0, due: [], written: [], traders, open: ['A', 'B'] },
      works: async ({ users }) => {
        now += msEach;
        return users.has('7');
      },
    });
    return left.current().users;
  };
  expect(await search(0)).toEqual(new Set(['7']));
  const hurried = await search(1_100);
  expect(hurried.has('7')).toBe(true);
  expect(hurried.size).toBeGreaterThan(1);
});

test('a failure that has passed leaves no user out, and what was tried again is back', async () => {
  const log = { warn: vi.fn(), error: vi.fn() };
  const left = leftOutParts(log);
  const failed = { error: new Error('a deadlock'), written: ['3'], traders: ['1', '2', '3'], open: ['A', 'B'] };
  expect(await left.find({ ...failed, now: 0, due: [], works: async () => true })).toBe('passed');
  expect(left.current()).toEqual({ users: new Set(), symbols: new Set() });
  expect(log.error).not.toHaveBeenCalled();
  expect(log.warn).toHaveBeenCalledWith({ err: failed.error }, expect.stringContaining('passed'));
  await left.find({ ...failed, now: 0, due: [], works: async ({ users }) => users.has('2') });
  expect(await left.find({ ...failed, now: 5_000, due: left.due(5_000), works: async () => true })).toBe('passed');
  expect(left.current().users.size).toBe(0);
});

test('nothing is left out where that is not enough, or would leave no symbol open', async () => {
  const left = leftOutParts({ warn: vi.fn(), error: vi.fn() });
  const failed = { error: null, now: 0, due: [], written: [], traders: ['1'] };
  expect(await left.find({ ...failed, open: ['A'], works: async () => false })).toBe('nothing helps');
  expect(await left.find({ ...failed, open: ['A', 'B'], works: async ({ symbols }) => symbols.size === 2 })).toBe(
    'nothing helps',
  );
  expect(left.current()).toEqual({ users: new Set(), symbols: new Set() });
  // With all markets shut a user is found all the same.
  expect(await left.find({ ...failed, open: [], works: async ({ users }) => users.has('1') })).toBe('left out');
});
