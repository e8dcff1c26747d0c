import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  ann = await signUp(app, { level: 2, funds: { change: { USDT: '10000', BTC: '1' } } });
  await place({ type: 'buy', kind: 'market', amount: '0.01' });
  await place({ type: 'buy', kind: 'limit', amount: '0.02', target_price: '40000' });
  await place({ type: 'sell', kind: 'limit', amount: '0.03', target_price: '60000' });
});
afterAll(() => app.close());

const place = (order: object) =>
  app.ok(
    'POST /coin/trade',
    { currency_id: 1, legal_id: 3, ...order },
    { token: ann.token, idempotencyKey: randomUUID() },
  );
const amounts = async (filter: object, token = ann.token) => {
  const { list, total } = await app.ok('GET /coin/list', { ...filter }, { token });
  return { amounts: list.map(({ amount }) => amount), total };
};

it('lists orders newest first, by page', async () => {
  expect(await amounts({})).toEqual({ amounts: ['0.03', '0.02', '0.01'], total: 3 });
  expect(await amounts({ page: 2, limit: 2 })).toEqual({ amounts: ['0.01'], total: 3 });
});

it('lists those of a status, a side and a pair', async () => {
  expect(await amounts({ status: 'pending' })).toEqual({ amounts: ['0.03', '0.02'], total: 2 });
  expect(await amounts({ status: 'history' })).toEqual({ amounts: ['0.01'], total: 1 });
  expect(await amounts({ type: 'sell' })).toEqual({ amounts: ['0.03'], total: 1 });
  expect(await amounts({ symbol: 'ETH/USDT' })).toEqual({ amounts: [], total: 0 });
});

it('lists nothing of others', async () => {
  const ben = await signUp(app);
  expect(await amounts({}, ben.token)).toEqual({ amounts: [], total: 0 });
});
