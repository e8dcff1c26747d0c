import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const PAIR = 'BTC/USDT';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app, { funds: { change: { USDT: '10000' } } });
});
afterAll(() => app.close());
beforeEach(() => {
  app.feed.setPrice(PAIR, '50000', { bid: '49990', ask: '50010' });
});

const rest = () =>
  app.ok(
    'POST /coin/trade',
    { currency_id: 1, legal_id: 3, type: 'buy', target_price: '49000', amount: '0.001' },
    { token: ann.token, idempotencyKey: randomUUID() },
  );

const statusOf = async (id: string) => {
  const { list } = await app.ok('GET /coin/list', {}, { token: ann.token });
  return list.find((order) => order.id === id)?.status;
};

const reach = () => {
  app.advance(1_000);
  app.feed.setRange(PAIR, { lowAsk: '48999', highBid: '50000', low: '48990', high: '50000' });
};

describe('the sweep as a job', () => {
  it('fills what the market reached since the last run', async () => {
    const jobs = recurringJobsOf(app);
    const { id } = await rest();
    expect(await jobs.turn('spot-sweep')).toBe('done');
    expect(await statusOf(id)).toBe('pending');
    reach();
    expect(await jobs.turn('spot-sweep')).toBe('done');
    expect(await statusOf(id)).toBe('filled');
    await jobs.stop();
  });

  it('is taken over when its node stops, and the next node fills what was reached in between', async () => {
    const one = recurringJobsOf(app, { holder: 'one' });
    const two = recurringJobsOf(app, { holder: 'two' });
    const { id } = await rest();
    expect(await one.turn('spot-sweep')).toBe('done');
    expect(await two.turn('spot-sweep')).toBe('elsewhere');
    await one.stop();
    reach();
    expect(await two.turn('spot-sweep')).toBe('done');
    expect(await statusOf(id)).toBe('filled');
    await two.stop();
  });
});
