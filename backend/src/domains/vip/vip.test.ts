import { randomUUID } from 'node:crypto';
import { discountedRate, VIP_DAYS, vipLevelOf } from '@tessera/api/vip/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amid } from '../../../test/amid.ts';
import { codeAt } from '../../../test/factors.ts';
import { jobRun } from '../../../test/job-run.ts';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { samples } from '../../../test/samples.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import type { RecurringJobs } from '../../platform/jobs/recurring.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { ONE_NODE } from '../../platform/nodes/node-bus.ts';
import { countJob, quoteInUsdt } from './count.ts';
import { rememberStandings } from './standings.ts';
import { dayOf, levelsReached, readLevels, setLevels } from './store.ts';

const DAY = 86_400_000;
const SYMBOL = 'BTC/USDT';
const PERPETUAL = 'BTC/USDT-PERP';

let app: TestApp;
let jobs: RecurringJobs;
let ann: Person;
let ben: Person;
/** Holds 400 USDT, and trades nothing. */
let cleo: Person;

function setPrices(): void {
  app.feed.setPrice(SYMBOL, '50000', { bid: '50000', ask: '50000' });
  app.feed.setPrice(PERPETUAL, '50000', { bid: '49990', ask: '50010' });
}

beforeAll(async () => {
  app = await createTestApp();
  jobs = recurringJobsOf(app);
  setPrices();
  ann = await signUp(app, { level: 2, funds: { change: { USDT: '300000' }, lever: { USDT: '10000' } } });
  ben = await signUp(app, { level: 2, funds: { change: { USDT: '400' } } });
  cleo = await signUp(app, { funds: { change: { USDT: '400' } } });
});
afterAll(() => app.close());

const state = ({ token }: Person) => app.ok('GET /user/vip', {}, { token });
const buy = ({ token }: Person, amount: string) =>
  app.ok(
    'POST /coin/trade',
    { currency_id: 1, legal_id: 3, type: 'buy', kind: 'market', amount },
    { token, idempotencyKey: randomUUID() },
  );
const count = async () => expect(await jobs.turn('vip-count')).toBe('done');
const nextDay = () => app.advance(DAY - (app.now() % DAY) + 60_000);

describe('a day', () => {
  it('counts the volume by its fees and the balance, once, and gives the level that both reach', async () => {
    expect(await state(ann)).toMatchObject({ level: 0, volume: '0', balance: '0', days: [], counted_until: null });
    const order = await buy(ann, '4');
    expect(order).toMatchObject({ fee: '0.004', fee_currency: 'BTC' });
    nextDay();
    await count();
    const counted = await state(ann);
    expect(counted).toMatchObject({ level: 1, fee_discount: '0.1', volume: '200000' });
    expect(counted.days).toHaveLength(1);
    // 100,000 USDT, 10,000 of margin money and 3.996 BTC are held.
    expect(counted.days[0]).toMatchObject({ day: '2026-11-20', balance: '309800' });
    expect(counted.balance).toBe('10326.66666666');
    expect(counted.counted_until).toBe(Date.UTC(2026, 10, 21));
    await count();
    expect((await state(ann)).days).toEqual(counted.days);
    expect(await state(ben)).toMatchObject({ level: 0, volume: '0', balance: '13.33333333' });
    expect(await app.ok('GET /user/info', {}, { token: ann.token })).toMatchObject({ vip_level: 1 });
  });

  it('lowers the fees of the next fills, spot and leverage alike, and what the order form shows', async () => {
    setPrices();
    expect(await buy(ann, '0.1')).toMatchObject({ fee: '0.00009' });
    const deal = (person: Person) => app.ok('POST /lever/deal', { symbol: PERPETUAL }, { token: person.token });
    const [full, less] = [await deal(ben), await deal(ann)];
    expect(less.fee_rate).toBe(discountedRate(full.fee_rate, '0.1'));
    expect(less.maker_fee_rate).toBe(discountedRate(full.maker_fee_rate, '0.1'));
    const position = await app.ok(
      'POST /lever/submit',
      { symbol: PERPETUAL, type: 1, amount: '0.1', multiple: 10 },
      { token: ann.token, idempotencyKey: randomUUID() },
    );
    expect(Number(position.trade_fee)).toBeCloseTo(5_000 * Number(less.fee_rate), 4);
    const closed = await app.ok(
      'POST /lever/close',
      { id: position.id },
      { token: ann.token, idempotencyKey: randomUUID() },
    );
    expect(Number(closed.trade_fee)).toBeCloseTo(2 * 5_000 * Number(less.fee_rate), 4);
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('that was missed is counted with its own fills when the job runs again', async () => {
    app.advance(3 * DAY);
    await count();
    const { days, counted_until } = await state(ann);
    expect(days.map(({ day, volume }) => [day, Number(volume) > 0])).toEqual([
      ['2026-11-23', false],
      ['2026-11-22', false],
      ['2026-11-21', true],
      ['2026-11-20', true],
    ]);
    expect(counted_until).toBe(Date.UTC(2026, 10, 24));
    // At a tenth less of the fee, a tenth less counts: 5,000 of spot; half of the standard fee is paid on a contract.
    expect(Number(days[2]?.volume)).toBeCloseTo(5_000 * 0.9 + 10_000 * 0.5 * 0.9, 1);
  });

  it('of several users who were left is read once, and a node that stops counts none and keeps them', async () => {
    const { database } = app;
    const [row] = await database.query<{ day: string }>(
      'select max(day)::text as day from vip_day where user_id = $1 and volume > 0',
      [ann.id],
    );
    const users = [ann, ben, cleo].map(({ id }) => id);
    const left = users.map((id) => `${row?.day} ${id}`).toSorted();
    const kept = await database.query('select user_id, day, volume from vip_day where day = $1 order by 1', [row?.day]);
    await database.query('delete from vip_day where day = $1', [row?.day]);
    await database.query(
      `insert into job_left (job, item, at) select 'vip-count', i.item, clock_timestamp() from unnest($1::text[]) as i (item)`,
      [left],
    );
    const stopping = new AbortController();
    let reads = 0;
    let stopsAfter = 1;
    const counting = (signal: AbortSignal) =>
      countJob({
        ...app,
        standings: rememberStandings(database),
        nodes: ONE_NODE,
        ports: {
          ...app.ports,
          async marketFills(sql, after, until) {
            reads++;
            if (reads === stopsAfter) stopping.abort();
            return app.ports.marketFills(sql, after, until);
          },
        },
      }).run(jobRun({ signal }, { signal }));
    await counting(stopping.signal);
    expect(reads).toBe(1);
    const waiting = () => database.query(`select item from job_left where job = 'vip-count' order by item`);
    expect(await waiting()).toEqual(left.map((item) => ({ item })));
    [reads, stopsAfter] = [0, Number.POSITIVE_INFINITY];
    await counting(new AbortController().signal);
    // One trade of that day: up to it and ten minutes, and the rest of the day.
    expect(reads).toBeLessThanOrEqual(4);
    expect(await waiting()).toEqual([]);
    expect(
      await database.query('select user_id, day, volume from vip_day where day = $1 order by 1', [row?.day]),
    ).toEqual(kept);
  });

  it('of a user who was left is read in its turn, also where the pause after a failure ends during the run', async () => {
    const { database } = app;
    const days = await database.query<{ day: string }>(
      'select day::text as day from vip_day where user_id = $1 order by day desc limit 2',
      [ann.id],
    );
    const items = days.map(({ day }) => `${day} ${ann.id}`).toSorted();
    const rows = () => database.query('select day, volume from vip_day where user_id = $1 order by 1', [ann.id]);
    const before = await rows();
    await database.query('delete from vip_day where user_id = $1 and day = any($2::date[])', [
      ann.id,
      days.map(({ day }) => day),
    ]);
    await database.query(
      `insert into job_left (job, item, at) select 'vip-count', i.item, clock_timestamp() from unnest($1::text[]) as i (item)`,
      [items],
    );
    let [clock, failed] = [0, 0];
    const run = jobRun({}, { clock: () => clock, onItemFailed: () => void failed++ });
    await run.items.each('left', items.slice(1), String, async () => {
      throw new Error('its turn before');
    });
    expect(failed).toBe(1);
    await countJob({
      ...app,
      standings: rememberStandings(database),
      nodes: ONE_NODE,
      ports: {
        ...app.ports,
        marketFills(sql, after, until) {
          clock = 5_001;
          return app.ports.marketFills(sql, after, until);
        },
      },
    }).run(run);
    expect(failed).toBe(1);
    expect(await database.query(`select item from job_left where job = 'vip-count'`)).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  it('that is no longer of the last thirty days counts no more, and the level is lost with it', async () => {
    await app.database.query('update vip_day set day = day - 28 where user_id = $1', [ann.id]);
    await fund(app, ben.id, 'change', 'USDT', '8000000');
    nextDay();
    await count();
    const { volume, level, days } = await state(ann);
    // The first of its days is over thirty days old, and one is counted since.
    expect(days.map(({ day }) => day)).toEqual(['2026-11-24', '2026-10-26']);
    expect(volume).toBe('0');
    expect(level).toBe(1);
    expect(await state(ben)).toMatchObject({ level: 3, fee_discount: '0.3' });
  });
});

describe('the levels of all users', () => {
  it('are those of the published rule', async () => {
    const levels = await readLevels(app.database);
    const users = await Promise.all(Array.from({ length: 4 }, () => signUp(app)));
    const first = Date.UTC(2020, 0, 1);
    const amounts = fc.constantFrom('0', '99999.99', '100000', '1000000', '4999999.99999999', '100000000');
    const days = fc.array(fc.tuple(fc.integer({ min: 0, max: VIP_DAYS - 1 }), amounts, amounts), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(days, days, days, days), (histories) =>
        app.database
          .transaction(async (tx) => {
            for (const [index, history] of histories.entries()) {
              for (const [day, volume, balance] of history) {
                await tx.query(
                  `insert into vip_day (user_id, day, volume, balance) values ($1, $2, $3, $4)
                   on conflict (user_id, day) do update set volume = excluded.volume, balance = excluded.balance`,
                  [users[index]?.id, dayOf(first + day * DAY), volume, balance],
                );
              }
            }
            await setLevels(tx, await levelsReached(tx, { first, until: first + VIP_DAYS * DAY, days: VIP_DAYS }));
            for (const [index, history] of histories.entries()) {
              const last = new Map(history.map(([day, ...amounts]) => [day, amounts]));
              const total = (part: 0 | 1) => [...last.values()].reduce((sum, each) => sum + Number(each[part]), 0);
              const [row] = await tx.query<{ level: number }>(
                'select vip_level as level from user_account where id = $1',
                [users[index]?.id],
              );
              const expected = vipLevelOf(levels, {
                volume: total(0).toFixed(8),
                balance: (total(1) / VIP_DAYS).toFixed(8),
              });
              expect(row?.level).toBe(expected);
            }
            throw new Rollback();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Rollback)) throw error;
          }),
      ),
      { numRuns: samples(5, 15) },
    );
  });

  it('value only what the market can, by the index: what users trade last at moves no level', () => {
    const quotes: Readonly<Record<string, string>> = { 'EUR/USD': '1.1', 'USD/JPY': '160', 'ETH/USDT': '3000' };
    const feed = {
      quote: (symbol: string) => (symbol in quotes ? { index: quotes[symbol], last: '7' } : null),
    } as unknown as TestApp['feed'];
    expect(['USDT', 'USD', 'EUR', 'ETH', 'JPY', 'HKD'].map((code) => quoteInUsdt(feed, code))).toEqual([
      '1',
      '1',
      '1.1',
      '3000',
      '0.00625',
      null,
    ]);
  });
});

class Rollback extends Error {
  override name = 'Rollback';
}

describe('staff', () => {
  it('change a level while the platform runs: holders, fees and the audit follow at once', async () => {
    const treasury = await signInStaff(app, 'treasury');
    const support = await signInStaff(app, 'support');
    const key = { token: treasury.token };
    const { version, list } = await app.ok('GET /staff/vip', {}, { token: support.token });
    expect(list).toHaveLength(6);
    const change = { level: 1, version, reason: 'a spring campaign', fee_discount: '0.15', balance: '10' };
    expect(await app.rejection('POST /staff/vip/change', change, { token: support.token })).toMatchObject({
      error: 'forbidden',
    });
    app.advance(CONFIRMED_FOR + 60_000);
    expect(await app.rejection('POST /staff/vip/change', change, key)).toMatchObject({
      error: 'confirmation_required',
    });
    await app.ok('POST /staff/confirm', { totp: codeAt(treasury.secret, app.now()) }, key);
    const refused = async (more: Record<string, unknown>) =>
      (await app.rejection('POST /staff/vip/change', { ...change, ...more }, key)).error;
    expect(await refused({ fee_discount: '0.6' })).toBe('field_too_large');
    expect(await refused({ fee_discount: '0.25' })).toBe('field_too_large');
    expect(await refused({ volume: '1000001' })).toBe('field_too_large');
    expect(await refused({ withdrawal_factor: '0.5' })).toBe('field_too_small');
    expect(await refused({ loan_limit: '5' })).toBe('field_required');
    expect(await refused({ loan_limit: '2000000', loan_day_rate: '0.001' })).toBe('field_too_large');
    expect(await refused({ level: 0, volume: '5' })).toBe('field_too_large');
    expect(await refused({ level: 3, loan_limit: '1' })).toBe('field_too_small');
    expect(await refused({ level: 9 })).toBe('not_found');
    expect(await refused({ version: version + 1 })).toBe('changed_meanwhile');
    expect(await state(cleo)).toMatchObject({ level: 0 });
    const after = await app.ok('POST /staff/vip/change', change, key);
    expect(after.list[1]).toMatchObject({ fee_discount: '0.15', balance: '10', volume: '100000' });
    expect(after.version).toBeGreaterThan(version);
    expect(await refused({})).toBe('changed_meanwhile');
    // An average of 400 USDT over the days that were counted is enough now.
    expect(await state(cleo)).toMatchObject({ level: 1, fee_discount: '0.15' });
    expect(app.ports.vip().of(cleo.id)).toMatchObject({ level: 1, feeDiscount: '0.15', loan: null });
    const actions = await app.database.query(`select staff_id, reason from staff_action where action = 'vip.change'`);
    expect(actions).toEqual([{ staff_id: treasury.id, reason: 'a spring campaign' }]);
  });
});

describe('another node', () => {
  it('knows the levels before it takes an order, and follows a change', async () => {
    const other = await createTestApp({}, {}, undefined, undefined, app);
    try {
      expect(other.ports.vip().of(ben.id).level).toBe(0);
      await other.ports.vip().refresh();
      expect(other.ports.vip().of(ben.id)).toMatchObject({ level: 3, loan: { limit: '2500000' } });
      await app.database.transaction(async (tx) => {
        await tx.query('update user_account set vip_level = 4 where id = $1', [ben.id]);
        await tx.query('update vip_head set version = version + 1');
      });
      expect(await recurringJobsOf(other).turn('vip-follow')).toBe('done');
      expect(other.ports.vip().of(ben.id).level).toBe(4);
    } finally {
      await other.close();
    }
  });
});

describe('a count', () => {
  const levelOf = async ({ id }: Person) =>
    (await app.database.query<{ level: number }>('select vip_level as level from user_account where id = $1', [id]))[0]
      ?.level;

  it('waits for no user whose row is locked: the others have their levels at once, and that one afterwards', async () => {
    const [held, other] = [await signUp(app), await signUp(app)];
    await app.database.query('update user_account set vip_level = 2 where id = any($1)', [[held.id, other.id]]);
    nextDay();
    const seen: unknown[] = [];
    await amid(app, { table: 'user_account', id: held.id }, count, async () => {
      seen.push(await levelOf(held), await levelOf(other));
    });
    expect(seen).toEqual([2, 0]);
    expect(await levelOf(held)).toBe(0);
    expect(app.ports.vip().of(held.id).level).toBe(0);
    expect(await app.database.query(`select item from job_left where job = 'vip-count'`)).toEqual([]);
  });

  it('begins a minute after midnight: what was filled before it is committed by then', async () => {
    app.advance(DAY - (app.now() % DAY) + 59_999);
    const days = () => app.database.query('select day from vip_run');
    const before = await days();
    await count();
    expect(await days()).toEqual(before);
    app.advance(1);
    await count();
    expect(await days()).toHaveLength(before.length + 1);
  });
});
