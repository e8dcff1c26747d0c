import { randomUUID } from 'node:crypto';
import { isCrossUnderWater, isUnderWater, type RiskPosition } from '@tessera/api/leverage/rules';
import { isNegative, mul, sum } from '@tessera/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpotDesk, grant, type SpotDesk, type SpotNode } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { type Position, riskOf } from './position.ts';

/* Markets that leap while users hold random positions: what is under water is booked, and by no other user's money. */

const SYMBOLS = ['BTC/USDT-PERP', 'ETH/USDT-PERP'] as const;
const PRICES: readonly [number, number] = [50_000, 2_500];
const TICK = '0.01';
const USERS = 3;
const FUNDS = '5000';

const held = fc.record({
  user: fc.nat(USERS - 1),
  symbol: fc.nat(1),
  side: fc.constantFrom('long' as const, 'short' as const),
  mode: fc.constantFrom('cross' as const, 'isolated' as const),
  multiple: fc.constantFrom(2, 10, 50, 100),
  /** Of the funds, as margin. */
  part: fc.integer({ min: 2, max: 25 }),
});
/** Both prices leap; then funding is charged at a rate. */
const event = fc.record({
  leaps: fc.tuple(fc.integer({ min: -40, max: 60 }), fc.integer({ min: -40, max: 60 })),
  rate: fc.integer({ min: -75, max: 75 }),
});

type Holding = typeof held extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Happening = typeof event extends fc.Arbitrary<infer Drawn> ? Drawn : never;

type Market = { readonly database: TestDatabase; readonly desk: SpotDesk };

let steady: Market;
let changing: Market;

async function openMarket(): Promise<Market> {
  const database = await createTestDatabase();
  const desk = await createSpotDesk({
    prices: { [SYMBOLS[0]]: PRICES[0], [SYMBOLS[1]]: PRICES[1] },
    terms: (each) => ({
      ...each,
      house: { ...each.house, depth: 1e9, halfSpread: 0.0001, cap: 1_000, skew: 0, refill: 1 },
      breaker: { ...each.breaker, jump: 1_000 },
    }),
    database,
  });
  return { database, desk };
}

beforeAll(async () => {
  [steady, changing] = await Promise.all([openMarket(), openMarket()]);
});
afterAll(async () => {
  for (const { desk, database } of [steady, changing]) {
    expect(desk.failures).toEqual([]);
    expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
    await desk.close();
    await database.close();
  }
});

type Row = Pick<
  Position,
  'id' | 'userId' | 'symbol' | 'side' | 'mode' | 'rate' | 'threshold' | 'closingFeeRate' | 'quantity' | 'margin'
> & { readonly entryExact: string; readonly required: string; readonly shortfall: string; readonly status: string };

const positionsOf = ({ database }: Market, users: readonly string[]) =>
  database.query<Row>(
    `select id, user_id as "userId", symbol, side, mode, rate, threshold, closing_fee_rate as "closingFeeRate", quantity,
            margin, entry_exact as "entryExact", required, shortfall, status
       from lever_position where user_id = any($1) order by id`,
    [users],
  );

/** Nothing that is open is under water at the marks that this node published. */
async function expectDry(market: Market, node: SpotNode, users: readonly string[]): Promise<void> {
  const marks = new Map(
    node.frames.flatMap(({ symbols }) => symbols.map(({ symbol, mark }) => [symbol, mul(String(mark), TICK)] as const)),
  );
  const open = (await positionsOf(market, users)).filter(({ status }) => status === 'open' || status === 'closing');
  const balances = await market.database.query<{ user: string; balance: string }>(
    `select user_id as "user", balance::numeric as balance from ledger_account
      where user_id = any($1) and name = 'lever' and part = 'available' and currency = 'USDT'`,
    [users],
  );
  const risk = (row: Row): RiskPosition => riskOf(row, marks.get(row.symbol) as string, row.rate);
  for (const row of open) if (row.mode === 'isolated') expect(isUnderWater(risk(row))).toBe(false);
  for (const userId of users) {
    const cross = open.filter((row) => row.mode === 'cross' && row.userId === userId).map(risk);
    const available = balances.find(({ user }) => user === userId)?.balance ?? '0';
    expect(isCrossUnderWater(available, cross)).toBe(false);
  }
}

/** What users have is what they were given and what was booked; what they could not pay the insurance account paid. */
async function expectBooked({ database }: Market, users: readonly string[]): Promise<void> {
  const accounts = await database.query<{ balance: string }>(
    'select balance::numeric as balance from ledger_account where user_id = any($1)',
    [users],
  );
  for (const { balance } of accounts) expect(isNegative(balance)).toBe(false);
  const [booked] = await database.query<{ result: string; short: string; uncharged: string }>(
    `select coalesce(sum(realized - fee - overnight_fee - funding_fee), 0) as result, coalesce(sum(shortfall), 0) as short,
            (select coalesce(sum(shortfall), 0) from lever_charge where user_id = any($1)) as uncharged
       from lever_position where user_id = any($1)`,
    [users],
  );
  const { result = '0', short = '0', uncharged = '0' } = booked ?? {};
  const given = mul(FUNDS, String(USERS));
  expect(sum(accounts.map(({ balance }) => balance))).toBe(sum([given, result, short, uncharged]));
  // Of all who ever held something: positions of earlier plays are liquidated by later leaps.
  const [insured] = await database.query<{ paid: string; owed: string }>(
    `select coalesce((select sum(e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id
                       where a.owner_kind = 'house' and a.name = 'insurance'), 0) as paid,
            coalesce((select sum(shortfall) from lever_position), 0)
              + coalesce((select sum(shortfall) from lever_charge), 0) as owed`,
  );
  expect(sum([insured?.paid ?? '', insured?.owed ?? ''])).toBe('0');
}

/** Plays leaps against positions; with `changes`, another node holds the market after each. Returns what became of each. */
async function play(market: Market, drawn: readonly Holding[], events: readonly Happening[], changes: boolean) {
  const { database, desk } = market;
  const users = await desk.users(USERS, {});
  await grant(database, users, { USDT: FUNDS }, 'lever');
  let node: SpotNode = changes ? await desk.node() : desk;
  const levels: [number, number] = [...PRICES];
  const follow = async (steps: number) => {
    SYMBOLS.forEach((symbol, index) => void node.source.set(symbol, Math.round((levels[index] as number) * 100)));
    await node.step(steps);
  };
  await follow(3);
  for (const { user, symbol, side, mode, multiple, part } of drawn) {
    const price = levels[symbol] as number;
    const amount = ((Number(FUNDS) * part * multiple) / 100 / price).toFixed(symbol === 0 ? 2 : 1);
    const order = { symbol: SYMBOLS[symbol] as string, side, mode, multiple, kind: 'market' as const, amount };
    const common = {
      userId: users[user] as string,
      level: 2 as const,
      country: null,
      sourceId: null,
      slippage: null,
      worst: null,
    };
    await node.lever({ kind: 'open', ...common, order }).catch((error: { code?: string }) => {
      if (error.code === undefined) throw error;
    });
  }
  for (const [index, { leaps, rate }] of events.entries()) {
    levels[0] *= 1 + leaps[0] / 100;
    levels[1] *= 1 + leaps[1] / 100;
    await follow(6);
    for (const userId of users) {
      const rows = (await positionsOf(market, [userId])).filter(({ status }) => status === 'open');
      const positions = rows.map(({ id, symbol, side, quantity, rate: conversion }) => ({
        ...{ id, currency: 'USDT', side, quantity, conversion },
        mark: (levels[SYMBOLS.indexOf(symbol as (typeof SYMBOLS)[number])] as number).toFixed(2),
        rate: (rate / 10_000).toFixed(4),
      }));
      const due = index + 1;
      await node.lever({ kind: 'charge', userId, charge: 'funding', due, positions }, randomUUID());
    }
    await node.step(4);
    await expectDry(market, node, users);
    if (changes) {
      await node.market.stop();
      node = await desk.node();
      await follow(2);
    }
  }
  await expectBooked(market, users);
  if (changes) await node.market.stop();
  const all = await database.query<{ status: string; reason: string | null; symbol: string; side: string }>(
    'select status, close_reason as reason, symbol, side from lever_position where user_id = any($1) order by id',
    [users],
  );
  return all.map(({ status, reason, symbol, side }) => `${symbol} ${side} ${status} ${reason}`);
}

it('leave nothing under water unbooked and no balance below zero, and the same positions on one node and on many', async () => {
  let liquidated = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(held, { minLength: 6, maxLength: 10 }),
      fc.array(event, { minLength: 2, maxLength: 3 }),
      async (positions, events) => {
        const one = await play(steady, positions, events, false);
        expect(await play(changing, positions, events, true)).toEqual(one);
        liquidated += one.filter((outcome) => outcome.endsWith('liquidation')).length;
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
  expect(liquidated).toBeGreaterThan(0);
});
