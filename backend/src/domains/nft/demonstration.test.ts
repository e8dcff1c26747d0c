import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { DAY, HOUR, type NftStage, nftStage } from '../../../test/nft-stage.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { closeDue } from './boxes/close.ts';
import { demonstrateBoxes, TURN } from './boxes/demonstration.ts';
import { createSeeds } from './boxes/seeds.ts';
import { demonstrate, seedCollectors } from './demonstration.ts';

const WORKS = 20;

let app: TestApp;
let stage: NftStage;
beforeAll(async () => {
  app = await createTestApp();
  stage = nftStage(app);
  stage.prices();
  const artistId = await stage.artist();
  for (let index = 0; index < WORKS; index++) await stage.work({ artistId, editions: index % 3 === 0 ? 12 : 1 });
  await seedCollectors(app.database, app.now());
  await seedCollectors(app.database, app.now());
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await app.close();
});

const turn = () =>
  demonstrate(
    {
      catalogue: app.catalogue,
      feed: app.feed,
      ports: app.ports,
      leave: async () => undefined,
      now: app.now,
      databaseNow: app.databaseNow,
      database: app.database,
    },
    jobRun(),
  );

/** What visitors see over some days: how many of each. */
async function statesOver(days: number): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const since = new Date(app.now());
  const count = (name: string, more: number): void => {
    seen[name] = (seen[name] ?? 0) + more;
  };
  for (let step = 0; step < days * 3; step++) {
    stage.rest(8 * HOUR);
    await stage.close();
    await turn();
    const { list } = await app.ok('GET /bind_box/getBoxList', { limit: 100 });
    for (const work of list) {
      count(work.status, 1);
      count(`${work.sale_type} ${work.status}`, 1);
      if (work.bid_count > 0) count('with bids', 1);
      if (work.resale) count('resale', 1);
    }
    const rows = await app.database.query<{ status: string; place: number | null }>(
      'select status, place from nft_order where coalesce(settled_at, created_at) > $1',
      [since],
    );
    for (const { status, place } of rows) count(place === 2 ? `second ${status}` : status, 1);
  }
  return seen;
}

it('every state exists in a week, a year after the first start', async () => {
  const states = [
    'upcoming',
    'on_sale',
    'sold_out',
    'ended',
    'normal on_sale',
    'auction on_sale',
    'with bids',
    'resale',
    'to_pay',
    'paid',
    'refunded',
    'applied',
    'expired',
    'forfeited',
  ];
  await turn();
  expect((await app.ok('GET /bind_box/getBoxList')).total).toBe(WORKS);
  await statesOver(1);
  stage.rest(358 * DAY);
  const later = await statesOver(7);
  expect(Object.keys(later)).toEqual(expect.arrayContaining(states));
});

it('collectors never bid after a user, nor in the last quarter, and never buy from users', async () => {
  const user = await stage.person();
  const code = await stage.auction();
  await stage.depositAndBid(user, code, '100');
  const alone = await stage.auction({}, { price: '120' });
  stage.rest(19 * HOUR);
  await turn();
  expect(await stage.detail(code)).toMatchObject({ bid_count: 1 });
  expect(await stage.detail(alone)).toMatchObject({ bid_count: 0 });
  stage.rest(5 * HOUR);
  await stage.close();
  const [order] = await stage.toPay(user);
  await stage.pay(user, order?.id as string);
  await stage.resell(user, code, { price: '1' });
  for (let step = 0; step < 3; step++) {
    stage.rest(12 * HOUR);
    await turn();
  }
  expect(await stage.detail(code, user)).toMatchObject({ own: true, selling: true });
});

it('series of blind boxes are announced, sold out or ended, opened and revealed', async () => {
  const market = {
    catalogue: app.catalogue,
    feed: app.feed,
    ports: app.ports,
    leave: async () => undefined,
    now: app.now,
    databaseNow: app.databaseNow,
  };
  const seeds = createSeeds(app.settings);
  const parts = { database: app.database, market, seeds, settings: app.settings };
  for (let step = 0; step < 3 * 9; step++) {
    stage.rest(8 * HOUR);
    // Collectors are given money.
    if (step % 9 === 0) await turn();
    await demonstrateBoxes(parts, jobRun());
    await closeDue({ database: app.database, seeds, now: app.now }, jobRun());
  }
  const { list } = await app.ok('GET /bind_box/getBoxList', { sale_type: 'blind_box', limit: 100 });
  expect(new Set(list.map(({ status }) => status))).toEqual(new Set(['upcoming', 'on_sale', 'sold_out', 'ended']));
  const [revealed] = list.filter(({ status }) => status === 'sold_out');
  const series = await app.ok('GET /bind_box/series', { code: revealed?.code ?? '' });
  expect(series).toMatchObject({ seed: expect.any(String), sold: 40 });
  expect(series.opened).toBeGreaterThan(0);
  // What boxes hold is an edition of its own, and never one more of a work that has its only one.
  const number = revealed?.code.split('-')[1] ?? '';
  for (const { work } of series.inventory) expect(work.name.endsWith(` ${number}`)).toBe(true);
  expect(TURN).toBe(3 * DAY);
});
