import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { startSweeper } from './sweeper.ts';

const EVERY_MS = 250;
const PAIR = 'BTC/USDT';
const silent = { error: () => undefined };

let app: TestApp;
let ann: Person;
let stops: Array<() => Promise<void>> = [];
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app, { funds: { change: { USDT: '10000' } } });
});
afterAll(() => app.close());
beforeEach(() => {
  app.feed.setPrice(PAIR, '50000', { bid: '49990', ask: '50010' });
  // The sweeper's clock alone: the database goes on in its own time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
  vi.useRealTimers();
});

const start = (holder: string) => {
  const stop = startSweeper(app, silent, holder);
  stops.push(stop);
  return stop;
};

const rest = () =>
  app.ok(
    'POST /coin/trade',
    { currency_id: 1, legal_id: 3, type: 'buy', target_price: '49000', amount: '0.001' },
    { token: ann.token, idempotencyKey: randomUUID() },
  );

/** Resolves when an order of this id is told to be filled. */
const filled = (id: string) =>
  new Promise<void>((resolve) => {
    const stop = app.accountEvents.listen((_, event) => {
      if (event.kind !== 'order' || event.id !== id || event.status !== 'filled') return;
      stop();
      resolve();
    });
  });

const reach = () => {
  app.advance(1_000);
  app.feed.setRange(PAIR, { lowAsk: '48999', highBid: '50000', low: '48990', high: '50000' });
};

const holder = async () => {
  const [lease] = await app.database.query<{ holder: string; free: boolean }>(
    `select holder, until <= clock_timestamp() as free from lease where name = 'spot-sweep'`,
  );
  return lease;
};

describe('the sweeper', () => {
  it('fills what the market reaches without being asked', async () => {
    start('one');
    const { id } = await rest();
    const done = filled(id);
    reach();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    await done;
    expect((await holder())?.holder).toBe('one');
  });

  it('hands over to another node when it stops, and that one fills what was reached in between', async () => {
    const stop = start('one');
    const { id } = await rest();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    await stop();
    stops = [];
    expect(await holder()).toMatchObject({ free: true });
    reach();
    const done = filled(id);
    start('two');
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    await done;
    expect((await holder())?.holder).toBe('two');
  });
});
