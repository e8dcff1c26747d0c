import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstAfter } from '../../../test/booked-trades.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { DomainFactory } from '../../platform/domain.ts';
import type { TradeEvent } from '../../platform/ports.ts';

const MINUTE = 60_000;

/** Events as the markets would book them. */
const events: (TradeEvent & { readonly at: number })[] = [];
/** Ids of accounts that trade by themselves. */
const robots: string[] = [];
const market: DomainFactory = () => ({
  name: 'trades',
  automatic: async () => robots,
  trades: {
    first: async (_, after) => firstAfter(events, after),
    events: async (_, after, until) => events.filter(({ at }) => at > after && at <= until),
  },
});

let app: TestApp;
let jobs: ReturnType<typeof recurringJobsOf>;
let other: ReturnType<typeof recurringJobsOf>;
beforeAll(async () => {
  app = await createTestApp({}, {}, [...FACTORIES, market]);
  jobs = recurringJobsOf(app);
  other = recurringJobsOf(app, { holder: 'another node' });
  await turn();
});
afterAll(async () => {
  await jobs.stop();
  await other.stop();
  await app.close();
});

async function turn(): Promise<void> {
  app.advance(30_000);
  // A second node runs it at the same time.
  await Promise.all([jobs.turn('trading-messages'), other.turn('trading-messages')]);
}
const happen = ({ id }: Person, kind: TradeEvent['kind'], changes: Partial<TradeEvent> = {}) =>
  events.push({
    userId: id,
    kind,
    market: 'spot',
    symbol: 'BTC/USDT',
    amount: '0.500000000000000000',
    price: '64000.00000000000000000000',
    currency: null,
    at: app.now(),
    ...changes,
  });
const told = async ({ token }: Person) =>
  (await app.ok('GET /mailMessage/getList', {}, { token })).list
    .filter(({ topic }) => ['fills', 'liquidations', 'settlements'].includes(topic))
    .map(({ title, content, link }) => [title, content, link]);

test('a single fill is told at once, and a busy trader gets one message for all that follow', async () => {
  const [ann, bob] = [await signUp(app), await signUp(app)];
  happen(ann, 'bought');
  await turn();
  await turn();
  const first = ['Buy order filled: BTC/USDT', 'Bought 0.5 at 64,000 on average.', '/pages/transaction/currency_order'];
  expect(await told(ann)).toEqual([first]);
  for (let each = 0; each < 40; each += 1) happen(ann, 'sold', { symbol: `C${each % 7}/USDT` });
  await turn();
  expect(await told(ann)).toEqual([first]);
  app.advance(10 * MINUTE);
  await turn();
  expect(await told(ann)).toEqual([
    [
      'Orders filled: 40',
      'C0/USDT −0.5 @ 64,000, C1/USDT −0.5 @ 64,000, C2/USDT −0.5 @ 64,000, C3/USDT −0.5 @ 64,000, C4/USDT −0.5 @ 64,000, …. All fills are in your order history.',
      '/pages/transaction/currency_order',
    ],
    first,
  ]);
  expect(await told(bob)).toEqual([]);
});

test('liquidations are mailed, settlements name what was paid, and each topic waits for itself', async () => {
  const eva = await signUp(app);
  happen(eva, 'sold', { market: 'leverage' });
  happen(eva, 'liquidated', { market: 'leverage' });
  happen(eva, 'settled', { market: 'options', amount: '18', price: null, currency: 'USDT' });
  await turn();
  const messages = await told(eva);
  expect(new Set(messages.map(([title]) => title))).toEqual(
    new Set(['Sell order filled: BTC/USDT', 'Position liquidated: BTC/USDT', 'Option settled: BTC/USDT']),
  );
  expect(messages.map(([, , link]) => link).toSorted()).toEqual([
    '/pages/transaction/contract_order',
    '/pages/transaction/contract_order',
    '/pages/transaction/seconds_order',
  ]);
  expect(messages.flat()).toContain('Paid out: 18 USDT.');
  await app.queue.drain();
  const mails = app.outbox.filter(({ to, channel }) => to === eva.email && channel === 'mail');
  expect(mails.filter(({ subject }) => subject.includes('liquidated'))).toHaveLength(1);
  expect(mails.some(({ subject }) => subject.includes('filled'))).toBe(false);
});

test('who wants no fills in the message centre gets none there', async () => {
  const dan = await signUp(app);
  const off = { topic: 'fills', channel: 'app', on: false };
  await app.ok('POST /mailMessage/preferences', off, { token: dan.token });
  happen(dan, 'bought');
  await turn();
  expect(await told(dan)).toEqual([]);
});

test('the markets tell what they booked: each query runs, and finds nothing of a time without trades', async () => {
  const found = await Promise.all(
    app.domains.flatMap(({ name, trades }) =>
      name === 'trades' ? [] : (trades?.events?.(app.database, 0, app.now()) ?? []),
    ),
  );
  expect(found).toEqual([[], [], []]);
});

test('an account that a job trades with is told nothing', async () => {
  const [ann, robot] = [await signUp(app), await signUp(app)];
  robots.push(robot.id);
  happen(ann, 'bought');
  happen(robot, 'bought');
  await turn();
  await turn();
  expect([await told(ann), await told(robot)]).toMatchObject([{ length: 1 }, { length: 0 }]);
});

test('demonstration traders are such accounts', async () => {
  const [ann, robot] = [await signUp(app), await signUp(app)];
  await app.database.query(
    `insert into copy_trader (user_id, strategy, since) values ($1, null, $3), ($2, 'trend', $3)`,
    [ann.id, robot.id, new Date(app.now())],
  );
  const automatic = await Promise.all(app.domains.map((each) => each.automatic?.(app.database) ?? []));
  expect(automatic.flat()).toEqual(expect.arrayContaining([robot.id]));
  expect(automatic.flat()).not.toContain(ann.id);
});
