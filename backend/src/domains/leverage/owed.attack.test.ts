import type { WirePosition } from '@tessera/api/leverage/wire';
import { add, cmp, sub } from '@tessera/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { closing, leverFunds, type OrderChanges, opening } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { keepPartitions } from '../../platform/market/minute-record.ts';
import { encodeTicks } from '../../platform/market/tick-record.ts';
import { openCatalogue } from '../instruments/index.ts';
import { holdingJob } from './holding.ts';

/*
 * Funding is known a minute after its instant. In between a user closes, and moves the money to where the charge does not
 * reach it: the insurance account would pay.
 */

const BTC = 'BTC/USDT-PERP';
const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 20, 15);
const FUNDING = START + 60 * MINUTE;
/** 0.1 BTC at a mark of 60,060 and a rate of 0.1 %. */
const CHARGE = '6.006';

let database: TestDatabase;
let catalogue: Catalogue;
let desk: SpotDesk;
let ann: string;
let bob: string;
let eve: string;
let dan: string;

beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await openCatalogue({ database, now: Date.now });
  desk = await createSpotDesk({
    prices: { [BTC]: 60_000 },
    terms: (each) => ({ ...each, house: { ...each.house, depth: 100_000_000, halfSpread: 0.0001, refill: 1 } }),
    database,
    catalogue,
  });
  await desk.step(2);
  [ann = '', bob = '', eve = '', dan = ''] = await desk.users(4, {});
  await grant(database, [ann, bob, eve, dan], { USDT: '1000' }, 'lever');
  // All was charged up to now, and all premiums but those of the last two minutes are known.
  await database.query(`insert into lease (name, holder, token, until, reached_at) values ($1, '', 1, now(), $2)`, [
    'leverage-holding',
    new Date(START),
  ]);
  await database.query(
    `insert into funding_premium (symbol, minute, premium)
     select $1, $2::timestamptz - n * interval '1 minute', 0.001 from generate_series(3, 480) n`,
    [BTC, new Date(FUNDING)],
  );
  await keepPartitions(database, FUNDING);
  const [symbol] = await database.query<{ id: number }>('select id from market_symbol where symbol = $1', [BTC]);
  const ticks = Array.from({ length: 12 }, (_, step) => ({
    at: FUNDING - MINUTE + step * 5_000,
    ...{ bid: 6_005_995, ask: 6_006_005, last: 6_006_000, high: 6_006_000, low: 6_006_000, lots: 0, index: 6_000_000 },
  }));
  await database.query('insert into market_block (symbol_id, minute, number, ticks) values ($1, $2, 1000, $3)', [
    symbol?.id,
    new Date(FUNDING - MINUTE),
    encodeTicks(ticks),
  ]);
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  await desk.close();
  await database.close();
});

const open = (userId: string, order: OrderChanges = {}) => desk.lever<WirePosition>(opening(userId, order));
const close = (userId: string, id: string) => desk.lever<WirePosition>(closing(userId, id));
const leave = (userId: string, amount: string) =>
  desk.lever({ kind: 'transfer', userId, currency: 'USDT', amount, to: 'change' });
const { available } = leverFunds(() => database);
const refusalOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof DomainError) return error;
  throw new Error('it was not refused', { cause: error });
};

it('stays as far as the charge may need it, and no longer', async () => {
  const held = new Map<string, WirePosition>();
  for (const user of [ann, bob, eve]) held.set(user, await open(user));
  const short = await open(dan, { side: 'short' });
  const idOf = (user: string) => held.get(user)?.id as string;

  // Amid the batch that crosses the instant: it is read before, and may be applied after it.
  desk.advance(FUNDING - 5_000 - desk.now());
  await desk.step();
  const [closed, left] = await Promise.allSettled([close(eve, idOf(eve)), leave(eve, '990')]);
  expect([closed.status, left.status]).toEqual(['fulfilled', 'rejected']);
  // Closed before the instant, it owes nothing.
  expect(cmp(await available(eve), '990')).toBe(1);
  await leave(eve, await available(eve));

  desk.advance(FUNDING + 1_000 - desk.now());
  await desk.step();
  await close(ann, idOf(ann));
  await close(bob, idOf(bob));
  await close(dan, short.id);
  // Who receives keeps nothing back.
  await leave(dan, await available(dan));

  const refused = await refusalOf(leave(ann, await available(ann)));
  expect(refused.code).toBe('margin_in_use');
  const most = String(refused.params?.max);
  const kept = sub(await available(ann), most);
  // Two of 480 minutes at 0.5 % instead of 0.1 %, and a mark that had fallen by a tenth.
  expect(Number(kept)).toBeGreaterThan(Number(CHARGE));
  expect(Number(kept)).toBeLessThan(Number(CHARGE) * 1.2);
  await leave(ann, most);
  // Nor into the margin of another position, which is not charged for this one.
  const isolated = { mode: 'isolated', multiple: 10 } as const;
  const amount = (Number(await available(bob)) / 6_035).toFixed(4);
  expect((await refusalOf(open(bob, { ...isolated, amount }))).code).toBe('insufficient_balance');
  const rests = open(bob, { ...isolated, kind: 'stop', price: '60100', amount });
  expect((await refusalOf(rests)).code).toBe('insufficient_balance');
  const other = await open(bob, { ...isolated, amount: '0.001' });
  const rest = await available(bob);
  const more = desk.lever({ kind: 'margin', userId: bob, id: other.id, direction: 'add', amount: rest });
  expect((await refusalOf(more)).code).toBe('insufficient_balance');

  // The record is there, and the job charges.
  await database.query(
    `insert into market_head (at, sequence, heads, key, signature)
     select $1, (select coalesce(max(sequence), 0) + 1 from market_head), '', $2, $3`,
    [new Date(FUNDING + MINUTE), Buffer.alloc(32), Buffer.alloc(64)],
  );
  const reached = await holdingJob({ database, catalogue, market: desk.market, now: desk.now }).run(
    jobRun({ since: START }),
  );
  expect(reached).toBe(FUNDING);
  const charges = await database.query<{ user_id: string; charge: string; shortfall: string; from_margin: string }>(
    'select user_id, charge, shortfall, from_margin from lever_charge order by user_id',
  );
  expect(charges).toMatchObject([
    { user_id: ann, charge: CHARGE, shortfall: '0', from_margin: '0' },
    { user_id: bob, charge: CHARGE, shortfall: '0', from_margin: '0' },
    { user_id: dan, charge: `-${CHARGE}` },
  ]);
  expect(add(await available(ann), CHARGE)).toBe(kept);
  // Charged, the rest is free, and so it stays until the next instant.
  await leave(ann, await available(ann));
  await database.query(`update lease set reached_at = $1 where name = 'leverage-holding'`, [new Date(FUNDING)]);
  await leave(dan, await available(dan));
});
