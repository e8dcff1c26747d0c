import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { leverFunds, type OrderChanges, opening } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openCatalogue } from '../instruments/index.ts';
import { warningJob } from './warnings.ts';

const BTC = 'BTC/USDT-PERP';
const ETH = 'ETH/USDT-PERP';

let database: TestDatabase;
let desk: SpotDesk;
let job: ReturnType<typeof warningJob>;
let ann: string;
let ben: string;
const marks = new Map<string, string>();
const robots: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const catalogue = await openCatalogue({ database, now: Date.now });
  desk = await createSpotDesk({
    prices: { [BTC]: 50_000, [ETH]: 2_500 },
    terms: (each) => ({ ...each, house: { ...each.house, depth: 100_000_000, halfSpread: 0.0001, refill: 1 } }),
    database,
    catalogue,
  });
  const quote = (symbol: string) => {
    const mark = marks.get(symbol);
    return mark === undefined ? null : { mark, index: mark };
  };
  job = warningJob({
    database,
    catalogue,
    feed: { quote } as never,
    ports: { automatic: async () => robots },
    now: desk.now,
  });
});
afterAll(async () => {
  await desk.close();
  await database.close();
});
beforeEach(async () => {
  [ann = '', ben = ''] = await desk.users(2, {});
  await grant(database, [ann, ben], { USDT: '1000' }, 'lever');
  await desk.step(2);
  marks.set(BTC, '50000').set(ETH, '2500');
});

const open = (userId: string, order: OrderChanges = {}) =>
  desk.lever(opening(userId, { multiple: 10, mode: 'isolated', ...order }));
const { available } = leverFunds(() => database);

async function at(symbol: string, mark: string): Promise<void> {
  marks.set(symbol, mark);
  desk.advance(5_000);
  // Two nodes, or two runs before the first is committed.
  await Promise.all([job.run(jobRun()), job.run(jobRun())]);
}
const told = async (userId: string) =>
  (
    await database.query<{ kind: string; named: Record<string, string> }>(
      'select kind, named from user_message where user_id = $1 order by id',
      [userId],
    )
  ).map(({ kind, named }) => [kind, named] as const);
const kinds = async (userId: string) => (await told(userId)).map(([kind]) => kind);

describe('a position near its liquidation', () => {
  it('is told once, and again only after it was safe', async () => {
    const { id } = await open(ann);
    await at(BTC, '49000');
    expect(await told(ann)).toEqual([]);
    // Liquidated at about 47,500.
    await at(BTC, '48100');
    await at(BTC, '48050');
    await at(BTC, '48300');
    await at(BTC, '48100');
    expect(await told(ann)).toEqual([
      [
        'position_near',
        { symbol: BTC, market: 'leverage', price: '48100', liquidation: expect.stringMatching(/^475\d\d/) },
      ],
    ]);
    await at(BTC, '49500');
    expect(await kinds(ann)).toHaveLength(1);
    await at(BTC, '48100');
    expect(await kinds(ann)).toEqual(['position_near', 'position_near']);
    // With more margin it is safe at the same price.
    await desk.lever({ kind: 'margin', userId: ann, id, direction: 'add', amount: '300' });
    await at(BTC, '48100');
    await at(BTC, '48090');
    expect(await kinds(ann)).toHaveLength(2);
    const [left] = await database.query<{ count: number }>('select count(*)::int as count from margin_warning');
    expect(left?.count).toBe(0);
    expect(await told(ben)).toEqual([]);
  });

  it('waits while its price is unknown: it is neither safe nor near then', async () => {
    await open(ben, { side: 'short' });
    await at(BTC, '51900');
    expect(await kinds(ben)).toEqual(['position_near']);
    marks.delete(BTC);
    await Promise.all([job.run(jobRun()), job.run(jobRun())]);
    await at(BTC, '51900');
    expect(await kinds(ben)).toEqual(['position_near']);
  });

  it('is told without figures where its price went while it was judged', async () => {
    await open(ann);
    marks.set(BTC, '48100');
    desk.advance(5_000);
    await job.run({ ...jobRun(), fence: async () => void marks.delete(BTC) });
    expect(await told(ann)).toEqual([['positions_near', { market: 'leverage', count: '1', symbols: BTC }]]);
  });

  it('is told with others of its user in one message, and to no account that a job trades with', async () => {
    robots.push(ben);
    for (const user of [ann, ben]) {
      await open(user);
      await open(user, { symbol: ETH });
    }
    marks.set(ETH, '2405');
    await at(BTC, '48100');
    expect(await told(ann)).toEqual([
      ['positions_near', { market: 'leverage', count: '2', symbols: `${BTC}, ${ETH}` }],
    ]);
    expect(await told(ben)).toEqual([]);
  });
});

it.each([
  { mode: 'isolated', multiple: 10, first: '48100', second: '48090', third: '48050' },
  { mode: 'cross', multiple: 50, first: '40700', second: '40690', third: '40650' },
] as const)('a position ($mode) that was being closed and is open again is not told of again', async (each) => {
  const { mode, multiple, first, second, third } = each;
  const { id } = await open(ann, { mode, multiple });
  const becomes = (status: string) =>
    database.query('update lever_position set status = $2 where id = $1', [id, status]);
  await at(BTC, first);
  expect(await kinds(ann)).toHaveLength(1);
  await becomes('closing');
  await at(BTC, second);
  await becomes('open');
  await at(BTC, third);
  expect(await kinds(ann)).toHaveLength(1);
});

it('what is lost by a position that is being closed counts for the others of its account', async () => {
  const { id } = await open(ann, { mode: 'cross', multiple: 50 });
  await open(ann, { mode: 'cross', multiple: 50, symbol: ETH });
  await database.query(`update lever_position set status = 'closing' where id = $1`, [id]);
  await at(BTC, '40700');
  expect(await kinds(ann)).toEqual(['account_near']);
});

it('cross positions are told of together, by what is left of their margin', async () => {
  await open(ann, { mode: 'cross', multiple: 50 });
  expect(Number(await available(ann))).toBeGreaterThan(0);
  await at(BTC, '47000');
  expect(await told(ann)).toEqual([]);
  await at(BTC, '40700');
  const [[kind, named] = []] = await told(ann);
  expect([kind, named]).toEqual([
    'account_near',
    { market: 'leverage', currency: 'USDT', ratio: expect.stringMatching(/^\d+(\.\d)?$/), level: '50' },
  ]);
  expect(Number(named?.ratio)).toBeLessThan(65);
  await at(BTC, '40650');
  expect(await kinds(ann)).toHaveLength(1);
});
