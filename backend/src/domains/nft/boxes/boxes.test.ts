import { verifyDraws } from '@tessera/api/nft/verify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boxStage, drandServer } from '../../../../test/box-stage.ts';
import { DAY } from '../../../../test/nft-stage.ts';
import type { Person } from '../../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { auditLedger } from '../../../platform/ledger/index.ts';

/** Both nodes open what either sealed. */
const FACTOR_KEY = '7d'.repeat(32);

let drand: Awaited<ReturnType<typeof drandServer>>;
let app: TestApp;
let stage: ReturnType<typeof boxStage>;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  drand = await drandServer();
  app = await createTestApp({ ...drand.environment, FACTOR_KEY });
  stage = boxStage(app);
  stage.nft.prices();
  [ann, ben] = [await stage.nft.person(), await stage.nft.person()];
});
beforeEach(() => {
  drand.say('right');
  stage.nft.prices();
});
afterAll(async () => {
  expect(await stage.nft.house('payments')).toBe('0');
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await app.close();
  drand.close();
});

const codesOf = async (person: Person, state: 'owned' | 'reselling' = 'owned'): Promise<string[]> => {
  const { list } = await app.ok('POST /bind_box/getMyNFTs', { state, limit: 100 }, { token: person.token });
  return list.map(({ code }) => code);
};

/** Lets the rounds of all boxes be published and fetched. */
async function rounds(): Promise<void> {
  stage.nft.rest(10_000);
  await stage.fetch();
}

describe('a series', () => {
  it('is sold, opened and revealed, and can be verified by all', async () => {
    const code = await stage.series(4);
    const before = await stage.detail(code);
    expect(before).toMatchObject({ status: 'on_sale', seed: null, boxes: 4, sold: 0, opened: 0, silence_days: 7 });
    expect(before.beacon?.chain_hash).toBe(drand.beacon.chain_hash);
    expect(before.odds).toEqual([
      { rarity: 'legendary', count: 1, left: 1 },
      { rarity: 'common', count: 3, left: 3 },
    ]);
    expect(before.inventory.map(({ count, left }) => [count, left])).toEqual([
      [1, 1],
      [3, 3],
    ]);
    const detail = await stage.nft.detail(code, ann);
    expect(detail.draw).toMatchObject({ commitment: before.commitment, seed: null, boxes: 4 });

    const [held, fees] = [await stage.nft.held(ann), await stage.nft.house('fees')];
    const [first = ''] = await stage.bought(ann, code, 1, 'first seed');
    expect(first).toBe(`${code}-1`);
    const more = await stage.bought(ben, code, 3, 'of ben');
    expect(more).toEqual([2, 3, 4].map((number) => `${code}-${number}`));
    // The price is held until the box is decided.
    expect([await stage.nft.held(ann), await stage.nft.held(ann, 'nft')]).toEqual([String(Number(held) - 25), '25']);

    // The round of the payment is not published yet.
    const [box] = (await app.ok('GET /bind_box/boxes', { series: code }, { token: ann.token })).list;
    expect(box).toMatchObject({ number: 1, state: 'opening', buyer_seed: 'first seed', commitment: before.commitment });
    expect(box?.round_at).toBeGreaterThan(box?.paid_at ?? 0);
    expect(await stage.open(ann, first)).toMatchObject({ error: 'round_missing' });
    await rounds();
    expect((await app.ok('GET /bind_box/boxes', { series: code }, { token: ann.token })).list[0]?.state).toBe('closed');

    const opened = await stage.open(ann, first);
    if (opened.type !== 'ok') throw new Error(JSON.stringify(opened));
    const { drawn, receipt } = opened.message;
    expect(opened.message).toMatchObject({ state: 'opened', number: 1 });
    expect(await codesOf(ann)).toEqual([drawn?.code]);
    expect(await stage.nft.held(ann, 'nft')).toBe('0');
    expect(Number(await stage.nft.house('fees')) - Number(fees)).toBeCloseTo(0.625);
    expect(await stage.open(ann, first)).toMatchObject({ error: 'already_opened' });
    const found = await stage.detail(code);
    expect(found).toMatchObject({ opened: 1, sold: 4, status: 'sold_out', seed: null });
    expect(found.inventory.reduce((all, { left }) => all + left, 0)).toBe(3);
    expect((await stage.nft.detail(drawn?.code ?? '', ann)).provenance).toMatchObject([
      { kind: 'opened', price: '25' },
    ]);

    // What is drawn can be resold like any item; a closed box cannot, and is not among what is on sale.
    expect(await codesOf(ben, 'reselling')).toEqual([]);
    expect(await stage.nft.resell(ben, more[0] ?? '')).toMatchObject({ error: 'already_selling' });
    expect(await stage.nft.resell(ann, drawn?.code ?? '')).toMatchObject({ type: 'ok' });
    expect(await codesOf(ann, 'reselling')).toEqual([drawn?.code]);
    expect(await stage.nft.buy(ben, drawn?.code ?? '', '200')).toMatchObject({ type: 'ok' });

    const early = await stage.record(code);
    expect(early.draws.map((draw) => draw.drawn === null)).toEqual([false, true, true, true]);
    expect(await verifyDraws(early)).toMatchObject({ fault: null, drawn: null });

    await stage.close();
    const record = await stage.record(code);
    expect(record.draws[0]?.receipt).toBe(receipt);
    const verdict = await verifyDraws(record);
    expect(verdict).toMatchObject({ fault: null });
    expect(record.commitment).toBe(before.commitment);
    // Unopened boxes are paid for, stay closed, and hold what the record says.
    expect(await stage.nft.held(ben, 'nft')).toBe('0');
    const kept = await stage.open(ben, more[2] ?? '');
    if (kept.type !== 'ok') throw new Error(JSON.stringify(kept));
    expect(kept.message.drawn?.code.replace(/-\d+$/, '')).toBe(record.draws[3]?.drawn);
    expect((await stage.detail(code)).seed).toBe(record.seed);
  });

  it('without a source of public randomness says so, and opens at once', async () => {
    const plain = await createTestApp({ FACTOR_KEY }, {}, undefined, undefined, app);
    const other = boxStage(plain);
    const code = await other.series(3);
    expect(await other.detail(code)).toMatchObject({ beacon: null, silence_days: 0, last_round: null });
    const [box = ''] = await other.bought(ann, code);
    expect(await other.open(ann, box)).toMatchObject({ type: 'ok', message: { round: null } });
    await other.bought(ann, code, 2);
    await other.close();
    expect(await verifyDraws(await other.record(code))).toMatchObject({ fault: null, terms: { beacon: null } });
    await plain.close();
  });

  it('that ends with boxes left is revealed too, and what was not drawn stays with the artist', async () => {
    const code = await stage.series(5, { end_time: app.now() + DAY });
    await stage.bought(ann, code, 2);
    await rounds();
    await stage.close();
    expect(await stage.detail(code)).toMatchObject({ seed: null });
    // The marketplace's own job leaves series to theirs: a closed box stays in its sale.
    stage.nft.rest(DAY);
    await stage.nft.close();
    expect(await stage.nft.resell(ann, `${code}-1`)).toMatchObject({ error: 'already_selling' });
    expect(await stage.buy(ann, code)).toMatchObject({ error: 'sale_not_open' });
    await stage.close();
    const record = await stage.record(code);
    expect(record.seed).not.toBeNull();
    expect(record.draws.every(({ drawn }) => drawn !== null)).toBe(true);
    expect(await verifyDraws(record)).toMatchObject({ fault: null });
    expect(await stage.detail(code)).toMatchObject({ status: 'ended', sold: 2 });
  });

  it('is cancelled before any box is opened: every price goes back', async () => {
    const code = await stage.series(4);
    const before = [await stage.nft.held(ann), await stage.nft.held(ben)];
    const [box = ''] = await stage.bought(ann, code);
    await stage.bought(ben, code, 2);
    await stage.cancel(code);
    expect([await stage.nft.held(ann), await stage.nft.held(ben)]).toEqual(before);
    expect(await stage.nft.held(ben, 'nft')).toBe('0');
    expect(await stage.open(ann, box)).toMatchObject({ error: 'box_refunded' });
    expect(await stage.buy(ann, code)).toMatchObject({ error: 'sale_not_open' });
    expect(await stage.detail(code)).toMatchObject({ cancelled: true });
    const record = await stage.record(code);
    expect(await verifyDraws(record)).toMatchObject({ fault: null, drawn: [null, null, null] });
    const { list } = await app.ok('GET /bind_box/boxes', { state: 'refunded' }, { token: ann.token });
    expect(list).toMatchObject([{ code: box, state: 'refunded', drawn: null }]);
    await expect(stage.cancel(code)).rejects.toMatchObject({ code: 'box_opened' });

    const opened = await stage.series(4);
    const [one = ''] = await stage.bought(ann, opened);
    await rounds();
    await stage.open(ann, one);
    await expect(stage.cancel(opened)).rejects.toMatchObject({ code: 'box_opened' });
  });

  it('takes only works that are not sold elsewhere, and no more of them than there are', async () => {
    const { id, code: sold } = await stage.nft.work({ editions: 9 });
    await stage.nft.sale(id);
    const { code: few } = await stage.nft.work({ editions: 3 });
    for (const inventory of [`${sold}:2`, `${few}:4`, 'NOTHING:2', `${few}:1,${few}:1`]) {
      await expect(stage.series(4, { inventory })).rejects.toThrow(/field_unknown_choice|invalid_field/);
    }
    // What boxes hold is not sold beside them.
    const [prize = ''] = (await stage.inventory(1, 1)).split(':');
    const [work] = await app.database.query<{ id: string }>('select id from nft_work where code = $1', [prize]);
    const { code: other } = await stage.nft.work({ editions: 2 });
    await stage.series(2, { inventory: `${prize}:1,${other}:1` });
    await expect(stage.nft.sale(work?.id ?? '')).rejects.toThrow('already_selling');
    // What one series promises is not there for another.
    await stage.series(2, { inventory: `${few}:2` });
    await expect(stage.series(2, { inventory: `${few}:2` })).rejects.toThrow('field_unknown_choice');
    await expect(stage.series(2, { inventory: `${few}:1` })).rejects.toThrow('invalid_field');
    await expect(stage.series(4, { end_time: app.now() })).rejects.toThrow('ends_before_start');
    const code = await stage.series(4);
    expect(await stage.buy(ann, code, { price: '24' })).toMatchObject({ error: 'price_moved' });
    expect(await stage.buy(ann, code, { number: 5 })).toMatchObject({ error: 'sold_out' });
    expect(await stage.buy(ann, code, { number: 11 })).toMatchObject({ error: 'field_too_large' });
    expect(await stage.buy(ann, code, { seed: 'ä' })).toMatchObject({ error: 'invalid_field' });
    expect(await stage.nft.buy(ann, code, '25')).toMatchObject({ error: 'sale_not_open' });
    expect(await stage.open(ben, `${code}-1`)).toMatchObject({ error: 'not_owner' });
  });
});

describe('a source of public randomness', () => {
  it.each(['silent', 'wrong', 'old', 'garbage', 'huge', 'redirect'] as const)(
    'that is %s neither changes nor loses a box',
    async (what) => {
      const code = await stage.series(3);
      const [box = ''] = await stage.bought(ann, code);
      drand.say(what);
      await rounds();
      expect(await stage.open(ann, box)).toMatchObject({ error: 'round_missing' });
      expect(await stage.detail(code)).toMatchObject({ silent_since: expect.any(Number) });
      drand.say('right');
      await stage.fetch();
      expect(await stage.open(ann, box)).toMatchObject({ type: 'ok' });
      await stage.cancel(code).catch(() => undefined);
    },
  );

  it('that has lost the rounds of one series has those of the others fetched all the same', async () => {
    const code = await stage.series(30);
    for (let n = 0; n < 25; n++) {
      await stage.bought(ann, code);
      stage.nft.rest(3_000);
    }
    const last = (await stage.record(code)).draws.at(-1)?.round ?? 0;
    drand.lose(last);
    const other = await stage.series(3);
    stage.nft.rest(3_000);
    const [box = ''] = await stage.bought(ben, other);
    await rounds();
    expect(await stage.open(ben, box)).toMatchObject({ type: 'ok' });
    expect(await stage.open(ann, `${code}-1`)).toMatchObject({ error: 'round_missing' });
    drand.lose(0);
    for (let run = 0; run < 25; run++) await stage.fetch();
    expect(await stage.open(ann, `${code}-25`)).toMatchObject({ type: 'ok' });
  });

  it('that stays silent is no help to the house: any holder of the round hands it in', async () => {
    const code = await stage.series(3);
    const [box = ''] = await stage.bought(ann, code);
    drand.say('silent');
    stage.nft.rest(10_000);
    await stage.fetch();
    const round = (await stage.record(code)).draws[0]?.round ?? 0;
    const hand = (signature: string, of = round) =>
      app.call('POST /bind_box/round', { code, round: of, signature }, { token: ben.token });
    expect(await hand(drand.sign(round + 1))).toMatchObject({ error: 'round_wrong' });
    expect(await hand(drand.sign(round), round + 7)).toMatchObject({ message: { needed: false } });
    expect(await hand(drand.sign(round))).toMatchObject({ message: { needed: true } });
    expect(await hand(drand.sign(round))).toMatchObject({ message: { needed: false } });
    expect(await stage.open(ann, box)).toMatchObject({ type: 'ok' });
    await app.ok('GET /bind_box/series', { code });
  });

  it('after days of silence its boxes and all later ones are returned, and no earlier draw changes', async () => {
    const code = await stage.series(6);
    await stage.bought(ann, code, 2, 'early');
    await rounds();
    const before = [await stage.nft.held(ann), await stage.nft.held(ben)];
    const [opened = ''] = [`${code}-1`];
    expect(await stage.open(ann, opened)).toMatchObject({ type: 'ok' });
    drand.say('silent');
    await stage.bought(ben, code, 1, 'late');
    stage.nft.rest(60_000);
    await stage.bought(ann, code, 1, 'later');
    stage.nft.rest(7 * DAY - 120_000);
    await stage.close();
    expect((await stage.record(code)).draws.some(({ refunded }) => refunded)).toBe(false);
    stage.nft.rest(120_000);
    await stage.close();
    const record = await stage.record(code);
    expect(record.draws.map(({ refunded }) => refunded)).toEqual([false, false, true, true]);
    expect([await stage.nft.held(ann), await stage.nft.held(ben)]).toEqual(before);
    const told = await app.database.query<{ user_id: string }>(
      `select user_id from nft_message where kind = 'box_returned' order by order_id desc limit 2`,
    );
    expect(told).toEqual([{ user_id: ann.id }, { user_id: ben.id }]);
    expect(await verifyDraws(record)).toMatchObject({ fault: null });
    expect(await stage.detail(code)).toMatchObject({ status: 'ended' });
  });
});
