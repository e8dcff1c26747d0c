import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import {
  auditLedger,
  houseAccount,
  postJournal,
  type UserAccountName,
  userAccount,
} from '../../platform/ledger/index.ts';

const BTC = 1;
const USDT = 3;
const DAY = 86_400_000;

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  ann = await signUp(app, {
    level: 1,
    funds: { change: { USDT: '10000', BTC: '0.5' }, legal: { USDT: '1000', EUR: '100' } },
  });
});

const token = () => ({ token: ann.token });
const key = () => ({ token: ann.token, idempotencyKey: randomUUID() });
const wallets = () => app.ok('POST /wallet/list', {}, token());
const move = (payload: Record<string, unknown>, options = key()) =>
  app.ok('POST /wallet/change', { currency_id: USDT, from_field: 'change', to_field: 'lever', ...payload }, options);
const refusedMove = (payload: Record<string, unknown>) =>
  app.rejection(
    'POST /wallet/change',
    { currency_id: USDT, from_field: 'change', to_field: 'lever', number: '1', ...payload },
    key(),
  );
const rest = (amount: string) =>
  app.ok('POST /coin/trade', { currency_id: BTC, legal_id: USDT, type: 'buy', target_price: '49000', amount }, key());
const records = (query: Record<string, unknown> = {}) => app.ok('POST /wallet/legal_log', query, token());

const income = (name: UserAccountName, currency: string, amount: string) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `test-income:${randomUUID()}`,
      kind: 'mining_interest',
      at: app.now(),
      entries: [
        { account: houseAccount('interest'), currency, amount: `-${amount}` },
        { account: userAccount(ann.id, name), currency, amount },
      ],
    }),
  );

describe('the overview', () => {
  it('values every account at the price of the moment, in USDT and in BTC', async () => {
    const before = await wallets();
    const change = before.accounts.find(({ type }) => type === 'change');
    expect(change).toMatchObject({ id: 2, total: '35000', available: '35000', frozen: '0' });
    expect(change?.currencies.slice(0, 3)).toMatchObject([
      { currency: 'BTC', available: '0.5', equivalent: '25000' },
      { currency: 'ETH', available: '0', equivalent: '0' },
      { currency: 'USDT', available: '10000', equivalent: '10000' },
    ]);
    app.feed.setPrice('BTC/USDT', '100000');
    expect((await wallets()).accounts.find(({ type }) => type === 'change')?.total).toBe('60000');
  });

  it('of many who ask at once is read at once, and each has its own', async () => {
    const ben = await signUp(app, { level: 1, funds: { change: { USDT: '20' } } });
    await rest('0.02');
    const all = await Promise.all([ann, ben, ann, ben].map(({ token }) => app.ok('POST /wallet/list', {}, { token })));
    const changeOf = all.map(({ accounts }) => accounts.find(({ type }) => type === 'change')?.total);
    expect(changeOf).toEqual(['35000', '20', '35000', '20']);
    expect(all.map(({ products }) => products.map(({ amount }) => amount))).toEqual([['980'], [], ['980'], []]);
  });

  it('lists each currency once, in the order of the catalogue, whether there is any of it or not', async () => {
    const { list } = await app.ok('GET /currency/user_currency_list', { account: 'legal' }, token());
    const order = list.map(({ currency_id }) => currency_id);
    for (const { type, currencies } of (await wallets()).accounts) {
      const ids = currencies.map(({ currency_id }) => currency_id);
      expect(ids, type).toEqual(order.filter((id) => ids.includes(id)));
      expect(
        currencies.some(({ currency }) => currency === 'EUR'),
        type,
      ).toBe(type === 'legal');
    }
  });

  it('counts fiat by its rate to the dollar', async () => {
    const legal = (await wallets()).accounts.find(({ type }) => type === 'legal');
    const euro = legal?.currencies.find(({ currency }) => currency === 'EUR');
    expect(euro).toMatchObject({ available: '100', kind: 'fiat', scale: 2 });
    expect(Number(euro?.equivalent)).toBeGreaterThan(100);
    expect(Number(legal?.total)).toBeCloseTo(1000 + Number(euro?.equivalent), 6);
  });

  it('the total is the sum of accounts and products', async () => {
    await rest('0.02');
    await app.database.transaction((tx) =>
      postJournal(tx, {
        ref: `test-lock:${ann.id}`,
        kind: 'mining_lock',
        at: app.now(),
        entries: [
          { account: userAccount(ann.id, 'legal'), currency: 'USDT', amount: '-300' },
          { account: userAccount(ann.id, 'mining'), currency: 'USDT', amount: '300' },
        ],
      }),
    );
    const after = await wallets();
    expect(after.accounts.find(({ type }) => type === 'change')).toMatchObject({ total: '35000', frozen: '980' });
    expect(after.products).toMatchObject([
      { product: 'spot_order', currency: 'USDT', amount: '980', equivalent: '980' },
      { product: 'mining', currency: 'USDT', amount: '300', equivalent: '300' },
    ]);
    const sums = after.accounts.reduce((sum, account) => sum + Number(account.total), 300);
    expect(Number(after.total)).toBeCloseTo(sums, 6);
  });

  it('lists what a user without funds can buy', async () => {
    ann = await signUp(app);
    const { total, total_btc, accounts, products } = await wallets();
    expect({ total, total_btc, products }).toEqual({ total: '0', total_btc: '0', products: [] });
    expect(accounts.map(({ type }) => type)).toEqual(['legal', 'change', 'lever', 'micro']);
    expect(accounts.every(({ currencies }) => currencies.some(({ currency }) => currency === 'USDT'))).toBe(true);
  });

  it('counts income as earnings, of yesterday and in all, and moves of own money not', async () => {
    await income('change', 'USDT', '7');
    app.advance(DAY);
    app.feed.setPrice('BTC/USDT', '50000');
    await income('change', 'BTC', '0.0001');
    await move({ number: '5' });
    expect(await wallets()).toMatchObject({ yesterday_earnings: '7', total_earnings: '12' });
  });
});

describe('one currency', () => {
  it('is summed over all accounts, with its trading pairs', async () => {
    const usdt = await app.ok('POST /wallet/detail', { currency_id: USDT }, token());
    expect(usdt).toMatchObject({ currency: 'USDT', available: '11000', frozen: '0', equivalent: '11000', scale: 6 });
    expect(usdt.symbols).toContain('ETH/USDT');
    expect(usdt.deposits_open).toBe(true);
    expect(usdt.accounts.map(({ available }) => available)).toEqual(['1000', '10000', '0', '0']);
  });

  it.each([
    ['currency_unknown', { currency_id: 999_999 }],
    ['field_required', {}],
    ['field_too_small', { currency_id: 0 }],
  ])('is rejected with %s', async (error, payload) => {
    expect(await app.rejection('POST /wallet/detail', payload, token())).toMatchObject({ error, field: 'currency_id' });
  });

  it('is listed in one account with available and frozen amounts', async () => {
    await rest('0.02');
    const { list } = await app.ok('GET /currency/user_currency_list', { account: 'change' }, token());
    expect(list.find(({ currency_id }) => currency_id === USDT)).toMatchObject({ available: '9020', frozen: '980' });
    expect(list.find(({ currency }) => currency === 'SOL')).toMatchObject({ available: '0', frozen: '0' });
    const rejection = await app.rejection('GET /currency/user_currency_list', { account: 'savings' }, token());
    expect(rejection.field).toBe('account');
  });
});

describe('account-change records', () => {
  it('show the change of available and frozen funds of each order, with the resulting balance', async () => {
    await rest('0.02');
    const { list } = await records({ account: 'change', currency_id: USDT });
    expect(list).toMatchObject([
      { kind: 'order_freeze', amount: '-980', frozen_amount: '980', balance: '9020', account: 'change' },
      { kind: 'reward', amount: '10000', frozen_amount: '0', balance: '10000' },
    ]);
    expect(list[0]?.reference).toContain('BTC/USDT');
  });

  it('keep the available balance if only frozen funds changed', async () => {
    await rest('0.02');
    app.feed.setPrice('BTC/USDT', '49000');
    await app.turn();
    const { list } = await records({ currency_id: USDT, kind: 'trade_buy' });
    expect(list).toMatchObject([{ amount: '0', frozen_amount: '-980', balance: '9020' }]);
    // The journal in full: what was given and what was got, and nothing of whom it was traded with.
    expect(list[0]?.lines.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))).toEqual([
      { account: 'change', currency: 'BTC', scale: 8, amount: '0.02', frozen_amount: '0' },
      { account: 'change', currency: 'USDT', scale: 6, amount: '0', frozen_amount: '-980' },
    ]);
  });

  it('are filtered by account, kind and time, and paged', async () => {
    const from = app.now() + 1_000;
    app.advance(1_000);
    await move({ number: '1' });
    app.advance(1_000);
    await move({ number: '2' });
    expect(await records({ account: 'lever' })).toMatchObject({ total: 2, list: [{ amount: '2' }, { amount: '1' }] });
    expect((await records({ kind: 'transfer', from, to: from })).total).toBe(2);
    expect((await records({ kind: 'transfer', from: from + 1 })).total).toBe(2);
    const second = await records({ kind: 'transfer', page: 2, limit: 3 });
    expect(second).toMatchObject({ page: 2, limit: 3, total: 4 });
    expect(second.list).toHaveLength(1);
  });

  it.each([
    ['account', { account: 'savings' }],
    ['kind', { kind: 'gift' }],
    ['limit', { limit: 101 }],
    ['page', { page: 0 }],
    ['from', { from: 'yesterday' }],
    ['currency_id', { currency_id: 'USDT' }],
    ['currency_id', { currency_id: 999_999 }],
  ])('name %s where it is wrong', async (field, query) => {
    expect(await app.rejection('POST /wallet/legal_log', query, token())).toMatchObject({ field });
  });
});

describe('a transfer', () => {
  it('transfers money between own accounts, notifies the owner, and is listed', async () => {
    const heard: unknown[] = [];
    const stop = app.accountEvents.listen((userId, event) => userId === ann.id && heard.push(event));
    const moved = await move({ number: '250.5' });
    stop();
    expect(moved).toMatchObject({ number: '250.5', from_field: 'change', to_field: 'lever', currency: 'USDT' });
    expect(heard).toEqual([{ kind: 'balance' }]);
    const { list, total } = await app.ok('GET /wallet/hzhistory', {}, token());
    expect({ list, total }).toEqual({ list: [moved], total: 1 });
    expect((await app.ok('GET /wallet/hzhistory', { currency_id: BTC }, token())).total).toBe(0);
    const lever = (await wallets()).accounts.find(({ type }) => type === 'lever');
    expect(lever?.total).toBe('250.5');
  });

  it('sent twice with one key is executed once; another input with the same key is rejected', async () => {
    const once = key();
    expect(await move({ number: '10' }, once)).toEqual(await move({ number: '10' }, once));
    expect((await app.ok('GET /wallet/hzhistory', {}, token())).total).toBe(1);
    const other = { currency_id: USDT, from_field: 'change', to_field: 'lever', number: '11' };
    expect(await app.rejection('POST /wallet/change', other, once)).toMatchObject({ error: 'idempotency_conflict' });
  });

  it('of frozen money is rejected', async () => {
    await rest('0.02');
    expect(await refusedMove({ number: '9020.000001' })).toMatchObject({ error: 'insufficient_balance' });
    await move({ number: '9020' });
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('of all the money by many requests at the same time is made once', async () => {
    const payload = { currency_id: USDT, from_field: 'change', to_field: 'micro', number: '10000' };
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => app.call('POST /wallet/change', payload, key())),
    );
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  });

  it.each([
    ['same_account', 'to_field', { to_field: 'change' }],
    ['currency_unknown', 'currency_id', { currency_id: 999_999 }],
    ['field_too_precise', 'number', { number: '0.0000001' }],
    ['field_must_be_positive', 'number', { number: '0' }],
    ['field_must_be_positive', 'number', { number: '0.000' }],
    ['field_not_a_number', 'number', { number: '1e3' }],
    ['field_not_a_number', 'number', { number: 'NaN' }],
    ['field_unknown_choice', 'from_field', { from_field: 'savings' }],
  ])('is rejected with %s at %s', async (error, field, payload) => {
    expect(await refusedMove(payload)).toMatchObject({ error, field });
  });

  it('needs a key and a session', async () => {
    const payload = { currency_id: USDT, from_field: 'change', to_field: 'lever', number: '1' };
    expect(await app.rejection('POST /wallet/change', payload, token())).toMatchObject({
      error: 'idempotency_key_required',
    });
    expect(await app.rejection('POST /wallet/change', payload)).toMatchObject({ type: '999' });
  });
});
