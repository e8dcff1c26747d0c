import type { LiveAuction } from '@tessera/api/nft/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, type NftStage, nftStage } from '../../../test/nft-stage.ts';
import type { Person } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

let app: TestApp;
let stage: NftStage;
let ann: Person;
let ben: Person;
let cleo: Person;
beforeAll(async () => {
  app = await createTestApp();
  stage = nftStage(app);
  stage.prices();
  [ann, ben, cleo] = [await stage.person(), await stage.person(), await stage.person()];
});
beforeEach(() => stage.prices());
afterAll(async () => {
  expect(await stage.house('payments')).toBe('0');
  await app.close();
});

const titles = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('browsing', () => {
  it('finds works by filters, in every order, and part by part without repeating one', async () => {
    const artistId = await stage.artist(null, 'Ōkami Ren');
    const collectionId = await stage.collection('Northern lights');
    const names = ['Tide', 'Drift', '極光の夜', 'Ember', '100% Noise'];
    for (const [index, name] of names.entries()) {
      const { id } = await stage.work({
        name,
        artistId,
        collectionId,
        rarity: index === 0 ? 'legendary' : 'common',
        type: index === 1 ? 'audio' : 'image',
        editions: index === 2 ? 3 : 1,
      });
      await stage.sale(id, {
        price: String(100 * (index + 1)),
        endAt: app.now() + (7 - index) * HOUR,
        ...(index === 3 && { saleType: 'auction', auction: { deposit: '40', increment: '10' } }),
        ...(index === 4 && { currency: 'ETH', price: '0.02', startAt: app.now() + HOUR }),
      });
    }
    const list = async (input: object) => app.ok('GET /bind_box/getBoxList', { artist_id: artistId, ...input });
    expect(titles((await list({})).list)).toEqual(names.toReversed());
    expect(titles((await list({ sort: 'price_up' })).list)).toEqual([
      '100% Noise',
      'Tide',
      'Drift',
      '極光の夜',
      'Ember',
    ]);
    expect(titles((await list({ sort: 'price_down', limit: 2 })).list)).toEqual(['Ember', '極光の夜']);
    expect(titles((await list({ sort: 'ending' })).list)).toEqual([...names.toReversed()]);
    for (const [input, found] of [
      [{ sale_type: 'auction' }, ['Ember']],
      [{ rarity: 'legendary' }, ['Tide']],
      [{ type: 'audio' }, ['Drift']],
      [{ status: 'upcoming' }, ['100% Noise']],
      [{ status: 'sold_out' }, []],
      [{ currency: 'ETH', price_max: '0.02' }, ['100% Noise']],
      [{ price_min: '250', price_max: '300' }, ['極光の夜']],
      [{ keyword: 'EMB' }, ['Ember']],
      [{ keyword: '光の' }, ['極光の夜']],
      [{ keyword: '夜' }, ['極光の夜']],
      [{ keyword: '0% n' }, ['100% Noise']],
      [{ keyword: 'ōkami', limit: 1 }, ['100% Noise']],
      [{ keyword: 'nothing like it' }, []],
      [{ collection_id: collectionId, status: 'on_sale', sort: 'price_up' }, ['Tide', 'Drift', '極光の夜', 'Ember']],
    ] as const) {
      expect(titles((await list(input)).list), JSON.stringify(input)).toEqual(found);
    }
    for (const sort of ['newest', 'price_up', 'price_down', 'ending'] as const) {
      const seen: string[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const part = await list({ sort, limit: 2, ...(after && { after }) });
        seen.push(...titles(part.list));
        after = part.next;
      }
      expect(seen, sort).toEqual(titles((await list({ sort })).list));
    }
    expect(await app.rejection('GET /bind_box/getBoxList', { after: 'bm90aGluZw' })).toMatchObject({
      error: 'invalid_field',
    });
    expect((await app.ok('GET /bind_box/collections', { keyword: 'northern' })).list).toMatchObject([
      { name: 'Northern lights', work_count: 5, floor: '100' },
    ]);
    expect((await app.ok('GET /bind_box/getArtist', { keyword: 'ren' })).list).toMatchObject([{ name: 'Ōkami Ren' }]);
    expect(await app.ok('GET /bind_box/getArtistDetail', { id: artistId })).toMatchObject({
      total: 5,
      artist: { work_count: 5, biography: 'Draws with light.', volume: '0' },
    });
    await app.rejection('GET /bind_box/getArtistDetail', { id: 999_999 });
    expect((await app.ok('GET /bind_box/getNftCurrency')).list.map(({ currency }) => currency)).toEqual([
      'USDT',
      'ETH',
      'BTC',
    ]);
  });

  it('keeps what a user marked and follows', async () => {
    const artistId = await stage.artist();
    const { code } = await stage.work({ artistId });
    const { id } = await stage.work({ artistId, editions: 2 });
    await stage.sale(id);
    const token = { token: ann.token };
    await stage.auction({ artistId });
    const unsold = await app.rejection('GET /bind_box/getBoxDetail', { code });
    expect(unsold).toMatchObject({ error: 'not_found' });
    const [row] = (await app.ok('GET /bind_box/getBoxList', { artist_id: artistId }, token)).list;
    await app.ok('POST /bind_box/collect', { code: row?.code, collected: true }, token);
    await app.ok('POST /bind_box/collect', { code: row?.code, collected: true }, token);
    expect((await app.ok('GET /bind_box/getCollection', {}, token)).list).toMatchObject([
      { code: row?.code, collected: true },
    ]);
    expect(await stage.detail(row?.code as string, ben)).toMatchObject({ collected: false, favourites: 1 });
    const marked = async (by?: Person) =>
      titles((await app.ok('GET /bind_box/getBoxList', { collected: true }, by ? { token: by.token } : {})).list);
    expect([await marked(ann), await marked(ben), await marked()]).toEqual([[row?.name], [], []]);
    // Nothing of an artist whom staff have hidden is left there.
    const named = await stage.collection('Winter lights');
    const hide = (hidden: boolean) =>
      app.database.query('update nft_artist set shown = $2 where id = $1', [artistId, !hidden]);
    await app.database.query('update nft_collection set artist_id = $2 where id = $1', [named, artistId]);
    await hide(true);
    expect((await app.ok('GET /bind_box/getCollection', {}, token)).total).toBe(0);
    expect((await app.ok('GET /bind_box/collections', { keyword: 'winter' })).total).toBe(0);
    await app.rejection('POST /bind_box/collect', { code: row?.code, collected: true }, token);
    await hide(false);
    // Names are searched, not the codes of languages.
    expect((await app.ok('GET /bind_box/collections', { keyword: 'fra' })).total).toBe(0);
    expect((await app.ok('GET /bind_box/collections', { keyword: 'winter' })).total).toBe(1);
    await app.ok('POST /bind_box/collect', { code: row?.code, collected: false }, token);
    expect((await app.ok('GET /bind_box/getCollection', {}, token)).total).toBe(0);
    await app.rejection('POST /bind_box/collect', { code: 'NOWHERE', collected: true }, token);

    for (const followers of [1, 1]) {
      expect(await app.ok('POST /bind_box/follow', { id: artistId, followed: true }, token)).toEqual({
        followed: true,
        followers,
      });
    }
    expect((await app.ok('GET /bind_box/getArtistDetail', { id: artistId }, token)).artist.followed).toBe(true);
    expect(await app.ok('POST /bind_box/follow', { id: artistId, followed: false }, token)).toMatchObject({
      followers: 0,
    });
    await app.rejection('POST /bind_box/follow', { id: 999_999, followed: true }, token);
  });
});

describe('a sale at a price', () => {
  it('gives each buyer an edition, until there is none', async () => {
    const artistId = await stage.artist(cleo.id);
    const { id, code } = await stage.work({ artistId, editions: 2, name: 'Pair' });
    await stage.sale(id);
    const [before, fees] = [await stage.held(cleo), await stage.house('fees')];
    expect(await stage.buy(ann, code, '99')).toMatchObject({ error: 'price_moved' });
    expect(await stage.buy(ann, code)).toMatchObject({
      message: {
        kind: 'purchase',
        status: 'paid',
        work: { code: `${code}-1`, edition: 1, own: true, status: 'sold_out' },
        messages: [{ kind: 'bought', amount: '100', read: false }],
      },
    });
    expect(await stage.detail(code)).toMatchObject({ remaining: 1, status: 'on_sale' });
    await stage.buy(ben, code);
    expect(await stage.detail(code)).toMatchObject({ remaining: 0, status: 'sold_out' });
    expect(await stage.buy(ann, code)).toMatchObject({ error: 'sold_out' });
    // 2.5 % of 100, twice; a first sale costs no royalty.
    expect(Number(await stage.held(cleo)) - Number(before)).toBe(195);
    expect(Number(await stage.house('fees')) - Number(fees)).toBe(5);
    expect((await stage.detail(`${code}-2`)).provenance).toMatchObject(
      [{ kind: 'sale', from: null, price: '100', currency: 'USDT', code: `${code}-2` }].map(
        ({ from: _, ...event }) => event,
      ),
    );
    expect((await app.ok('GET /bind_box/provenance', { code })).total).toBe(2);
    expect((await app.ok('GET /bind_box/getArtistDetail', { id: artistId })).artist.volume).toBe('200');
    await stage.prices();
  });

  it('is not bought before its start, after its end, by its artist, nor by a name that is none', async () => {
    const artistId = await stage.artist(ben.id);
    const { id, code } = await stage.work({ artistId });
    await stage.sale(id, { startAt: app.now() + HOUR });
    expect(await stage.buy(ann, code)).toMatchObject({ error: 'sale_not_open' });
    expect(await stage.buy(ann, 'NOWHERE')).toMatchObject({ error: 'not_found' });
    stage.rest(HOUR);
    expect(await stage.buy(ben, code)).toMatchObject({ error: 'own_work' });
    expect(await stage.bid(ann, code, '200')).toMatchObject({ error: 'sale_not_open' });
    expect(await stage.deposit(ann, code)).toMatchObject({ error: 'sale_not_open' });
    stage.rest(DAY);
    expect(await stage.buy(ann, code)).toMatchObject({ error: 'sale_not_open' });
    expect(await stage.detail(code)).toMatchObject({ status: 'ended', selling: true });
    await stage.close();
    expect(await stage.detail(code)).toMatchObject({ status: 'ended', selling: false });
    const told = await app.ok('GET /bind_box/messages', {}, { token: ben.token });
    expect(told.list[0]).toMatchObject({ kind: 'unsold', code, order_id: null });
  });
});

describe('an auction', () => {
  it('goes from the deposit over bids to the payment within a day', async () => {
    const artistId = await stage.artist(cleo.id);
    const code = await stage.auction({ artistId });
    const [annBefore, benBefore, cleoBefore] = await Promise.all([ann, ben, cleo].map((each) => stage.held(each)));
    expect(await stage.detail(code)).toMatchObject({
      min_bid: '100',
      max_bid: '1000',
      margin: '10',
      current_bid: null,
    });
    expect(await stage.bid(ann, code, '100')).toMatchObject({ error: 'deposit_required' });
    expect(await stage.deposit(ann, code)).toMatchObject({ message: { kind: 'deposit', status: 'paid', paid: '10' } });
    expect(await stage.held(ann, 'nft')).toBe('10');
    const { products } = await app.ok('POST /wallet/list', {}, { token: ann.token });
    expect(products).toContainEqual(expect.objectContaining({ product: 'nft', currency: 'USDT', amount: '10' }));
    expect(await stage.bid(ann, code, '99')).toMatchObject({ error: 'bid_too_low' });
    expect(await stage.bid(ann, code, '100')).toMatchObject({ message: { status: 'leading', own: true } });
    await stage.deposit(ben, code);
    expect(await stage.bid(ben, code, '109')).toMatchObject({ error: 'bid_too_low' });
    expect(await stage.bid(ben, code, '110')).toMatchObject({ type: 'ok' });
    expect(await stage.detail(code, ann)).toMatchObject({
      current_bid: '110',
      bid_count: 2,
      min_bid: '120',
      bids: [
        { status: 'leading', price: '110', own: false },
        { status: 'outbid', price: '100', own: true },
      ],
      viewer: { deposit: 'paid', bid: '100', leading: false, seller: false },
    });
    const inbox = await app.ok('GET /mailMessage/getList', {}, { token: ann.token });
    expect(inbox.list[0]?.title).toContain('outbid');
    expect((await app.ok('POST /bind_box/getBindBoxQuotationLog', { code, limit: 1 })).next).not.toBeNull();

    stage.rest(DAY);
    expect(await stage.bid(ann, code, '120')).toMatchObject({ error: 'sale_not_open' });
    await stage.close();
    expect(await stage.held(ann)).toBe(annBefore);
    const [order] = await stage.toPay(ben);
    expect(order).toMatchObject({
      offer: 'winner',
      price: '110',
      // A tenth of the bid was deposited with it.
      paid: '11',
      due: '99',
      work: { code, selling: true },
    });
    expect((order?.pay_until as number) - app.now()).toBe(DAY);
    expect(await stage.pay(ann, order?.id as string)).toMatchObject({ error: 'not_found' });
    expect(await stage.pay(ben, order?.id as string)).toMatchObject({
      message: { status: 'paid', due: '0', paid: '110', work: { code, own: true, status: 'sold_out' } },
    });
    expect(Number(benBefore) - Number(await stage.held(ben))).toBe(110);
    expect(await stage.held(ben, 'nft')).toBe('0');
    expect(Number(await stage.held(cleo)) - Number(cleoBefore)).toBe(107.25);
    expect((await stage.detail(code)).provenance.map(({ kind }) => kind)).toEqual(['auction', 'created']);
    const bids = await app.ok('POST /bind_box/getMyBindBoxQuotationLog', { limit: 1 }, { token: ben.token });
    expect(bids.list[0]).toMatchObject({ status: 'won', work: { code } });
    expect((await app.ok('POST /bind_box/getMyBindBoxQuotationLog', {}, { token: ann.token })).list[0]).toMatchObject({
      status: 'lost',
    });
    expect((await app.ok('POST /bind_box/getMyNFTs', { state: 'owned' }, { token: ben.token })).list[0]).toMatchObject({
      code,
    });
  });

  it('is moved by a bid in its last ten minutes, and by none before', async () => {
    const code = await stage.auction();
    const { end_time: end } = await stage.detail(code);
    await stage.depositAndBid(ann, code, '100');
    stage.rest(DAY - 600_001);
    await stage.bid(ann, code, '110');
    expect((await stage.detail(code)).end_time).toBe(end);
    stage.rest(1);
    await stage.bid(ann, code, '120');
    expect((await stage.detail(code)).end_time).toBe((end as number) + 600_000);
    stage.rest(600_000);
    await stage.close();
    expect(await stage.detail(code)).toMatchObject({ status: 'on_sale' });
    await stage.bid(ann, code, '130');
    expect((await stage.detail(code)).end_time).toBe((end as number) + 1_200_000);
    stage.rest(1_200_000);
    await stage.close();
    const [order] = await stage.toPay(ann);
    expect(order).toMatchObject({ price: '130' });
    await stage.pay(ann, order?.id as string);
  });

  it('keeps the deposit of a winner who does not pay, and is offered to the second bidder', async () => {
    const artistId = await stage.artist(cleo.id);
    const code = await stage.auction({ artistId });
    await stage.depositAndBid(ann, code, '140');
    await stage.depositAndBid(ben, code, '150');
    expect((await stage.detail(code, ben)).viewer).toMatchObject({ deposit: 'paid', deposit_held: '15' });
    stage.rest(DAY);
    await stage.close();
    const [owed] = await stage.toPay(ben);
    const [annBefore, benBefore, cleoBefore] = await Promise.all([ann, ben, cleo].map((each) => stage.held(each)));
    stage.rest(DAY);
    expect(await stage.pay(ben, owed?.id as string)).toMatchObject({ error: 'payment_expired' });
    await stage.close();
    await stage.close();
    expect(await stage.pay(ben, owed?.id as string)).toMatchObject({ error: 'payment_expired' });
    expect([await stage.held(ben), await stage.held(ben, 'nft')]).toEqual([benBefore, '0']);
    expect(Number(await stage.held(cleo)) - Number(cleoBefore)).toBe(7.5);
    const [offered] = await stage.toPay(ann);
    expect(offered).toMatchObject({ offer: 'second', price: '140', paid: '0', due: '140' });
    expect(await stage.detail(code, ben)).toMatchObject({ viewer: { deposit: 'kept' } });
    await stage.pay(ann, offered?.id as string);
    expect(Number(annBefore) - Number(await stage.held(ann))).toBe(140);
    // What it was sold for, not the bid that was not paid.
    expect(await stage.detail(code, ann)).toMatchObject({ own: true, selling: false, current_bid: '140' });
    const orders = await app.ok('GET /bind_box/orders', { kind: 'deposit', limit: 1 }, { token: ben.token });
    expect(orders.list[0]).toMatchObject({ status: 'forfeited' });
    expect(orders.unread).toBeGreaterThan(0);
  });

  it('ends when the second bidder does not pay either, or when there is none', async () => {
    [ann, ben] = [await stage.person(), await stage.person()];
    const code = await stage.auction();
    await stage.depositAndBid(ann, code, '100');
    await stage.depositAndBid(ben, code, '110');
    for (const _ of [1, 2, 3]) {
      stage.rest(DAY);
      await stage.close();
    }
    expect(await stage.detail(code)).toMatchObject({ status: 'ended', selling: false, owner: null });
    expect([await stage.held(ann, 'nft'), await stage.held(ben, 'nft')]).toEqual(['0', '0']);
    const told = await app.ok('GET /bind_box/messages', { limit: 2 }, { token: ann.token });
    expect(told.list[0]).toMatchObject({ kind: 'offer_expired' });

    const alone = await stage.auction();
    await stage.depositAndBid(ann, alone, '100');
    await stage.deposit(ben, alone);
    for (const _ of [1, 2]) {
      stage.rest(DAY);
      await stage.close();
    }
    expect(await stage.detail(alone)).toMatchObject({ status: 'ended', selling: false });
    expect([await stage.held(ann, 'nft'), await stage.held(ben, 'nft')]).toEqual(['0', '0']);
  });
});

describe('an auction, live', () => {
  it('is sent to all who look at it, with its newest bids and without names', async () => {
    const code = await stage.auction();
    const [topic] = app.ports.liveTopics().filter(({ kind }) => kind === 'nft');
    const jobs = recurringJobsOf(app);
    let woken = 0;
    const source = topic?.open(code, { wake: () => void woken++, listeners: () => 1 });
    const turn = async (): Promise<LiveAuction | null> => {
      await jobs.turn('nft-live');
      const row = source?.next()?.get(code);
      return row === undefined ? null : JSON.parse(row);
    };
    expect(await turn()).toMatchObject({ state: 'open', bids: 0, last: [] });
    expect(await turn()).toBeNull();
    expect(woken).toBe(1);
    const bidders = [ann, ben] as const;
    for (const person of bidders) await stage.deposit(person, code);
    for (let bid = 0; bid < 7; bid += 1) await stage.bid(bidders[bid % 2] as Person, code, String(100 + 10 * bid));
    stage.rest(DAY - 5 * 60_000);
    await stage.bid(ben, code, '300');
    const row = await turn();
    const { end_time, bids } = await stage.detail(code);
    expect(row).toMatchObject({ bids: 8, end: end_time });
    expect(row?.last).toEqual(bids.slice(0, 5).map(({ id, bidder, price, at }) => [id, bidder, price, at]));
    // What staff took down is not shown in this way either.
    await app.database.query('update nft_work set shown = false where code = $1', [code]);
    stage.rest(DAY);
    await stage.close();
    expect(await turn()).toBeNull();
    await app.database.query('update nft_work set shown = true where code = $1', [code]);
    expect(await turn()).toMatchObject({ state: 'open', bids: 8 });
    stage.rest(HOUR + 1_000);
    await stage.close();
    expect(await turn()).toMatchObject({ state: 'owed', bids: 8 });
    expect(JSON.parse(source?.first()?.get(code) ?? '{}')).toMatchObject({ state: 'owed' });
    source?.close?.();
    await jobs.turn('nft-live');
    expect(woken).toBe(4);
    expect(await stage.toPay(ben)).toMatchObject([{ price: '300' }]);
  });
});

describe('a resale', () => {
  it('pays the seller, the artist and the house, and is sold once', async () => {
    const artistId = await stage.artist(cleo.id);
    const { id, code } = await stage.work({ artistId, royaltyBp: 750 });
    await stage.sale(id);
    await stage.buy(ann, code);
    expect(await stage.resell(ben, code)).toMatchObject({ error: 'not_owner' });
    expect(await stage.resell(ann, code)).toMatchObject({
      message: { resale: true, selling: true, price: '200', status: 'on_sale', own: true },
    });
    expect(await stage.resell(ann, code)).toMatchObject({ error: 'already_selling' });
    expect(await stage.buy(ann, code, '200')).toMatchObject({ error: 'own_work' });
    expect((await app.ok('POST /bind_box/getMyNFTs', { state: 'reselling' }, { token: ann.token })).list).toMatchObject(
      [{ code }],
    );
    const [annBefore, cleoBefore] = [await stage.held(ann), await stage.held(cleo)];
    await stage.buy(ben, code, '200');
    // 200 less 2.5 % and 7.5 %.
    expect(Number(await stage.held(ann)) - Number(annBefore)).toBe(180);
    expect(Number(await stage.held(cleo)) - Number(cleoBefore)).toBe(15);
    expect(await stage.resell(ann, code)).toMatchObject({ error: 'not_owner' });
    expect((await app.ok('POST /bind_box/getMyNFTs', { state: 'resold' }, { token: ann.token })).list).toMatchObject([
      { code, proceeds: '180' },
    ]);
    expect((await stage.detail(code)).provenance.map(({ price }) => price)).toEqual(['200', '100', null]);
    const told = await app.ok('GET /bind_box/messages', { limit: 1 }, { token: ann.token });
    expect(told.list).toMatchObject([{ kind: 'sold', amount: '180' }]);
    await app.ok('POST /bind_box/readNFTOrderMessage', {}, { token: ann.token });
    expect((await app.ok('GET /bind_box/messages', {}, { token: ann.token })).unread).toBe(0);
  });

  it('by auction has a deposit of a tenth, can be cancelled before the first bid only', async () => {
    [ann, ben] = [await stage.person(), await stage.person()];
    const { id, code } = await stage.work();
    await stage.sale(id);
    await stage.buy(ann, code);
    const auction = (changes: object = {}) =>
      stage.resell(ann, code, {
        sale_type: 'auction',
        price: '333.333333',
        increment: '5',
        end_time: app.now() + HOUR,
        ...changes,
      });
    for (const [changes, error] of [
      [{ price: '0.00009' }, 'wrong_price'],
      [{ price: '1.2345678' }, 'wrong_price'],
      [{ increment: '' }, 'field_required'],
      [{ increment: '400' }, 'wrong_increment'],
      [{ end_time: app.now() - 1 }, 'ends_before_start'],
      [{ start_time: app.now() + 2 * HOUR, end_time: app.now() + HOUR }, 'ends_before_start'],
      [{ end_time: app.now() + HOUR - 1 }, 'wrong_duration'],
      [{ end_time: app.now() + 31 * DAY }, 'wrong_duration'],
      [{ end_time: '' }, 'field_required'],
      [{ price: '2000000' }, 'order_limit'],
      [{ sale_type: 'blind_box' }, 'field_unknown_choice'],
    ] as const) {
      expect(await auction(changes), JSON.stringify(changes)).toMatchObject({ type: 'error', error });
    }
    expect(await auction()).toMatchObject({ message: { margin: '33.333334' } });
    await stage.deposit(ben, code);
    expect(await stage.cancel(ben, code)).toMatchObject({ error: 'not_owner' });
    expect(await stage.cancel(ann, code)).toMatchObject({ message: { selling: false } });
    expect(await stage.cancel(ann, code)).toMatchObject({ error: 'not_selling' });
    await stage.close();
    expect(await stage.held(ben, 'nft')).toBe('0');
    expect(await auction()).toMatchObject({ type: 'ok' });
    await stage.depositAndBid(ben, code, '333.333333');
    expect(await stage.cancel(ann, code)).toMatchObject({ error: 'has_bids' });
    stage.rest(HOUR);
    await stage.close();
    const [order] = await stage.toPay(ben);
    await stage.pay(ben, order?.id as string);
    expect(await stage.detail(code, ben)).toMatchObject({ own: true });
  });
});

it('the ledger is whole', async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
});
