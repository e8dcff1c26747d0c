import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { type NftStage, nftStage } from '../../../test/nft-stage.ts';
import type { Person } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

/* Own accounts that trade for a place in the ranking of artists: what counts is what buyers have spent in the end. */

let app: TestApp;
let other: TestApp;
let stage: NftStage;
let artist: Person;
let artistId: number;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  const nodes = linkedNodes();
  app = await createTestApp({}, {}, undefined, nodes());
  other = await createTestApp({}, {}, undefined, nodes(), app);
  stage = nftStage(app);
  stage.prices();
  nftStage(other).prices();
});
beforeEach(async () => {
  [ann, ben] = [await stage.person(), await stage.person()];
  artist = await stage.person();
  artistId = await stage.artist(artist.id);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const volume = async (): Promise<string> =>
  (await app.ok('GET /bind_box/getArtistDetail', { id: artistId })).artist.volume;

async function onSale(price: string) {
  const work = await stage.work({ artistId });
  await stage.sale(work.id, { price });
  return work;
}

const onePhone = (persons: readonly Person[], mobile: string) =>
  app.database.query('update user_account set shared_mobile = $2, mobile = null where id = any($1)', [
    persons.map(({ id }) => id),
    mobile,
  ]);

/** A work that is sold once by its artist, to `buyer`. */
async function bought(buyer: Person, price = '100'): Promise<string> {
  const { code } = await onSale(price);
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
  await onePhone([ann, ben], '+41790000077');
  await bought(ben, '800');
  expect(await volume()).toBe('1000');
  const recount = recurringJobsOf(app);
  expect(await recount.turn('nft-volume')).toBe('done');
  expect(await volume()).toBe('1000');
  await recount.stop();
});

it('accounts of one person that buy at once, on two nodes, are one buyer', async () => {
  const codes = [(await onSale('800')).code, (await onSale('800')).code];
  await onePhone([ann, ben], '+41790000078');
  const outcomes = await Promise.all([
    stage.buy(ann, codes[0] as string, '800'),
    nftStage(other).buy(ben, codes[1] as string, '800'),
  ]);
  expect(outcomes).toMatchObject([{ type: 'ok' }, { type: 'ok' }]);
  expect(await volume()).toBe('1000');
});

it('accounts that are found to be one person later are joined, also by way of a third, and the artist’s own leave', async () => {
  const cid = await stage.person();
  for (const each of [ann, ben, cid]) await bought(each, '800');
  expect(await volume()).toBe('2400');
  const jobs = recurringJobsOf(app);
  const recounted = async () => {
    expect(await jobs.turn('nft-volume')).toBe('done');
    return volume();
  };
  await onePhone([ann, ben], '+41790000079');
  expect(await recounted()).toBe('1800');
  await app.database.query(
    `insert into known_device (token_hash, user_id, last_seen_at) select '\\xabcdef', id, $2 from unnest($1::bigint[]) id`,
    [[ben.id, cid.id], new Date(app.now())],
  );
  expect(await recounted()).toBe('1000');
  // Anyone can have the address of another among theirs: it takes from no artist's volume.
  const dan = await stage.person();
  await bought(dan, '500');
  for (const { id } of [ann, dan]) {
    await app.database.query(
      `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
       values ($1, 'USDT', 'ERC20', 'mine', '0xabcd', $2, $2)`,
      [id, new Date(app.now())],
    );
  }
  expect(await recounted()).toBe('1500');
  await app.database.query(
    `insert into known_device (token_hash, user_id, last_seen_at) select '\\xfedc', id, $2 from unnest($1::bigint[]) id`,
    [[dan.id, artist.id], new Date(app.now())],
  );
  expect(await recounted()).toBe('1000');
  await jobs.stop();
});

it('two buyers whose documents of two countries have the same number are two persons', async () => {
  for (const [{ id }, country] of [
    [ann, 'DE'],
    [ben, 'FR'],
  ] as const) {
    await app.database.query(
      `insert into verification_request (user_id, real_type, id_type, name, card_id, country, state, submitted_at)
       values ($1, 1, 'passport', 'A N', 'P-2222222', $2, 'verified', $3)`,
      [id, country, new Date(app.now())],
    );
  }
  for (const each of [ann, ben]) await bought(each, '800');
  expect(await volume()).toBe('1600');
  const jobs = recurringJobsOf(app);
  expect(await jobs.turn('nft-volume')).toBe('done');
  expect(await volume()).toBe('1600');
  await jobs.stop();
});

it('a buyer who types the numbers of other buyers’ documents and cards takes nothing from the volume', async () => {
  const eve = await stage.person();
  for (const each of [ann, ben, eve]) await bought(each, '800');
  const document = ({ id }: Person, state: string) =>
    app.database.query(
      `insert into verification_request (user_id, real_type, id_type, name, card_id, state, submitted_at)
       values ($1, 1, 'passport', 'A N', 'P-1111111', $2, $3)`,
      [id, state, new Date(app.now())],
    );
  const card = ({ id }: Person) =>
    app.database.query(
      `insert into payee_card (user_id, kind, real_name, bank_name, province_city, branch, phone, created_at, usable_at,
                               card_sealed, card_hash, card_last4)
       values ($1, 'local', 'A N', 'b', 'c', 'd', '1', $2, $2, '\\x01', decode(repeat('ca', 32), 'hex'), '1234')`,
      [id, new Date(app.now())],
    );
  await document(ann, 'verified');
  await document(eve, 'under_review');
  for (const each of [ben, eve]) await card(each);
  const jobs = recurringJobsOf(app);
  expect(await jobs.turn('nft-volume')).toBe('done');
  expect(await volume()).toBe('2400');
  await jobs.stop();
});
