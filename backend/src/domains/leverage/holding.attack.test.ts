import type { WirePosition } from '@tessera/api/leverage/wire';
import { add, cmp, mul, neg, sub } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { closing, leverFunds, type OrderChanges, opening } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { keepPartitions } from '../../platform/market/minute-record.ts';
import { encodeTicks } from '../../platform/market/tick-record.ts';
import { openCatalogue } from '../instruments/index.ts';
import { holdingJob } from './holding.ts';
import { dueBetween } from './owed.ts';

/* Each instant is charged once, by what was open and recorded then: runs at once, repeated, late; positions that fled. */

const BTC = 'BTC/USDT-PERP';
const GOLD = 'XAU/USD';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** When positions are opened; funding is due an hour later, the overnight fee at midnight. */
const START = Date.UTC(2026, 10, 20, 15);
const FUNDING = START + HOUR;
const MIDNIGHT = Date.UTC(2026, 10, 21);

let database: TestDatabase;
let catalogue: Catalogue;
let desk: SpotDesk;
let ann: string;
let bob: string;
let eve: string;

beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await openCatalogue({ database, now: Date.now });
  desk = await createSpotDesk({
    prices: { [BTC]: 50_000, [GOLD]: 4_000 },
    terms: (each) => ({ ...each, house: { ...each.house, depth: 100_000_000, halfSpread: 0.0001, refill: 1 } }),
    database,
    catalogue,
  });
  await desk.step(2);
  // The record of the last minute before each instant: the mark 0.1 % above the index.
  await keepPartitions(database, START);
  await keepPartitions(database, MIDNIGHT);
  const ids = await database.query<{ id: number; symbol: string }>('select id, symbol from market_symbol');
  for (const due of [FUNDING, MIDNIGHT]) {
    for (const { id, symbol } of ids) {
      const index = symbol === BTC ? 6_000_000 : 500_000;
      const price = index + index / 1_000;
      const ticks = Array.from({ length: 12 }, (_, step) => ({
        at: due - MINUTE + step * 5_000,
        ...{ bid: price - 5, ask: price + 5, last: price, high: price, low: price, lots: 0, index },
      }));
      await database.query('insert into market_block (symbol_id, minute, number, ticks) values ($1, $2, 1000, $3)', [
        id,
        new Date(due - MINUTE),
        encodeTicks(ticks),
      ]);
    }
  }
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  await desk.close();
  await database.close();
});
beforeEach(async () => {
  [ann = '', bob = '', eve = ''] = await desk.users(3, {});
  await grant(database, [ann, bob, eve], { USDT: '10000' }, 'lever');
});

/** The record is stored up to this time. */
const recorded = (until: number) =>
  database.query(
    `insert into market_head (at, sequence, heads, key, signature)
     select $1, (select coalesce(max(sequence), 0) + 1 from market_head), '', $2, $3 on conflict do nothing`,
    [new Date(until), Buffer.alloc(32), Buffer.alloc(64)],
  );

const run = (since: number) =>
  holdingJob({ database, catalogue, market: desk.market, now: () => START }).run(jobRun({ since }));

const open = (userId: string, order: OrderChanges = {}) => desk.lever(opening(userId, order));
const close = (userId: string, id: string) => desk.lever<WirePosition>(closing(userId, id));
const { available } = leverFunds(() => database);
const chargesOf = (userId: string) =>
  database.query<{
    kind: string;
    due: number;
    quantity: string;
    charge: string;
    from_margin: string;
    shortfall: string;
  }>(
    'select kind, due, quantity, charge, from_margin, shortfall from lever_charge where user_id = $1 order by due, kind',
    [userId],
  );

it('instants are due every eight hours, and at the end of each day', () => {
  expect(dueBetween(FUNDING - 1, MIDNIGHT).map(({ kind, due }) => [kind, due])).toEqual([
    ['funding', FUNDING],
    ['funding', MIDNIGHT],
    ['overnight_fee', MIDNIGHT],
  ]);
  expect(dueBetween(FUNDING, FUNDING + 8 * HOUR - 1)).toEqual([]);
});

describe('funding', () => {
  it('waits for the record of its instant', async () => {
    await open(ann);
    await recorded(FUNDING - MINUTE);
    expect(await run(START)).toBe(START);
    expect(await chargesOf(ann)).toEqual([]);
    const position = await open(bob);
    await close(bob, position.id);
  });

  it('is paid by longs to shorts once, at the mark and rate of its instant, however often and by however many it runs', async () => {
    await recorded(FUNDING + MINUTE);
    const long = await open(ann);
    const short = await open(bob, { side: 'short', mode: 'isolated' });
    const before = { ann: await available(ann), bob: await available(bob) };
    // Of eight hours one minute was recorded: its premium is the mean, 0.1 %. 6,006,000 ticks are 60,060 USDT.
    const due = mul(mul('60060', '0.1'), '0.001');
    await Promise.all([run(START), run(START)].map((each) => each.catch(() => undefined)));
    await run(START);
    expect(await run(START)).toBe(FUNDING);
    expect(sub(before.ann, await available(ann))).toBe(due);
    expect(sub(await available(bob), before.bob)).toBe(due);
    expect(await chargesOf(ann)).toMatchObject([{ kind: 'funding', due: FUNDING, quantity: '0.1', charge: due }]);
    expect(await chargesOf(bob)).toMatchObject([{ charge: neg(due), from_margin: '0', shortfall: '0' }]);
    const [rate] = await database.query('select mark, rate from holding_rate where symbol = $1', [BTC]);
    expect(rate).toEqual({ mark: '60060', rate: '0.001' });
    expect((await close(ann, long.id)).funding_fee).toBe(due);
    expect((await close(bob, short.id)).funding_fee).toBe(neg(due));
    const [result] = await database.query<{ result: string }>('select result from trading_result where user_id = $1', [
      ann,
    ]);
    expect(result?.result).toBe(sub(await available(ann), '10000'));
  });

  it('is paid by who held at the instant: a position closed since pays, one opened since does not', async () => {
    const fled = await open(eve);
    await close(eve, fled.id);
    const late = await open(bob);
    await database.query('update lever_position set closed_at = $2 where id = $1', [
      fled.id,
      new Date(FUNDING + 1_000),
    ]);
    await database.query('update lever_position set opened_at = $2 where id = $1', [late.id, new Date(FUNDING)]);
    // What it had when it closed is no longer held.
    await database.query('alter table leverage_event disable trigger leverage_event_append_only');
    await database.query(`update leverage_event set at = $2 where position_id = $1 and kind = 'closed'`, [
      fled.id,
      new Date(FUNDING + 1_000),
    ]);
    const before = await available(eve);
    await run(START);
    expect(cmp(await available(eve), before)).toBe(-1);
    expect(await chargesOf(eve)).toMatchObject([{ quantity: '0.1' }]);
    expect(await chargesOf(bob)).toEqual([]);
    const [row] = await database.query<{ funding_fee: string; status: string }>(
      'select funding_fee, status from lever_position where id = $1',
      [fled.id],
    );
    expect(row).toMatchObject({ status: 'closed', funding_fee: '6.006' });
    await close(bob, late.id);
  });

  it('beyond the account comes from the margin, and brings the liquidation nearer', async () => {
    const position = await open(ann, { mode: 'isolated' });
    await desk.lever({ kind: 'transfer', userId: ann, currency: 'USDT', amount: await available(ann), to: 'change' });
    await run(START);
    expect(await available(ann)).toBe('0');
    const [row] = await database.query<{ margin: string }>('select margin from lever_position where id = $1', [
      position.id,
    ]);
    expect(row?.margin).toBe(sub(position.margin, '6.006'));
    expect(await chargesOf(ann)).toMatchObject([{ from_margin: '6.006', shortfall: '0' }]);
    const closed = await close(ann, position.id);
    expect(closed.status).toBe(3);
  });

  it('cannot be blocked by a key that the user has taken', async () => {
    const position = await open(ann);
    for (const key of [`funding:${FUNDING}:${ann}`, `charge:${FUNDING}`, `holding:${FUNDING}`]) {
      await desk.lever({ kind: 'close', userId: ann, id: '999999', share: null, cause: 'user' }, key).catch(() => null);
    }
    await run(START);
    expect(await chargesOf(ann)).toHaveLength(1);
    await close(ann, position.id);
  });
});

describe('overnight fees', () => {
  it('are a 360th of the yearly rate on the notional at the close of the day, a ledger entry of their own', async () => {
    const position = await open(ann, { symbol: GOLD, amount: '10' });
    const before = await available(ann);
    await recorded(MIDNIGHT + MINUTE);
    expect(await run(FUNDING)).toBe(MIDNIGHT);
    expect(await run(FUNDING)).toBe(MIDNIGHT);
    // 500,500 ticks of 0.01 × 10 ounces × 4 % / 360, rounded up to the scale of the currency.
    const charged = sub(before, await available(ann));
    expect(Number(charged)).toBeCloseTo((5_005 * 10 * 0.04) / 360, 5);
    expect(await chargesOf(ann)).toMatchObject([{ kind: 'overnight_fee', due: MIDNIGHT, charge: charged }]);
    const kinds = await database.query<{ kind: string }>(`select kind from journal where ref like 'lever-charge:%'`);
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['funding', 'margin', 'overnight_fee']));
    expect((await close(ann, position.id)).overnight_fee).toBe(charged);
    expect(add(charged, '0')).toBe(charged);
  });
});

it('funding that is charged a day late is by the premiums of its own hours', async () => {
  const { id } = await open(ann);
  await database.query('delete from funding_premium');
  // Rates are fixed for ever: that of this instant is forgotten for the test.
  await database.query('alter table holding_rate disable trigger user');
  await database.query('delete from holding_rate');
  await database.query('alter table holding_rate enable trigger user');
  await recorded(FUNDING + 20 * HOUR);
  await run(START);
  const [charge] = await chargesOf(ann);
  expect(charge).toMatchObject({ kind: 'funding', due: FUNDING, charge: mul(mul('60060', '0.1'), '0.001') });
  await close(ann, id);
});
