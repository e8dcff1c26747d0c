import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { DAY, KEY, type NftStage, nftStage } from '../../../test/nft-stage.ts';
import { lastCode, type Person } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/* The marketplace as a way out: a thief sells to an account that they have got into. */

let nodes: readonly [TestApp, TestApp];
let app: TestApp;
let stages: readonly [NftStage, NftStage];
let stage: NftStage;
let owner: Person;
let thief: Person;
beforeAll(async () => {
  const node = linkedNodes();
  app = await createTestApp({}, {}, FACTORIES, node());
  nodes = [app, await createTestApp({}, {}, FACTORIES, node(), app)];
  stages = [nftStage(app), nftStage(nodes[1])];
  [stage] = stages;
  for (const each of stages) each.prices();
});
beforeEach(async () => {
  [owner, thief] = [await stage.person({ USDT: '50000' }), await stage.person()];
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await nodes[1].close();
  await app.close();
});

const configure = (keyword: string, value: string) =>
  app.database.query(
    `insert into setting (keyword, value, public) values ($1, $2, false)
     on conflict (keyword) do update set value = excluded.value`,
    [keyword, value],
  );

/** A work of the seller's that stands for sale at a price. */
async function offered(seller: Person, price: string): Promise<string> {
  const { id, code } = await stage.work();
  await stage.sale(id);
  expect(await stage.buy(seller, code)).toMatchObject({ type: 'ok' });
  expect(await stage.resell(seller, code, { price })).toMatchObject({ type: 'ok' });
  return code;
}

async function auctioned(seller: Person): Promise<string> {
  const { id, code } = await stage.work();
  await stage.sale(id);
  await stage.buy(seller, code);
  const terms = { sale_type: 'auction', price: '50', increment: '1', end_time: app.now() + DAY };
  expect(await stage.resell(seller, code, terms)).toMatchObject({ type: 'ok' });
  return code;
}

describe('an account whose password was just reset', () => {
  it('buys nothing of a user’s, and gives nothing away, on either node', async () => {
    const code = await offered(thief, '2000');
    const { id, code: own } = await stage.work();
    await stage.sale(id);
    await stage.buy(owner, own);
    const before = await stage.held(thief);
    await app.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
      owner.id,
      new Date(app.now() + DAY),
    ]);
    for (const each of stages) {
      expect(await each.buy(owner, code, '2000')).toMatchObject({ error: 'withdrawals_paused' });
      expect(await each.resell(owner, own, { price: '1' })).toMatchObject({ error: 'withdrawals_paused' });
      // It may be worth a hundred times what it cost: the thief who sells it buys it.
      expect(await each.resell(owner, own, { price: '100' })).toMatchObject({ error: 'withdrawals_paused' });
      expect(await each.resell(owner, own, { price: '100000' })).toMatchObject({ error: 'withdrawals_paused' });
    }
    expect([await stage.held(owner), await stage.held(thief)]).toEqual(['49900', before]);
    await app.database.query('update user_account set withdrawals_blocked_until = null where id = $1', [owner.id]);
    expect(await stage.resell(owner, own, { price: '100' })).toMatchObject({ type: 'ok' });
  });
});

describe('a work that is sold in two currencies', () => {
  it('is sold again in the one that its owner paid: a like number of the lesser coin is no like price', async () => {
    owner = await stage.person({ ETH: '1' });
    const { id, code: work } = await stage.work({ editions: 3 });
    await stage.sale(id, { price: '100', stock: 1 });
    await stage.buy(thief, work);
    await stage.sale(id, { currency: 'ETH', price: '0.5', stock: 1 });
    await app.ok(
      'POST /bind_box/buyNFT',
      { code: work, price: '0.5', currency: 'ETH', key: KEY },
      { token: owner.token, idempotencyKey: randomUUID() },
    );
    const [item] = await app.database.query<{ code: string }>('select code from nft_item where owner_id = $1', [
      owner.id,
    ]);
    const code = item?.code ?? '';
    await configure('send_limit_advanced', '100');
    expect((await stage.detail(code, owner)).viewer?.resale).toMatchObject({ currency: 'ETH' });
    expect((await stage.detail(code, thief)).viewer?.resale).toBeNull();
    // 0.5 of what it cost 0.5 in gives nothing away; less gives away ETH.
    expect(await stage.resell(owner, code, { price: '0.1' })).toMatchObject({ error: 'send_limit' });
    expect(await stage.resell(owner, code, { price: '0.5' })).toMatchObject({ type: 'ok' });
    expect(await app.database.query('select currency, price from nft_sale where code = $1 and resale', [code])).toEqual(
      [{ currency: 'ETH', price: '0.5' }],
    );
    await configure('send_limit_advanced', '500000');
  });
});

describe('a work that is worth more than it cost', () => {
  /** Two editions, of which the owner has the first for 100 USDT. */
  async function twoEditions() {
    const { id, code: work } = await stage.work({ editions: 2 });
    await stage.sale(id, { stock: 2 });
    const other = await stage.person();
    const codes = [];
    for (const person of [owner, other]) {
      expect(await stage.buy(person, work)).toMatchObject({ type: 'ok' });
      const [item] = await app.database.query<{ code: string }>(
        'select code from nft_item where work_id = $1 and owner_id = $2',
        [id, person.id],
      );
      codes.push(item?.code ?? '');
    }
    const [own = '', others = ''] = codes;
    return { own, others, other };
  }

  it('is not passed on below a bid that stands for another edition', async () => {
    const { own, others, other } = await twoEditions();
    const terms = { sale_type: 'auction', price: '100', increment: '10', end_time: app.now() + DAY };
    expect(await stage.resell(other, others, terms)).toMatchObject({ type: 'ok' });
    await stage.depositAndBid(await stage.person(), others, '1000');
    await configure('send_limit_advanced', '500');
    expect(await stage.resell(owner, own, { price: '100' })).toMatchObject({ error: 'send_limit' });
    expect(await stage.resell(owner, own, { ...terms, price: '499' })).toMatchObject({ error: 'send_limit' });
    expect(await stage.resell(owner, own, { price: '500' })).toMatchObject({ type: 'ok' });
    await configure('send_limit_advanced', '500000');
  });

  it('is not passed on below what others paid, also after a cheap sale that was arranged', async () => {
    const { own, others, other } = await twoEditions();
    expect(await stage.resell(other, others, { price: '3000' })).toMatchObject({ type: 'ok' });
    const third = await stage.person();
    expect(await stage.buy(third, others, '3000')).toMatchObject({ type: 'ok' });
    expect(await stage.resell(third, others, { price: '1' })).toMatchObject({ type: 'ok' });
    expect(await stage.buy(thief, others, '1')).toMatchObject({ type: 'ok' });
    await configure('send_limit_advanced', '1000');
    expect(await stage.resell(owner, own, { price: '100' })).toMatchObject({ error: 'send_limit' });
    expect(await stage.resell(owner, own, { price: '2000' })).toMatchObject({ type: 'ok' });
    await configure('send_limit_advanced', '500000');
  });
});

describe('sums', () => {
  it('of a day are one for purchases and payments, from two nodes at once', async () => {
    await configure('send_limit_advanced', '1000');
    const codes = [await offered(thief, '600'), await offered(thief, '600')];
    const outcomes = await Promise.all(
      codes.map((code, index) => stages[index % 2 === 0 ? 0 : 1].buy(owner, code, '600')),
    );
    expect(outcomes.map((outcome) => ('error' in outcome ? outcome.error : 'ok')).sort()).toEqual(['ok', 'send_limit']);
    const payment = { account: thief.uid, currency_id: 3, number: '401' };
    expect(await app.call('POST /wallet/zhuanzhan/begin', payment, { token: owner.token })).toMatchObject({
      error: 'send_limit',
    });
    expect(
      await app.call('POST /wallet/zhuanzhan/begin', { ...payment, number: '400' }, { token: owner.token }),
    ).toMatchObject({ message: { used: '600' } });
    await configure('send_limit_advanced', '500000');
  });

  it('are none for accounts without a verified identity', async () => {
    const code = await offered(thief, '300');
    await app.database.query('update user_account set verification_level = 0 where id = $1', [owner.id]);
    expect(await stage.buy(owner, code, '300')).toMatchObject({ error: 'verification_required' });
    const { id, code: own } = await stage.work();
    await stage.sale(id);
    expect(await stage.buy(owner, own), 'of the house').toMatchObject({ type: 'ok' });
  });
});

describe('a winner', () => {
  it('pays what was judged with the bid, also when the day is used up or the account is paused by then', async () => {
    const code = await auctioned(thief);
    expect(await stage.deposit(owner, code)).toMatchObject({ type: 'ok' });
    await configure('send_limit_advanced', '1000');
    expect(await stage.bid(owner, code, '450')).toMatchObject({ type: 'ok' });
    // A bid that could not be paid is none.
    expect(await stage.bid(owner, code, '1100')).toMatchObject({ error: 'send_limit' });
    expect(await stage.bid(owner, code, '900')).toMatchObject({ type: 'ok' });
    // What was judged before is judged once.
    expect(await stage.bid(owner, code, '990')).toMatchObject({ type: 'ok' });
    await configure('send_limit_advanced', '1');
    stage.rest(DAY + 1);
    await stage.close();
    await app.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
      owner.id,
      new Date(app.now() + DAY),
    ]);
    const { list } = await app.ok('POST /bind_box/getNeedPayNFTOrder', {}, { token: owner.token });
    expect(await stage.pay(owner, list[0]?.id ?? '')).toMatchObject({ type: 'ok' });
    await configure('send_limit_advanced', '500000');
  });
});

describe('a winner whose account is frozen', () => {
  it('pays nothing to the seller: the house keeps the deposit', async () => {
    const code = await auctioned(thief);
    expect(await stage.deposit(owner, code)).toMatchObject({ type: 'ok' });
    expect(await stage.bid(owner, code, '450')).toMatchObject({ type: 'ok' });
    await app.database.query('update user_account set frozen_at = $2 where id = $1', [owner.id, new Date(app.now())]);
    stage.rest(DAY + 1);
    await stage.close();
    const before = await stage.held(thief);
    stage.rest(DAY + 1);
    await stage.close();
    expect([await stage.held(owner, 'nft'), await stage.held(thief)]).toEqual(['0', before]);
    expect(
      await app.database.query(
        `select e.amount from journal j join ledger_entry e on e.journal_id = j.id
          where j.kind = 'nft_forfeit' and e.amount > 0
          order by j.id desc limit 1`,
      ),
    ).toEqual([{ amount: '45' }]);
  });
});

describe('a session alone', () => {
  it('bids nothing, and can have nothing forfeited', async () => {
    const code = await auctioned(thief);
    expect(await stage.deposit(owner, code)).toMatchObject({ type: 'ok' });
    const before = await stage.held(owner);
    for (const price of ['50', '500', '5000', '49995']) {
      const keyed = { token: owner.token, idempotencyKey: randomUUID() };
      expect(await app.call('POST /bind_box/auctionNFT', { code, price }, keyed)).toMatchObject({ field: 'key' });
    }
    expect(await stage.held(owner)).toBe(before);
  });
});

describe('above a small amount a day', () => {
  it('the owner approves exactly the purchase, by a mailed code, and is told of it', async () => {
    const code = await offered(thief, '300');
    await configure('way_unapproved', '200');
    const input = { code, price: '300' };
    const key = randomUUID();
    const buy = (changes: Record<string, string> = {}, idempotencyKey: string = key) =>
      app.call('POST /bind_box/buyNFT', { ...input, key: KEY, ...changes }, { token: owner.token, idempotencyKey });
    expect(await buy()).toMatchObject({ error: 'approval_required', message: expect.stringContaining('200') });
    const begun = { call: 'POST /bind_box/buyNFT', input: JSON.stringify(input) };
    const { approval } = await app.ok('POST /wallet/way/begin', begun, { token: owner.token });
    expect(approval).toEqual({ passkey: null, totp: false, code: expect.any(String), factor_from: null });
    expect(await buy({ mailed_code: '000000' })).toMatchObject({ error: 'code_wrong' });
    await app.ok('POST /sms_send', { scene: 'withdraw', request: approval.code ?? '' }, { token: owner.token });
    expect(app.outbox.at(-1)?.body).toMatch(/^Purchase of an artwork: .*Artwork: .*Amount: 300 USDT/s);
    const mailed_code = lastCode(app, owner.email);
    // Of another work at the same price.
    const decoy = await offered(thief, '300');
    expect(await buy({ code: decoy, mailed_code }, randomUUID())).toMatchObject({ error: 'code_for_other' });
    expect(await buy({ mailed_code })).toMatchObject({ type: 'ok' });
    const told = app.outbox.filter(({ to, body }) => to === owner.email && /about 300 USDT/.test(body));
    expect(told).toHaveLength(1);
    // The code is used up.
    const other = await offered(thief, '300');
    expect(await buy({ code: other, mailed_code }, randomUUID())).toMatchObject({ error: 'code_wrong' });
    await configure('way_unapproved', '100000000');
  });

  it('approvals are begun for ways alone, with what they take', async () => {
    const begin = (call: string, input: string) =>
      app.call('POST /wallet/way/begin', { call, input }, { token: owner.token });
    expect(await begin('POST /coin/trade', '{}')).toMatchObject({ error: 'not_found' });
    expect(await begin('POST /wallet/out', '{}')).toMatchObject({ error: 'not_found' });
    expect(await begin('__proto__', '{}')).toMatchObject({ error: 'not_found' });
    for (const input of ['', '{', 'null', '[]', '{"code":"A"}']) {
      expect((await begin('POST /bind_box/buyNFT', input)).type, input).toBe('error');
    }
  });
});
