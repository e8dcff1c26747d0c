import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type NftStage, nftStage } from '../../../test/nft-stage.ts';
import type { Person } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

/* Own accounts that trade for a place in the ranking of artists: what counts is what buyers have spent in the end. */

let app: TestApp;
let stage: NftStage;
let artistId: number;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  stage = nftStage(app);
  stage.prices();
});
beforeEach(async () => {
  [ann, ben] = [await stage.person(), await stage.person()];
  artistId = await stage.artist((await stage.person()).id);
});
afterAll(() => app.close());

const volume = async (): Promise<string> =>
  (await app.ok('GET /bind_box/getArtistDetail', { id: artistId })).artist.volume;

/** A work that is sold once by its artist, to `buyer`. */
async function bought(buyer: Person, price = '100'): Promise<string> {
  const { id, code } = await stage.work({ artistId });
  await stage.sale(id, { price });
  expect(await stage.buy(buyer, code, price)).toMatchObject({ type: 'ok' });
  return code;
}

it('trades back and forth at any price count for no more than the first sale', async () => {
  const code = await bought(ann);
  expect(await volume()).toBe('100');
  for (const [seller, buyer, price] of [
    [ann, ben, '900'],
    [ben, ann, '900'],
    [ann, ben, '900'],
    [ben, ann, '900'],
  ] as const) {
    expect(await stage.resell(seller, code, { price })).toMatchObject({ type: 'ok' });
    expect(await stage.buy(buyer, code, price)).toMatchObject({ type: 'ok' });
    expect(Number(await volume())).toBeLessThanOrEqual(900);
  }
  expect(await volume()).toBe('100');
});

it('a buyer counts for 1,000 USDT at most, whatever is paid and however often', async () => {
  await bought(ann, '5000');
  await bought(ann, '5000');
  expect(await volume()).toBe('1000');
  await bought(ben, '5000');
  expect(await volume()).toBe('2000');
});

it('accounts that are known to be one person are one buyer, and the artist’s own is none', async () => {
  await bought(ann, '800');
  await app.database.query('update user_account set shared_mobile = $2, mobile = null where id = any($1)', [
    [ann.id, ben.id],
    '+41790000077',
  ]);
  await bought(ben, '800');
  expect(await volume()).toBe('1000');
  const [row] = await app.database.query<{ buyers: number }>(
    'select count(*)::int as buyers from nft_collector where artist_id = $1',
    [artistId],
  );
  expect(row?.buyers).toBe(1);
});
