import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { userBalance } from '../../platform/ledger/index.ts';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  app.feed.setDepth('BTC/USDT', { bids: [['49990', '100']], asks: [['50010', '100']] });
  ann = await signUp(app, { level: 1, funds: { change: { USDT: '10000' } } });
});
afterAll(() => app.close());

const place = () =>
  app.call(
    'POST /coin/trade',
    { currency_id: 1, legal_id: 3, type: 'buy', target_price: '40000', amount: '0.001' },
    { token: ann.token, idempotencyKey: randomUUID() },
  );

test('30 orders at once at 195 of 200 open ones leave exactly 200', async () => {
  expect((await place()).type).toBe('ok');
  // 194 more like it, without their reserves: what is counted are the orders.
  await app.database.query(
    `insert into spot_order (user_id, symbol, base, quote, side, kind, price, amount, quote_amount, reserved,
                             fee_currency, status, created_at, updated_at)
     select user_id, symbol, base, quote, side, kind, price, amount, quote_amount, reserved,
            fee_currency, status, created_at, updated_at from spot_order, generate_series(1, 194)`,
  );
  const placed = await Promise.all(Array.from({ length: 30 }, place));
  expect(placed.filter(({ type }) => type === 'ok')).toHaveLength(5);
  expect(placed.filter((outcome) => outcome.type !== 'ok' && outcome.error === 'too_many_orders')).toHaveLength(25);
  const [{ open } = { open: 0 }] = await app.database.query<{ open: number }>(
    `select count(*)::int as open from spot_order where user_id = $1 and status = 'pending'`,
    [ann.id],
  );
  expect(open).toBe(200);
  expect(await userBalance(app.database, ann.id, 'change', 'USDT', 'frozen')).toBe('240');
});
