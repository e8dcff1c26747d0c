import { roundAfter } from '@tessera/api/nft/draw-rules';
import { verifyDraws } from '@tessera/api/nft/verify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { boxStage, drandServer } from '../../../../test/box-stage.ts';
import { linkedNodes } from '../../../../test/linked-nodes.ts';
import { DAY, HOUR } from '../../../../test/nft-stage.ts';
import type { Person } from '../../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { auditLedger } from '../../../platform/ledger/index.ts';
import { CHECKPOINT_EVERY } from './open.ts';

/* Clocks that are wrong, series that are long, and rounds that come while boxes are returned. */

const FACTOR_KEY = '5c'.repeat(32);

let drand: Awaited<ReturnType<typeof drandServer>>;
let app: TestApp;
/** Nodes on the same database whose clocks are an hour behind, and ahead. */
let wrong: readonly TestApp[];
let stage: ReturnType<typeof boxStage>;
let ann: Person;
beforeAll(async () => {
  drand = await drandServer();
  const node = linkedNodes();
  const environment = { ...drand.environment, FACTOR_KEY };
  app = await createTestApp(environment, {}, undefined, node());
  wrong = [
    await createTestApp(environment, {}, undefined, node(), app, undefined, -HOUR),
    await createTestApp(environment, {}, undefined, node(), app, undefined, HOUR),
  ];
  stage = boxStage(app);
  stage.nft.prices();
  ann = await stage.nft.person({ USDT: '1000000' });
});
beforeEach(() => {
  drand.say('right');
  for (const each of [app, ...wrong]) boxStage(each).nft.prices();
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  for (const each of wrong) await each.close();
  await app.close();
  drand.close();
});

/** Buys boxes ten at a time. */
async function buyMany(code: string, boxes: number): Promise<void> {
  for (let left = boxes; left > 0; left -= 10) await stage.bought(ann, code, Math.min(10, left));
}

it('a node whose clock is an hour behind or ahead binds boxes to the round after the payment', async () => {
  const code = await stage.series(6, { start_time: app.now() - DAY });
  for (const on of [...wrong, app]) {
    const outcome = await stage.buy(ann, code, { on });
    expect(outcome).toMatchObject({ type: 'ok' });
    const [box] = outcome.type === 'ok' ? outcome.message.list : [];
    expect(box?.round).toBe(roundAfter(drand.beacon, app.now()));
    expect(box?.round_at).toBeGreaterThan(app.now());
    expect(box?.paid_at).toBe(app.now());
    stage.nft.rest(7_000);
    for (const each of wrong) boxStage(each).nft.prices();
  }
});

it('opening a box draws from the last checkpoint, whatever its number is, and tells what a draw of all would', async () => {
  const boxes = 2 * CHECKPOINT_EVERY + 12;
  const code = await stage.series(boxes, { inventory: await stage.inventory(60, boxes - 60) });
  await buyMany(code, boxes);
  stage.nft.rest(10_000);
  await stage.fetch();
  expect(await stage.open(ann, `${code}-3`)).toMatchObject({ type: 'ok' });
  await stage.checkpoints();
  await stage.checkpoints();
  const kept = await app.database.query<{ number: number; sealed: Buffer }>(
    `select number, sealed from nft_draw_checkpoint
      where series_id = (select r.id from nft_series r join nft_work w on w.id = r.work_id where w.code = $1) order by number`,
    [code],
  );
  expect(kept.map(({ number }) => number)).toEqual([CHECKPOINT_EVERY, 2 * CHECKPOINT_EVERY]);
  // Sealed for their series and number.
  const [first, second] = kept;
  if (!first || !second) throw new Error('there are two');
  expect(stage.seeds.openCounts(code, first).reduce((all, count) => all + count, 0)).toBe(boxes - CHECKPOINT_EVERY);
  expect(() => stage.seeds.openCounts(code, { ...first, number: second.number })).toThrow();
  expect(() => stage.seeds.openCounts('ANOTHER', first)).toThrow();
  for (const number of [boxes, 1, CHECKPOINT_EVERY, CHECKPOINT_EVERY + 1]) {
    expect(await stage.open(ann, `${code}-${number}`)).toMatchObject({ type: 'ok' });
  }
  await stage.close();
  expect(await verifyDraws(await stage.record(code))).toMatchObject({ fault: null });
});

it('the record is read in pages, whose boxes and rounds make the whole', async () => {
  const code = await stage.series(5);
  await stage.bought(ann, code, 2);
  stage.nft.rest(5_000);
  await stage.bought(ann, code, 3);
  stage.nft.rest(5_000);
  await stage.fetch();
  await stage.close();
  const page = (after: number, limit: number) => app.ok('GET /bind_box/draws', { code, after, limit });
  const [one, two, three] = [await page(0, 2), await page(2, 2), await page(4, 2)];
  expect([one.next, two.next, three.next]).toEqual([2, 4, null]);
  expect([one, two, three].map(({ rounds }) => rounds.length)).toEqual([1, 1, 1]);
  expect([...one.draws, ...two.draws, ...three.draws]).toEqual((await stage.record(code)).draws);
  expect(await page(5, 2)).toMatchObject({ draws: [], next: null });
  expect(await app.rejection('GET /bind_box/draws', { code, limit: 1_001 })).toMatchObject({
    error: 'field_too_large',
  });
});

it('a round that is handed in while its boxes are returned changes nothing: all of them are returned', async () => {
  const code = await stage.series(230);
  const held = await stage.nft.held(ann, 'nft');
  drand.say('silent');
  await buyMany(code, 230);
  const round = (await stage.record(code)).draws[0]?.round ?? 0;
  stage.nft.rest(8 * DAY);
  // A node stops after the first part of the boxes.
  const returned = async () => (await stage.record(code)).draws.filter(({ refunded }) => refunded).length;
  await stage
    .close(async () => {
      if ((await returned()) > 0) throw new Error('stopped');
    })
    .catch(() => undefined);
  const some = await returned();
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(230);
  await app.call('POST /bind_box/round', { code, round, signature: drand.sign(round) }, { token: ann.token });
  await stage.close();
  const record = await stage.record(code);
  expect(record.draws.every(({ refunded }) => refunded)).toBe(true);
  expect(await verifyDraws(record)).toMatchObject({ fault: null });
  expect(await stage.nft.held(ann, 'nft')).toBe(held);
});
