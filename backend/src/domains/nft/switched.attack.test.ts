import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, KEY, type NftStage, nftStage } from '../../../test/nft-stage.ts';
import { lastCode, letAllUnapproved, type Person } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/* An artist who ends a sale and begins another one under the same code, while buyers look at the first: the same number in ether. */

const MINUTE = 60_000;

let app: TestApp;
let stage: NftStage;
let artist: Person;
let buyer: Person;
beforeAll(async () => {
  app = await createTestApp();
  stage = nftStage(app);
  stage.prices();
});
beforeEach(async () => {
  stage.prices();
  [artist, buyer] = [await stage.person(), await stage.person()];
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await app.close();
});

/** The code of a work whose sale is over, or ended, after the buyer saw it in USDT: it is on in ether now. */
async function switched(terms: Record<string, unknown>, between: (code: string) => Promise<unknown>): Promise<string> {
  const work = await stage.work({ artistId: await stage.artist(artist.id) });
  const sell = (currency: string, changes: Record<string, unknown>) =>
    app.ok(
      'POST /bind_box/artist/sell',
      { code: work.code, sale_type: 'normal', currency, price: '2', key: KEY, ...terms, ...changes } as never,
      { token: artist.token, idempotencyKey: randomUUID() },
    );
  await sell('USDT', {});
  await between(work.code);
  await app.database.query(`update nft_sale set state = 'cancelled', closed_at = $2 where code = $1`, [
    work.code,
    new Date(app.now()),
  ]);
  await app.database.query('update nft_item set sale_id = null where work_id = $1', [work.id]);
  await sell('ETH', {});
  return work.code;
}

const held = async (): Promise<readonly string[]> => [
  await stage.held(buyer),
  await stage.held(buyer, 'change', 'ETH'),
  await stage.held(buyer, 'nft', 'ETH'),
];
const asked = () => ({ token: buyer.token, idempotencyKey: randomUUID() });

describe('a work whose sale was switched', () => {
  it('is not bought for as many ether as it cost USDT, with the currency that was shown or without', async () => {
    const code = await switched({}, (each) => stage.detail(each, buyer));
    const before = await held();
    for (const shown of [{ currency: 'USDT' }, {}]) {
      const input = { code, price: '2', key: KEY, ...shown };
      expect(await app.rejection('POST /bind_box/buyNFT', input, asked()), JSON.stringify(shown)).toMatchObject({
        error: 'price_moved',
      });
    }
    expect(await held()).toEqual(before);
    const input = { code, price: '2', currency: 'ETH', key: KEY };
    expect(await app.ok('POST /bind_box/buyNFT', input, asked())).toMatchObject({ currency: 'ETH' });
  });

  it('is not bought by a code that was mailed for USDT', async () => {
    await app.database.query(`update setting set value = '1' where keyword = 'way_unapproved'`);
    const fields = { price: '2', currency: 'USDT' };
    const code = await switched({}, async (each) => {
      const begun = { call: 'POST /bind_box/buyNFT', input: JSON.stringify({ ...fields, code: each }) };
      const { approval } = await app.ok('POST /wallet/way/begin', begun, { token: buyer.token });
      await app.ok('POST /sms_send', { scene: 'withdraw', request: approval.code ?? '' }, { token: buyer.token });
    });
    const [before, mailed] = [await held(), lastCode(app, buyer.email)];
    const buy = (shown: object) =>
      app.rejection('POST /bind_box/buyNFT', { code, key: KEY, mailed_code: mailed, ...shown }, asked());
    expect(await buy({ price: '2' })).toMatchObject({ error: 'code_for_other' });
    expect(await buy({ price: '2', currency: 'ETH' })).toMatchObject({ error: 'code_for_other' });
    expect(await buy(fields)).toMatchObject({ error: 'price_moved' });
    expect(await held()).toEqual(before);
    // Nor is one mailed for what is not there any more.
    const late = { call: 'POST /bind_box/buyNFT', input: JSON.stringify({ ...fields, code }) };
    expect(await app.rejection('POST /wallet/way/begin', late, { token: buyer.token })).toMatchObject({
      error: 'price_moved',
    });
    await letAllUnapproved(app);
  });

  it('takes no other deposit than the one that was shown', async () => {
    const auction = { sale_type: 'auction', price: '20', increment: '1', end_time: app.now() + 2 * HOUR + MINUTE };
    const code = await switched(auction, (each) => stage.detail(each, buyer));
    const before = await held();
    for (const shown of [{ deposit: '2', currency: 'USDT' }, { deposit: '1', currency: 'ETH' }, {}]) {
      expect(
        await app.rejection('POST /bind_box/marginNFT', { code, key: KEY, ...shown }, asked()),
        JSON.stringify(shown),
      ).toMatchObject({ error: 'price_moved' });
    }
    expect(await held()).toEqual(before);
    await app.ok('POST /bind_box/marginNFT', { code, key: KEY, deposit: '2.0', currency: 'ETH' }, asked());
    const bid = { code, price: '20', key: KEY };
    expect(await app.rejection('POST /bind_box/auctionNFT', { ...bid, currency: 'USDT' }, asked())).toMatchObject({
      error: 'price_moved',
    });
    await app.ok('POST /bind_box/auctionNFT', { ...bid, currency: 'ETH' }, asked());
  });
});
