import { add, cmp, isNegative, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { PriceIndex, trailBy } from '../../platform/market/price-index.ts';

const SYMBOLS = ['BTC/USDT-PERP', 'ETH/USDT-PERP'] as const;
const PRICES: readonly number[] = [50_000, 2_500];
const USERS = 4;
const FUNDS = '20000';

/** One thing that happens: a user acts, or the prices move. */
type Act =
  | { readonly kind: 'move'; readonly symbol: number; readonly by: number }
  | {
      readonly kind: 'open';
      readonly user: number;
      readonly symbol: number;
      readonly long: boolean;
      readonly isolated: boolean;
      readonly multiple: number;
      readonly lots: number;
      readonly away: number;
      readonly how: 'market' | 'limit' | 'stop';
      readonly stop: number;
    }
  | { readonly kind: 'close'; readonly user: number; readonly which: number; readonly part: number }
  | { readonly kind: 'cancel'; readonly user: number; readonly which: number }
  | {
      readonly kind: 'limit';
      readonly user: number;
      readonly which: number;
      readonly part: number;
      readonly away: number;
    }
  | { readonly kind: 'drop'; readonly user: number }
  | { readonly kind: 'reverse'; readonly user: number; readonly which: number }
  | { readonly kind: 'margin'; readonly user: number; readonly which: number; readonly amount: number }
  | { readonly kind: 'out'; readonly user: number; readonly amount: number };

const user = fc.nat(USERS - 1);
const which = fc.nat(20);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      symbol: fc.nat(1),
      by: fc.integer({ min: -250, max: 250 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      user,
      symbol: fc.nat(1),
      long: fc.boolean(),
      isolated: fc.boolean(),
      multiple: fc.constantFrom(1, 5, 10, 20, 50, 100),
      lots: fc.integer({ min: 1, max: 400 }),
      away: fc.integer({ min: 1, max: 40 }),
      how: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
      stop: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('close' as const), user, which, part: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      user,
      which,
      part: fc.nat(3),
      away: fc.integer({ min: -10, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), user }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), user, which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const), user, which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('margin' as const),
      user,
      which,
      amount: fc.integer({ min: 1, max: 500 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('out' as const), user, amount: fc.integer({ min: 1, max: 9000 }) }),
  },
);

type Market = { readonly database: TestDatabase; readonly desk: SpotDesk };

async function openMarket(): Promise<Market> {
  const database = await createTestDatabase();
  const desk = await createSpotDesk({
    prices: Object.fromEntries(SYMBOLS.map((symbol, index) => [symbol, PRICES[index] as number])),
    terms: (each) => ({
      ...each,
      house: { ...each.house, depth: 200_000, halfSpread: 0.000_2, skew: 0, cap: 1_000_000, refill: 1_000 },
      breaker: { ...each.breaker, jump: 10 },
    }),
    database,
  });
  return { database, desk };
}

/** Plays what happens to new users; rejections are part of it. Returns what each act came to. */
async function play({ database, desk }: Market, acts: readonly Act[]): Promise<readonly string[]> {
  const users = await desk.users(USERS, {});
  await grant(database, users, { USDT: FUNDS }, 'lever');
  const levels = [...PRICES];
  const setPrices = () => {
    for (const [index, symbol] of SYMBOLS.entries()) {
      desk.source.set(symbol, Math.round((levels[index] as number) * 100));
    }
  };
  setPrices();
  await desk.step(3);
  const opened = new Map<number, string[]>(users.map((_, index) => [index, []]));
  const of = (index: number, nth: number): string => {
    const ids = opened.get(index) ?? [];
    return ids[nth % Math.max(1, ids.length)] ?? '1';
  };
  const outcomes: string[] = [];
  for (const each of acts) {
    try {
      if (each.kind === 'move') {
        levels[each.symbol] = (levels[each.symbol] as number) * (1 + each.by / 10_000);
        setPrices();
        await desk.step(2);
        outcomes.push('moved');
        continue;
      }
      const userId = users[each.user] as string;
      if (each.kind === 'open') {
        const price = levels[each.symbol] as number;
        const worse = each.how === 'limit' ? -1 : 1;
        const limit = Math.round(price * (1 + ((each.long ? 1 : -1) * worse * each.away) / 1_000) * 10) / 10;
        const made = await desk.lever({
          kind: 'open',
          userId,
          level: 2,
          country: null,
          sourceId: null,
          slippage: null,
          worst: null,
          order: {
            symbol: SYMBOLS[each.symbol] as string,
            side: each.long ? 'long' : 'short',
            kind: each.how,
            mode: each.isolated ? 'isolated' : 'cross',
            multiple: each.multiple,
            share: each.lots * (each.symbol === 0 ? 100 : 20),
            ...(each.how !== 'market' && { price: String(limit) }),
            ...(each.stop === 1 && { stop_loss_ratio: '0.3' }),
            ...(each.stop === 2 && { target_profit_ratio: '0.2', trailing_distance: '0.005' }),
          },
        });
        opened.get(each.user)?.push(made.id);
        outcomes.push(`${made.status} ${made.share} ${made.open_price}`);
      } else if (each.kind === 'close') {
        const id = of(each.user, each.which);
        const [row] = await database.query<{ quantity: string }>('select quantity from lever_position where id = $1', [
          id,
        ]);
        const share = each.part === 0 || !row ? null : Math.max(1, Math.floor(Number(row.quantity) * 100));
        const closed = await desk.lever({ kind: 'close', userId, id, share, cause: 'user' });
        outcomes.push(`${closed.status} ${closed.realized_profit}`);
      } else if (each.kind === 'limit') {
        const id = of(each.user, each.which);
        const [row] = await database.query<{ symbol: string; side: string; quantity: string }>(
          'select symbol, side, quantity from lever_position where id = $1',
          [id],
        );
        const level = levels[row?.symbol === SYMBOLS[1] ? 1 : 0] as number;
        const price = String(Math.round(level * (1 + ((row?.side === 'long' ? 1 : -1) * each.away) / 1_000) * 10) / 10);
        const share = each.part === 0 || !row ? null : Math.max(1, Math.floor(Number(row.quantity) * 100));
        const closed = await desk.lever({ kind: 'close', userId, id, share, price, cause: 'user' });
        outcomes.push(`limit ${closed.status} ${closed.realized_profit}`);
      } else if (each.kind === 'drop') {
        const [order] = await database.query<{ id: string; position: string }>(
          `select id, position_id as position from lever_order
            where user_id = $1 and status = 'pending' and purpose = 'close' and kind = 'limit' order by id limit 1`,
          [userId],
        );
        const { id: orderId, position = '1' } = order ?? {};
        await desk.lever({ kind: 'cancel', userId, id: position, orderId });
        outcomes.push('dropped');
      } else if (each.kind === 'cancel') {
        await desk.lever({ kind: 'cancel', userId, id: of(each.user, each.which) });
        outcomes.push('cancelled');
      } else if (each.kind === 'reverse') {
        const id = of(each.user, each.which);
        const { opened: other } = await desk.lever<{ opened: { id: string } }>({
          kind: 'reverse',
          userId,
          level: 2,
          country: null,
          id,
        });
        opened.get(each.user)?.push(other.id);
        outcomes.push('reversed');
      } else if (each.kind === 'margin') {
        const direction = each.amount % 2 ? 'add' : 'remove';
        await desk.lever({
          kind: 'margin',
          userId,
          id: of(each.user, each.which),
          direction,
          amount: String(each.amount),
        });
        outcomes.push(direction);
      } else {
        await desk.lever({ kind: 'transfer', userId, currency: 'USDT', amount: String(each.amount), to: 'change' });
        outcomes.push('out');
      }
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === undefined) throw error;
      outcomes.push(code);
    }
  }
  await expectSound({ database, desk }, users);
  return outcomes;
}

/** What users have is what their positions came to, to the last digit. */
async function expectSound({ database, desk }: Market, users: readonly string[]): Promise<void> {
  expect(desk.failures).toEqual([]);
  const accounts = await database.query<{ user: string; name: string; part: string; balance: string }>(
    `select user_id as "user", name, part, balance::numeric as balance from ledger_account where user_id = any($1)`,
    [users],
  );
  for (const { balance } of accounts) expect(isNegative(balance)).toBe(false);
  const rows = await database.query<{ user: string; booked: string; margin: string; reserved: string; bad: number }>(
    `select u.id as "user",
            coalesce((select sum(realized + shortfall - fee - overnight_fee - funding_fee) from lever_position p
                       where p.user_id = u.id), 0) as booked,
            coalesce((select sum(margin) from lever_position p where p.user_id = u.id), 0) as margin,
            coalesce((select sum(reserved) from lever_order o where o.user_id = u.id and o.status = 'pending'), 0) as reserved,
            (select count(*)::int from lever_position p
              where p.user_id = u.id and p.status = 'closed'
                and exists (select from lever_trigger t where t.position_id = p.id
                             and t.status in ('pending', 'active', 'triggered'))) as bad
       from unnest($1::bigint[]) u(id)`,
    [users],
  );
  for (const { user: id, booked, margin, reserved, bad } of rows) {
    const own = accounts.filter((account) => account.user === id);
    const total = sum(own.map(({ balance }) => balance));
    expect(total).toBe(add(FUNDS, booked));
    const frozen = own.find(({ name, part }) => name === 'lever' && part === 'frozen')?.balance ?? '0';
    expect(frozen).toBe(add(margin, reserved));
    expect(bad).toBe(0);
  }
  // The result of each position is what its fills were booked with, and those are its prices.
  const wrong = await database.query(
    `select p.id from lever_position p
       left join lever_order o on o.position_id = p.id left join lever_fill f on f.order_id = o.id
      where p.user_id = any($1)
      group by p.id
     having p.realized <> coalesce(sum(f.profit), 0) or p.fee <> coalesce(sum(f.fee), 0)
         or abs(p.realized - (case p.side when 'long' then 1 else -1 end)
                  * (p.closed_exact - (p.opened_exact - p.entry_exact)) * p.rate) > 0.000001 * (1 + count(f.id))`,
    [users],
  );
  expect(wrong).toEqual([]);
  // Limit orders that close are never to close more than there is.
  const beyond = await database.query(
    `select p.id from lever_position p join lever_order o on o.position_id = p.id
      where p.user_id = any($1) and o.status = 'pending' and o.purpose = 'close' and o.kind = 'limit'
      group by p.id having sum(o.quantity - o.filled_quantity) > p.quantity`,
    [users],
  );
  expect(beyond).toEqual([]);
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
}

describe('random markets', () => {
  let one: Market;
  let other: Market;
  beforeAll(async () => {
    [one, other] = await Promise.all([openMarket(), openMarket()]);
  });
  afterAll(async () => {
    for (const { desk, database } of [one, other]) {
      await desk.close();
      await database.close();
    }
  });

  it('leave each user with what the positions came to, and are the same when they are played again', async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 40, maxLength: 60 }), async (acts) => {
        const [first, second] = await Promise.all([play(one, acts), play(other, acts)]);
        expect(second).toEqual(first);
        done += first.filter((outcome) => outcome.startsWith('1')).length;
      }),
      { numRuns: 3, endOnFailure: true },
    );
    // One market of acts may consist of what is rejected; three do not.
    expect(done).toBeGreaterThan(0);
  });
});

describe('sorted prices', () => {
  it('are reached as one would find by looking at each', () => {
    const level = fc.record({
      when: fc.constantFrom('above' as const, 'below' as const),
      price: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), level)), fc.array(fc.nat(30)), fc.nat(55), (set, gone, mark) => {
        const index = new PriceIndex();
        const known = new Map<string, (typeof set)[number][1]>();
        for (const [id, each] of set) {
          index.set(String(id), 'X', each);
          known.set(String(id), each);
        }
        for (const id of gone) {
          index.delete(String(id));
          known.delete(String(id));
        }
        const expected = [...known].filter(([, { when, price }]) => (when === 'above' ? mark >= price : mark <= price));
        expect([...index.sweep('X', mark).reached].toSorted()).toEqual(expected.map(([id]) => id).toSorted());
        expect(index.size).toBe(known.size);
      }),
    );
  });

  it('trail behind the best mark by their distance, and are reached no earlier', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 50, max: 150 }), { minLength: 1 }), fc.boolean(), (marks, long) => {
        let trail = {
          side: long ? ('long' as const) : ('short' as const),
          activation: null,
          best: null as number | null,
          price: null as number | null,
          step: 1,
        };
        for (const mark of marks) {
          const effect = trailBy(trail, mark);
          if (effect === 'reached') {
            expect(long ? mark <= (trail.best as number) - 10 : mark >= (trail.best as number) + 10).toBe(true);
            return;
          }
          if (effect === 'moved') trail = { ...trail, best: mark, price: long ? mark - 10 : mark + 10 };
          const best = trail.best as number;
          expect(cmp(String(long ? best : -best), String(long ? mark : -mark))).toBeGreaterThanOrEqual(0);
          expect(Math.abs(Number(sub(String(best), String(mark))))).toBeLessThan(10);
        }
      }),
    );
  });
});
