import { add, cmp, mul, neg, quantize, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, houseBalance, userBalances } from '../../platform/ledger/index.ts';
import { bookMatch, type Progress, reserveOf } from './rules.ts';
import { sweepOrders } from './sweep.ts';

const PAIR = 'LTC/USDT';
const LTC = 25;
const USDT = 3;
const scales = { base: 8, quote: 6 };

const price = fc
  .integer({ min: 1, max: 1_000_000 })
  .map((cents) => quantize(mul(String(cents), '0.000001'), 6, 'down'));
const lots = fc.integer({ min: 1, max: 1_000_000_000 }).map((units) => mul(String(units), '0.00000001'));

describe('booking an order in parts', () => {
  it('never needs more than was frozen for the whole, and leaves nothing frozen at the end', () => {
    const part = fc.record({ amount: lots, better: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        price,
        fc.array(part, { minLength: 1, maxLength: 8 }),
        (side, limit, parts) => {
          const amount = sum(parts.map((each) => each.amount));
          const blank = { side, limit, amount, filledAmount: '0', filledExact: '0', filledQuote: '0', fee: '0' };
          let progress: Progress = { ...blank, reserved: reserveOf(blank, scales) };
          const frozen = progress.reserved;
          let spent = '0';
          let released = '0';
          for (const { amount: size, better } of parts) {
            const factor = side === 'buy' ? better.toFixed(6) : (1 + better).toFixed(6);
            const match = { price: mul(limit, factor), amount: size };
            const booking = bookMatch(progress, match, '0.001', scales);
            expect(cmp(booking.spent, '0')).toBeGreaterThanOrEqual(0);
            expect(cmp(booking.released, '0')).toBeGreaterThanOrEqual(0);
            expect(cmp(booking.fee, booking.received)).toBeLessThanOrEqual(0);
            spent = add(spent, booking.spent);
            released = add(released, booking.released);
            progress = booking.progress;
            expect(add(add(spent, released), progress.reserved)).toBe(frozen);
          }
          expect(progress.reserved).toBe('0');
          const rounding = side === 'buy' ? 'up' : 'down';
          expect(progress.filledQuote).toBe(quantize(progress.filledExact, scales.quote, rounding));
        },
      ),
    );
  });
});

let app: TestApp;
let people: readonly Person[];
beforeAll(async () => {
  app = await createTestApp();
  app.feed.setPrice(PAIR, '100');
  const funds = { change: { USDT: '3000', LTC: '20' } };
  people = [await signUp(app, { level: 2, funds }), await signUp(app, { level: 2, funds })];
});
afterAll(() => app.close());

const person = fc.integer({ min: 0, max: 1 });
const tick = fc.integer({ min: 8_000, max: 12_000 }).map((cents) => mul(String(cents), '0.01'));
const size = fc.integer({ min: 5, max: 2_000 }).map((units) => mul(String(units), '0.01'));
const step = fc.oneof(
  fc.record({ kind: fc.constant('limit' as const), person, side: fc.constantFrom('buy', 'sell'), tick, size }),
  fc.record({ kind: fc.constant('market' as const), person, side: fc.constantFrom('buy', 'sell'), size }),
  fc.record({ kind: fc.constant('cancel' as const), person, which: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constant('move' as const), tick }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let keys = 0;
const options = (index: number) => {
  keys += 1;
  return { token: people[index]?.token ?? '', idempotencyKey: `property-${keys}` };
};

async function run(action: Step): Promise<void> {
  const pair = { currency_id: LTC, legal_id: USDT };
  switch (action.kind) {
    case 'limit': {
      const { person: who, side, tick: target_price, size: amount } = action;
      await app.call('POST /coin/trade', { ...pair, type: side, target_price, amount }, options(who));
      return;
    }
    case 'market': {
      const { person: who, side, size: amount } = action;
      await app.call('POST /coin/trade', { ...pair, type: side, kind: 'market', amount }, options(who));
      return;
    }
    case 'cancel': {
      const mine = options(action.person);
      const { list } = await app.ok('GET /coin/list', { status: 'pending' }, mine);
      const id = list[action.which]?.id;
      if (id) await app.call('PUT /coin/trade', { id }, mine);
      return;
    }
    case 'move': {
      app.feed.setPrice(PAIR, action.tick);
      const since = app.now();
      app.advance(200);
      app.feed.setPrice(PAIR, action.tick);
      const { failures } = await sweepOrders(app, async () => undefined, since);
      if (failures[0]) throw failures[0];
    }
  }
}

async function expectSoundBooks(): Promise<void> {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  for (const currency of ['USDT', 'LTC']) {
    const [held] = await app.database.query<{ sum: string }>(
      `select coalesce(sum(balance), 0) as sum from ledger_account
        where owner_kind = 'user' and currency = $1`,
      [currency],
    );
    const houses = await Promise.all(
      (['grants', 'counterparty', 'fees'] as const).map((name) => houseBalance(app.database, name, currency)),
    );
    expect(held?.sum).toBe(neg(sum(houses)));
  }
  for (const { id } of people) {
    const balances = await userBalances(app.database, id);
    for (const [side, currency] of [
      ['buy', 'USDT'],
      ['sell', 'LTC'],
    ] as const) {
      const [reserved] = await app.database.query<{ sum: string }>(
        'select coalesce(sum(reserved), 0) as sum from spot_order where user_id = $1 and side = $2',
        [id, side],
      );
      const balance = balances.find((each) => each.currency === currency);
      expect(balance?.frozen).toBe(reserved?.sum);
      expect(cmp(sub(balance?.available ?? '0', '0'), '0')).toBeGreaterThanOrEqual(0);
    }
  }
}

describe('any sequence of orders, cancellations and market moves', () => {
  it('conserves every currency, freezes what open orders reserve and lets nothing go below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), async (rounds) => {
        // The steps of a round run at the same time.
        for (const round of rounds) await Promise.all(round.map(run));
        await expectSoundBooks();
      }),
      { numRuns: 20 },
    );
    const [filled] = await app.database.query<{ count: string }>('select count(*) as count from spot_fill');
    expect(Number(filled?.count)).toBeGreaterThan(0);
  }, 120_000);
});
