import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Sql } from '../../platform/db/database.ts';
import { type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { accountRecords } from './records.ts';

/* What a page of a history costs does not grow with the history: it is read from its end, in windows. */

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app, { level: 2, funds: { change: { USDT: '1000', BTC: '10' } } });
});
afterAll(() => app.close());

let posted = 0;
/** A journal of the user between two accounts; `rests` freezes a part of it. */
function journalOf(currency: 'USDT' | 'BTC', amount: number, rests: boolean): Journal {
  posted += 1;
  return {
    ref: `records:${posted}`,
    kind: posted % 3 === 0 ? 'transfer' : 'reward',
    at: app.now(),
    entries: [
      { account: userAccount(ann.id, 'change'), currency, amount: String(-amount) },
      {
        account: userAccount(ann.id, rests ? 'change' : 'legal', rests ? 'frozen' : 'available'),
        currency,
        amount: String(amount),
      },
    ],
  };
}

const WHOLE = 1_000_000;
const every = { account: null, currency: null, kind: null, from: null, to: null } as const;
const page = (changes: object, window: number) =>
  accountRecords(
    app.database,
    app.catalogue.current(),
    { ...every, userId: ann.id, page: 1, limit: 5, ...changes },
    window,
  );

it('pages are those of the whole history, whatever part of it is looked at', async () => {
  const journals = fc.array(fc.tuple(fc.constantFrom('USDT' as const, 'BTC' as const), fc.boolean()), {
    maxLength: 12,
  });
  const asked = fc.record({
    page: fc.integer({ min: 1, max: 6 }),
    limit: fc.integer({ min: 1, max: 7 }),
    currency: fc.constantFrom(null, 'USDT', 'BTC'),
    account: fc.constantFrom(null, 'change' as const, 'legal' as const),
    kind: fc.constantFrom(null, 'transfer' as const),
  });
  await fc.assert(
    fc.asyncProperty(journals, asked, fc.integer({ min: 1, max: 9 }), async (made, selection, window) => {
      await app.database.transaction((tx) =>
        postJournals(
          tx,
          made.map(([currency, rests]) => journalOf(currency, currency === 'USDT' ? 0.5 : 0.01, rests)),
        ),
      );
      const [part, whole] = [await page(selection, window), await page(selection, WHOLE)];
      expect(part.list).toEqual(whole.list);
      // The next page is known of, whatever is beyond it.
      const shown = Math.min(whole.total, selection.page * selection.limit + 1);
      expect(part.total).toBeGreaterThanOrEqual(shown);
      expect(part.total).toBeLessThanOrEqual(whole.total);
    }),
    { numRuns: 40 },
  );
});

it('of a long history the newest entries are read, and a total says that there is more', async () => {
  for (let part = 0; part < 5; part += 1) {
    await app.database.transaction((tx) =>
      postJournals(
        tx,
        Array.from({ length: 1_000 }, () => journalOf('USDT', 0.001, false)),
      ),
    );
  }
  const read: number[] = [];
  const sql: Sql = {
    async query<Row extends object>(text: string, values?: readonly unknown[]) {
      const rows = await app.database.query<Row>(text, values);
      read.push(rows.length);
      return rows;
    },
  };
  const first = { ...every, userId: ann.id, page: 1, limit: 20 };
  const { list, total } = await accountRecords(sql, app.catalogue.current(), first);
  expect([list.length, total]).toEqual([20, 2_000]);
  expect(Math.max(...read)).toBe(2_000);
  const later = await accountRecords(sql, app.catalogue.current(), { ...first, page: 200 });
  expect(later.list).toHaveLength(20);
  expect(later.total).toBeGreaterThan(4_000);
});

it.each(['POST /wallet/legal_log', 'GET /wallet/hzhistory'] as const)(
  '%s reads no page beyond the newest 10,000, for which all before it would be read',
  async (call) => {
    const asked = (page: number, limit: number) => app.call(call, { page, limit }, { token: ann.token });
    expect(await asked(100_000, 100)).toMatchObject({ error: 'field_too_large', field: 'page' });
    expect(await asked(1_001, 10)).toMatchObject({ error: 'field_too_large', field: 'page' });
    expect(await asked(1_000, 10)).toMatchObject({ type: 'ok' });
  },
);

it('of a kind that is rare are looked for among the newest entries, and further back from the day on that is asked', async () => {
  const eve = await signUp(app, { level: 1, funds: { change: { USDT: '1000' } } });
  const post = (kind: 'mining_lock' | 'reward', count: number) =>
    app.database.transaction((tx) =>
      postJournals(
        tx,
        Array.from({ length: count }, (_, index) => ({
          ref: `rare:${kind}:${app.now()}:${index}`,
          kind,
          at: app.now(),
          entries: [
            { account: userAccount(eve.id, 'change'), currency: 'USDT', amount: '-1' },
            { account: userAccount(eve.id, 'legal'), currency: 'USDT', amount: '1' },
          ],
        })),
      ),
    );
  const DAY = 86_400_000;
  await post('mining_lock', 3);
  const then = app.now();
  for (let day = 0; day < 5; day += 1) {
    app.advance(DAY);
    await post('reward', 40);
  }
  const look = (changes: object) =>
    accountRecords(
      app.database,
      app.catalogue.current(),
      { ...every, userId: eve.id, account: 'change', page: 1, limit: 50, ...changes },
      undefined,
      50,
    );
  expect((await look({ kind: 'mining_lock' })).total).toBe(0);
  expect((await look({ kind: 'mining_lock', to: then })).total).toBe(3);
  expect((await look({ kind: 'mining_lock', from: then, to: then + 1 })).total).toBe(3);
  expect((await look({ kind: 'reward' })).total).toBe(40 + 10);
  for (let day = 1; day <= 5; day += 1) {
    const to = then + day * DAY;
    expect((await look({ kind: 'reward', from: to, to })).total).toBe(40);
  }
  // Before all, and after all.
  expect((await look({ to: then - 40 * DAY })).total).toBe(0);
  expect((await look({ kind: 'reward', to: app.now() + 40 * DAY })).total).toBe(50);
});
