import { randomUUID } from 'node:crypto';
import type { RecordKind } from '@tessera/api/rules';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Person, signUp } from '../../../../test/people.ts';
import { recurringJobsOf } from '../../../../test/recurring-jobs.ts';
import { createTestApp, START, type TestApp } from '../../../../test/test-app.ts';
import type { RecurringJobs } from '../../../platform/jobs/recurring.ts';
import { houseAccount, postJournal, type UserAccountName, userAccount } from '../../../platform/ledger/index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 10, 20);

let app: TestApp;
let jobs: RecurringJobs;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  jobs = recurringJobsOf(app);
  [ann, ben] = [await signUp(app), await signUp(app)];
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

type Change = { to?: Person; kind?: RecordKind; name?: UserAccountName; at?: number };

/** Changes a balance against an account of the house, at a time that may have passed. */
const book = (currency: string, amount: string, { to = ann, kind = 'deposit', name = 'change', at }: Change = {}) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `test:${randomUUID()}`,
      kind,
      at: at ?? app.now(),
      entries: [
        {
          account: houseAccount('deposits'),
          currency,
          amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
        },
        { account: userAccount(to.id, name), currency, amount },
      ],
    }),
  );
const history = (days = 30, { token } = ann) => app.ok('GET /wallet/history', { days }, { token });
const profit = ({ token } = ann) => app.ok('GET /wallet/profit', {}, { token });
const period = async (days: number, person = ann) => (await profit(person)).periods.find((each) => each.days === days);
const snapshots = () => app.database.query('select user_id, day, total from wallet_snapshot order by day, user_id');

test('until a day has been valued there is a total, and no profit or loss', async () => {
  app.feed.setPrice('BTC/USDT', '50000');
  await book('BTC', '1', { at: MIDNIGHT - 3 * DAY });
  expect((await history()).list).toEqual([{ at: START, total: '50000', flow: '0' }]);
  expect((await profit()).periods).toEqual([]);
});

test('users that there were before get their first snapshot at once, at the price recorded when the day ended', async () => {
  app.feed.record('BTC/USDT', MIDNIGHT - MINUTE, '40000');
  app.feed.record('BTC/USDT', MIDNIGHT, '41000');
  // Booked since: no part of the day that ended.
  await book('USDT', '700');
  expect(await jobs.turn('wallet-snapshots')).toBe('done');
  expect(await snapshots()).toEqual([{ user_id: ann.id, day: '2026-11-19', total: '40000' }]);
  expect((await history()).list).toEqual([
    { at: MIDNIGHT, total: '40000', flow: '0' },
    { at: START, total: '50700', flow: '700' },
  ]);
  expect((await history(30, ben)).list).toEqual([{ at: START, total: '0', flow: '0' }]);
});

test('profit and loss is what funds gained without what came in and went out, at the price of its minute', async () => {
  app.feed.record('BTC/USDT', START, '45000');
  await book('BTC', '0.5', { kind: 'receive' });
  await book('USDT', '-100', { kind: 'withdrawal' });
  await book('USDT', '-2', { kind: 'withdrawal_fee' });
  const { periods, flows, flows_total } = await profit();
  // 1.5 × 50,000 + 598 − 40,000 − (700 + 0.5 × 45,000) + 100: the fee is a loss.
  const today = { start: '40000', inflow: '23200', outflow: '100', end: '75598', profit: '12498' };
  expect(periods).toMatchObject([
    { days: 0, from: MIDNIGHT, ...today, ratio: '0.197753' },
    // Nothing was valued before.
    { days: 7, from: MIDNIGHT, ...today },
    { days: 30, from: MIDNIGHT, ...today },
  ]);
  expect(flows).toMatchObject([
    { kind: 'withdrawal', amount: '-100', price: '1', value: '-100' },
    { kind: 'receive', amount: '0.5', price: '45000', value: '22500', scale: 8 },
    { kind: 'deposit', amount: '700', value: '700' },
  ]);
  expect(flows_total).toBe(3);
});

test('moves between own accounts, and money that is frozen, are no profit', async () => {
  await app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `test:${randomUUID()}`,
      kind: 'transfer',
      at: app.now(),
      entries: [
        { account: userAccount(ann.id, 'change'), currency: 'USDT', amount: '-50' },
        { account: userAccount(ann.id, 'mining', 'frozen'), currency: 'USDT', amount: '50' },
      ],
    }),
  );
  expect(await period(0)).toMatchObject({ end: '75598', profit: '12498' });
});

test('after downtime every missed day is valued, once, by its own prices and balances', async () => {
  app.feed.record('BTC/USDT', MIDNIGHT + DAY - MINUTE, '48000');
  app.feed.record('BTC/USDT', MIDNIGHT + 2 * DAY - MINUTE, '52000');
  app.feed.record('BTC/USDT', MIDNIGHT + 3 * DAY - MINUTE, '47000');
  app.advance(DAY);
  await book('USDT', '1000');
  app.advance(2 * DAY);
  // Before the day that ended has settled it is not valued.
  expect(app.now()).toBe(START + 3 * DAY);
  await jobs.turn('wallet-snapshots');
  await jobs.turn('wallet-snapshots');
  expect(await snapshots()).toEqual([
    { user_id: ann.id, day: '2026-11-19', total: '40000' },
    { user_id: ann.id, day: '2026-11-20', total: String(1.5 * 48000 + 598) },
    { user_id: ann.id, day: '2026-11-21', total: String(1.5 * 52000 + 1598) },
    { user_id: ann.id, day: '2026-11-22', total: String(1.5 * 47000 + 1598) },
  ]);
  expect(await period(7)).toMatchObject({ from: MIDNIGHT, start: '40000', inflow: '24200', outflow: '100' });
  expect(await period(0)).toMatchObject({ from: MIDNIGHT + 3 * DAY, start: '72098', inflow: '0', profit: '4500' });
});

test('two nodes value a day once', async () => {
  const other = recurringJobsOf(app, { holder: 'other' });
  app.advance(DAY);
  app.feed.record('BTC/USDT', MIDNIGHT + 4 * DAY - MINUTE, '50000');
  await Promise.all([jobs.turn('wallet-snapshots'), other.turn('wallet-snapshots')]);
  await other.stop();
  expect(await app.database.query(`select day from wallet_snapshot_day where day = '2026-11-23'`)).toHaveLength(1);
  expect(await snapshots()).toHaveLength(5);
});

test('a day is not valued before what was booked in it has been committed', async () => {
  app.advance(9 * HOUR + 4 * MINUTE);
  await jobs.turn('wallet-snapshots');
  expect(await snapshots()).toHaveLength(5);
  // Of yesterday there is no value yet: of today there is no profit.
  expect((await profit()).periods.map(({ days }) => days)).toEqual([7, 30]);
  app.advance(MINUTE);
  await jobs.turn('wallet-snapshots');
  expect(await snapshots()).toHaveLength(6);
});

test('a user who comes later begins with nothing, and what they bring is no profit', async () => {
  await book('USDT', '500', { to: ben });
  expect(await period(30, ben)).toMatchObject({ start: '0', inflow: '500', end: '500', profit: '0', ratio: '0' });
});

test('the curve of a day has the hours from the first one with funds, each with what was held then', async () => {
  const cid = await signUp(app);
  // At noon: what is booked in the last hours is of no day that was valued.
  app.advance(DAY - (app.now() % DAY) + 12 * HOUR + MINUTE);
  const now = app.now();
  const hour = (back: number) => Math.floor(now / HOUR) * HOUR - back * HOUR;
  await book('USDT', '100', { to: cid, at: hour(30) });
  await book('USDT', '50', { to: cid, at: hour(3) + MINUTE });
  await book('BTC', '2', { to: cid, at: hour(1) });
  await book('BTC', '-1', { to: cid, at: hour(1) + MINUTE, kind: 'withdrawal' });
  const { list } = await history(1, cid);
  expect(list.slice(0, -1).map(({ at }) => at)).toEqual(Array.from({ length: 24 }, (_, place) => hour(23 - place)));
  const totals = list.map(({ total }) => Number(total));
  expect(totals.slice(0, 21)).toEqual(Array(21).fill(100));
  expect(totals.slice(21, 23)).toEqual([150, 150]);
  expect(totals[23]).toBeGreaterThan(30_000);
  // What came in between two points is no gain: the withdrawal of the same hour is taken off.
  const flows = list.map(({ flow }) => Number(flow));
  expect(flows.slice(0, 21)).toEqual(Array(21).fill(0));
  expect(flows[21]).toBe(50);
  expect(flows[23]).toBeGreaterThan(30_000);
  expect(flows.at(-1)).toBe(0);
  expect(list.at(-1)?.at).toBe(now);
  expect(Number(list.at(-1)?.total)).toBeGreaterThan(30_000);
  expect((await history(1, await signUp(app))).list).toEqual([{ at: now, total: '0', flow: '0' }]);
  const late = await signUp(app);
  await book('USDT', '7', { to: late, at: hour(2) + MINUTE });
  expect((await history(1, late)).list.map(({ total }) => total)).toEqual(['7', '7', '7']);
});

test('the curve of a day of a user whose funds came within this hour begins when they came, with what they were worth', async () => {
  const eve = await signUp(app);
  const full = Math.ceil(app.now() / HOUR) * HOUR;
  app.advance(full + 20 * MINUTE - app.now());
  app.feed.record('BTC/USDT', full + 4 * MINUTE, '40000');
  await book('BTC', '0.1', { to: eve, at: full + 5 * MINUTE });
  await book('USDT', '30', { to: eve, at: full + 10 * MINUTE });
  await book('USDT', '-10', { to: eve, at: full + 11 * MINUTE, kind: 'withdrawal' });
  const [first, now, ...others] = (await history(1, eve)).list;
  expect(others).toEqual([]);
  expect(first).toEqual({ at: full + 5 * MINUTE, total: '4000', flow: '0' });
  expect(now).toMatchObject({ at: app.now(), flow: '20' });
});

test('who moves worthless dust all hour long has a curve of as many prices as who does not', async () => {
  const dora = await signUp(app);
  const full = Math.ceil(app.now() / HOUR) * HOUR;
  app.advance(full + 30 * MINUTE - app.now());
  app.feed.setPrice('DOGE/USDT', '0.17');
  for (let second = 0; second < 200; second += 1) {
    const at = full + MINUTE + second * 1_000;
    await book('DOGE', second % 2 === 0 ? '0.00000001' : '-0.00000001', { to: dora, at });
  }
  const asked = vi.spyOn(app.feed, 'bars');
  expect((await history(1, dora)).list.map(({ total }) => Number(total))).toEqual([0]);
  // An hour's prices of one currency, and up to three looks for each of the changes that are looked at.
  expect(asked.mock.calls.length).toBeLessThanOrEqual(1 + 3 * 20);
  asked.mockRestore();
});
