import { randomUUID } from 'node:crypto';
import type { RecordKind } from '@tessera/api/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../../test/people.ts';
import { samples } from '../../../../test/samples.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { houseAccount, postJournal, userAccount } from '../../../platform/ledger/index.ts';
import { settledSteps } from './cost-state.ts';

const MINUTE = 60_000;
let app: TestApp;
let ann: Person;
let ben: Person;
let cid: Person;
beforeAll(async () => {
  app = await createTestApp();
  // A price that was never recorded is that of the moment of asking.
  for (const symbol of ['BTC/USDT', 'ETH/USDT'])
    app.feed.record(symbol, app.now() - (app.now() % MINUTE) - MINUTE, '30000');
  ann = await signUp(app, { funds: { change: { USDT: '1000000000', BTC: '10000', ETH: '10000' } } });
  ben = await signUp(app, { funds: { change: { BTC: '2', USDT: '500' } } });
  cid = await signUp(app, { funds: { change: { BTC: '2' } } });
});
afterAll(() => app.close());

type Booking = { readonly kind: RecordKind; readonly amounts: Record<string, string>; readonly reference?: string };

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

const post = (to: Person, { kind, amounts, reference }: Booking, at = app.now()) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `test:${randomUUID()}`,
      kind,
      at,
      ...(reference && { reference }),
      entries: Object.entries(amounts).flatMap(([currency, amount]) => [
        { account: userAccount(to.id, 'change'), currency, amount },
        { account: houseAccount('counterparty'), currency, amount: negated(amount) },
      ]),
    }),
  );

const pnlOf = ({ token }: Person) => app.ok('GET /wallet/pnl', {}, { token });
const stored = async ({ id }: Person) =>
  (await app.database.query<{ entry_id: string }>('select entry_id from cost_state where user_id = $1', [id]))[0];
/** What a replay of the whole ledger comes to. */
async function replayed(person: Person) {
  await app.database.query('delete from cost_state where user_id = $1', [person.id]);
  return pnlOf(person);
}

const booking = fc.record({
  what: fc.constantFrom('buy', 'buyForCoin', 'sell', 'fee', 'in', 'out', 'freeze'),
  cents: fc.integer({ min: 1, max: 90_000 }),
  price: fc.integer({ min: 1, max: 99_999 }),
  minutes: fc.integer({ min: 0, max: 9 }),
  reads: fc.boolean(),
});

test('figures by stages are those of a replay, whatever was traded and whenever they were read', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(booking, { minLength: 1, maxLength: 12 }), async (bookings) => {
      // What earlier runs booked is the past of this one.
      for (const { what, cents, price, minutes, reads } of bookings) {
        app.advance(minutes * MINUTE);
        app.feed.setPrice('BTC/USDT', String(price));
        app.feed.setPrice('ETH/USDT', String(price / 4));
        app.feed.record('BTC/USDT', app.now() - (app.now() % MINUTE), String(price));
        app.feed.record('ETH/USDT', app.now() - (app.now() % MINUTE), String(price / 4));
        const amount = String(cents / 100);
        const total = String(Math.round(cents * price) / 100);
        const booked: Record<typeof what, Booking> = {
          buy: { kind: 'trade_buy', amounts: { BTC: amount, USDT: `-${total}` }, reference: 'BTC/USDT #1' },
          buyForCoin: { kind: 'trade_buy', amounts: { ETH: amount, BTC: '-0.001' }, reference: 'ETH/BTC #2' },
          sell: { kind: 'trade_sell', amounts: { BTC: '-0.01', USDT: total }, reference: 'BTC/USDT #3' },
          fee: { kind: 'trade_fee', amounts: { USDT: `-${amount}` }, reference: 'BTC/USDT #3' },
          in: { kind: 'deposit', amounts: { BTC: amount } },
          out: { kind: 'withdrawal', amounts: { BTC: '-0.02' } },
          freeze: { kind: 'trade_fee', amounts: { BTC: '-0.0001' }, reference: 'BTC/USDT #1' },
        };
        await post(ann, booked[what]);
        if (reads) await pnlOf(ann);
      }
      const byStages = await pnlOf(ann);
      expect(byStages).toEqual(await replayed(ann));
      // Everything is past by now: the next request reads no entry again.
      app.advance(10 * MINUTE);
      const later = await pnlOf(ann);
      const state = await stored(ann);
      expect(await pnlOf(ann)).toEqual(later);
      expect(await stored(ann)).toEqual(state);
      expect(later).toEqual(await replayed(ann));
    }),
    { numRuns: samples(4, 12) },
  );
});

test('entries that were committed later than others after them are found by the balances', async () => {
  app.feed.setPrice('BTC/USDT', '50000');
  app.advance(10 * MINUTE);
  await pnlOf(ben);
  await post(ben, { kind: 'deposit', amounts: { BTC: '1' } }, app.now() - 20 * MINUTE);
  const right = await pnlOf(ben);
  // As if its transaction had not been visible when later entries were counted.
  await app.database.query(
    `update cost_state set positions = jsonb_set(positions, '{BTC,amount}', '"2"') where user_id = $1`,
    [ben.id],
  );
  expect(await pnlOf(ben)).toEqual(right);
  expect(right.list.find(({ currency }) => currency === 'BTC')?.amount).toBe('3');
});

test('what only moves between own accounts is past as well, without being counted', async () => {
  app.feed.setPrice('BTC/USDT', '50000');
  app.advance(10 * MINUTE);
  const before = await pnlOf(ben);
  const state = await stored(ben);
  await app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `test:${randomUUID()}`,
      kind: 'transfer',
      at: app.now(),
      entries: [
        { account: userAccount(ben.id, 'change'), currency: 'BTC', amount: '-0.5' },
        { account: userAccount(ben.id, 'lever'), currency: 'BTC', amount: '0.5' },
      ],
    }),
  );
  expect(await pnlOf(ben)).toEqual(before);
  expect(await stored(ben)).toEqual(state);
  app.advance(10 * MINUTE);
  expect(await pnlOf(ben)).toEqual(before);
  expect(BigInt((await stored(ben))?.entry_id ?? 0)).toBeGreaterThan(BigInt(state?.entry_id ?? 0));
  expect(await pnlOf(ben)).toEqual(await replayed(ben));
});

test('of many requests at once each has the figures of all of the ledger', async () => {
  app.feed.setPrice('BTC/USDT', '50000');
  app.advance(10 * MINUTE);
  const all = await Promise.all(Array.from({ length: 8 }, () => pnlOf(cid)));
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
});

test('journals whose entries lie between each other are counted together', () => {
  const step = (at: number, first: number, last: number) => ({ at, first: BigInt(first), last: BigInt(last) });
  const now = 100 * MINUTE;
  expect(settledSteps([], now)).toBe(0);
  expect(settledSteps([step(0, 1, 2), step(0, 3, 4)], now)).toBe(2);
  expect(settledSteps([step(0, 1, 2), step(now, 3, 4)], now)).toBe(1);
  expect(settledSteps([step(0, 1, 2), step(0, 4, 6), step(now, 5, 7)], now)).toBe(1);
  expect(settledSteps([step(0, 2, 6), step(now, 1, 7)], now)).toBe(0);
});
