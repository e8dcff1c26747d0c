import type { CallId } from '@tessera/api/contract';
import { cmp, div, mul, quantize, toStep } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeAt } from '../../../test/factors.ts';
import { endless } from '../../../test/feed-source.ts';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import type { MarketTerms } from '../../platform/market/terms.ts';
import { FOLLOWED_WITHIN } from '../instruments/instrument-problems.ts';
import { spotListings } from './listing.ts';

/*
 * Attacks over the calls, by several users at once, on the market with its terms as they are: the house is finite, the
 * breakers stand.
 */

const PEOPLE = 16;
/** By this the prices of the former market moved in nine minutes, for all who knew its seed: fees, and 23,122 of 15.9 M. */
const MOVE = 23_122 / 15_900_000 + 0.002;
const START_PRICES = new Map<string, number>();

/** Symbols whose house takes any order whole, at one price: what the attack was made for. */
const infinite = new Set<string>();
const termsOf = (terms: MarketTerms): MarketTerms => (infinite.has(terms.symbol) ? endless(terms) : terms);
let app: TestApp;
const people: Person[] = [];
let staff: Awaited<ReturnType<typeof signInStaff>>;

const listings = () => [...spotListings(app.catalogue.current()).bySymbol.values()];
const listingOf = (symbol: string) => {
  const found = spotListings(app.catalogue.current()).bySymbol.get(symbol);
  if (!found) throw new Error(`${symbol} is not listed`);
  return found;
};

/** Prices of all symbols `by` above those at the start, the house's ladder full around them. */
async function prices(by = 0, step = 30_000): Promise<void> {
  app.advance(step);
  for (const { instrument } of listings()) {
    const start = START_PRICES.get(instrument.symbol) ?? instrument.simulation.start;
    START_PRICES.set(instrument.symbol, start);
    const price = quantize((start * (1 + by)).toFixed(12), instrument.priceScale, 'down');
    app.feed.setPrice(instrument.symbol, price);
  }
  await app.turn();
}

let keys = 0;

/** A call as it goes over HTTP, without a step of the market before it. */
async function send(person: Pick<Person, 'token'>, call: CallId, payload: Record<string, unknown>) {
  keys++;
  const [method, path] = call.split(' ');
  const response = await app.app.inject({
    method: method as 'POST',
    url: `/api${path}`,
    headers: {
      authorization: person.token,
      'idempotency-key': `attack-${keys}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)])).toString(),
  });
  const { type, error, message } = response.json<{ type: string; error?: string; message: Record<string, string> }>();
  return { placed: type === 'ok', error: error ?? null, order: message };
}

const place = (person: Person, symbol: string, order: Record<string, unknown>) => {
  const { base, quote } = listingOf(symbol);
  return send(person, 'POST /coin/trade', { currency_id: base.id, legal_id: quote.id, ...order });
};
const cancel = (person: Person, id: unknown) => send(person, 'PUT /coin/trade', { id });
const held = (person: Person, currency: string, part?: 'frozen') =>
  userBalance(app.database, person.id, 'change', currency, part);
const expectSound = async () => expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });

const asStaff = async (call: CallId, payload: Record<string, unknown>) => {
  app.advance(30_000);
  await app.ok('POST /staff/confirm', { totp: codeAt(staff.secret, app.now()) }, { token: staff.token });
  return app.call(call, { reason: 'as agreed', ...payload }, { token: staff.token });
};

beforeAll(async () => {
  app = await createTestApp({}, {}, undefined, undefined, undefined, termsOf);
  for (let index = 0; index < PEOPLE; index++) people.push(await signUp(app, { level: 2 }));
});
afterAll(() => app.close());

type Purchase = { readonly person: Person; readonly symbol: string; readonly total: string };

describe('the attack that earned 23,122 USDT in nine minutes', () => {
  /** What all of it is worth in USDT, coins at the price that they could be sold for at best. */
  async function worth(orders: readonly Purchase[]): Promise<number> {
    const coins = orders.map(async ({ person, symbol }) => {
      const price = (START_PRICES.get(symbol) ?? 0) * (1 + MOVE);
      return Number(await held(person, listingOf(symbol).base.code)) * price;
    });
    const dollars = people.map(async (person) => Number(await held(person, 'USDT')));
    return (await Promise.all([...coins, ...dollars])).reduce((sum, value) => sum + value, 0);
  }

  /** Buys all at once, waits for the foretold move, and sells what the book takes in four rounds. Returns the gain in USDT. */
  async function attack(orders: readonly Purchase[]) {
    // The ladder is full again.
    for (let count = 0; count < 3; count++) await prices(0, 60_000);
    for (const { person, total } of orders) await fund(app, person.id, 'change', 'USDT', total);
    const before = await worth(orders);
    const bought = await Promise.all(
      orders.map(({ person, symbol, total }) =>
        place(person, symbol, { type: 'buy', kind: 'market', quote_amount: quantize(mul(total, '0.999'), 2, 'down') }),
      ),
    );
    expect(bought.map(({ error }) => error)).toEqual(orders.map(() => null));
    for (let minute = 1; minute <= 9; minute++) await prices((MOVE * minute) / 9, 60_000);
    let left = orders;
    for (let round = 0; round < 4; round++) {
      const sold = await Promise.all(
        left.map(async ({ person, symbol }) => {
          const { instrument, base } = listingOf(symbol);
          const has = await held(person, base.code);
          // No order is worth more than a million.
          const most = div('990000', ((START_PRICES.get(symbol) ?? 1) * (1 + MOVE)).toFixed(12));
          return place(person, symbol, {
            type: 'sell',
            kind: 'market',
            amount: toStep(cmp(has, most) > 0 ? most : has, instrument.lot),
          });
        }),
      );
      left = left.filter((_, index) => sold[index]?.placed);
      await prices(MOVE, 10_000);
    }
    const after = await worth(orders);
    await expectSound();
    return { gain: after - before, bought: bought.map(({ order }) => order) };
  }

  const everywhere = (): Purchase[] =>
    listings()
      .filter(({ quote }) => quote.code === 'USDT')
      .map(({ instrument }, index) => ({
        person: people[index % PEOPLE] as Person,
        symbol: instrument.symbol,
        total: '900000',
      }));

  it('loses: 15 buys of a million at once, and 900,000 of a thin coin', async () => {
    const orders = people.map((person, index) => ({
      person,
      symbol: index < 15 ? 'BTC/USDT' : 'QNT/USDT',
      total: index < 15 ? '1000000' : '900000',
    }));
    const { gain, bought } = await attack(orders);
    expect(gain).toBeLessThan(-1_000);
    const spent = bought.map(({ filled_quote_amount }) => Number(filled_quote_amount));
    const [thin = 0] = spent.splice(-1);
    // A displayed depth of the coin is worth five millions, of the thin one 5,600; both were filled whole once.
    expect(spent.reduce((sum, value) => sum + value, 0)).toBeLessThan(5_100_000);
    expect(thin).toBeLessThan(6_000);
    expect(new Set(bought.map(({ average_price }) => average_price)).size).toBeGreaterThan(5);
  });

  it('loses over all coins at once', async () => {
    const orders = everywhere();
    expect(orders.length).toBeGreaterThan(30);
    const { gain } = await attack(orders);
    expect(gain).toBeLessThan(-1_000);
  });

  it('would earn where the house takes any order whole at one price', async () => {
    infinite.add('BTC/USDT');
    const orders = people.slice(0, 3).map((person) => ({ person, symbol: 'BTC/USDT', total: '1000000' }));
    app.market.revise(app.catalogue.current().marketTerms().map(termsOf));
    expect((await attack(orders)).gain).toBeGreaterThan(3_000);
    infinite.clear();
    app.market.revise(app.catalogue.current().marketTerms().map(termsOf));
  });
});

describe('staff amid trade', () => {
  beforeEach(async () => {
    staff = await signInStaff(app, 'treasury');
  });
  const SYMBOL = 'ETH/USDT';
  const limit = (type: 'buy' | 'sell', price: string, amount = '0.5') => ({
    type,
    kind: 'limit',
    target_price: price,
    amount,
  });
  const versionOf = (symbol: string) => app.catalogue.current().instrument(symbol)?.version;
  const halt = () => app.call('POST /staff/instruments/halt', { symbol: SYMBOL, reason: 'x' }, { token: staff.token });
  const resume = () => asStaff('POST /staff/instruments/resume', { symbol: SYMBOL });
  const change = (changes: object) =>
    asStaff('POST /staff/instruments/change', { symbol: SYMBOL, version: versionOf(SYMBOL), ...changes });
  const openOrders = () =>
    app.database.query<{ id: string; user_id: string; price: string; reserved: string }>(
      `select id, user_id, price, reserved from spot_order where symbol = $1 and status = 'pending' order by id`,
      [SYMBOL],
    );
  const ownerOf = (userId: string) => people.find(({ id }) => id === userId) as Person;
  const frozen = async () =>
    (await Promise.all(people.flatMap((each) => [held(each, 'USDT', 'frozen'), held(each, 'ETH', 'frozen')]))).reduce(
      (sum, value) => sum + Number(value),
      0,
    );
  /** They are stored behind the batch that finds them. */
  const expectMisfits = (misfits: readonly object[]) =>
    vi.waitFor(
      async () => expect((await app.ok('GET /staff/instruments', {}, { token: staff.token })).misfits).toEqual(misfits),
      20_000,
    );
  /** Cancels all that rests; nothing stays frozen, and the ledger is exact. */
  async function expectAllFree(): Promise<void> {
    const resting = await openOrders();
    const cancelled = await Promise.all(resting.map(({ id, user_id }) => cancel(ownerOf(user_id), id)));
    expect(cancelled.map(({ error }) => error)).toEqual(resting.map(() => null));
    expect(await frozen()).toBe(0);
    await expectSound();
  }
  const START = () => START_PRICES.get(SYMBOL) as number;
  const below = (share: number) => quantize((START() * (1 - share)).toFixed(4), 1, 'down');

  it('a halt lets each order that is under way rest, fill or be rejected, and every rest be cancelled', async () => {
    for (let count = 0; count < 4; count++) await prices(0, 60_000);
    for (const person of people) await fund(app, person.id, 'change', 'ETH', '10');
    const orders = people.flatMap((person, index) => [
      place(person, SYMBOL, limit('buy', below(0.01 + index / 1_000))),
      place(person, SYMBOL, { type: 'sell', kind: 'market', amount: '0.2' }),
    ]);
    const halting = halt();
    const others = people.map((person) => place(person, SYMBOL, limit('buy', below(0.01))));
    const outcomes = await Promise.all([...orders, ...others]);
    await halting;
    for (const { error } of outcomes) expect([null, 'market_halted']).toContain(error);
    const late = await place(people[0] as Person, SYMBOL, limit('buy', below(0.01)));
    expect(late.error).toBe('market_halted');
    // A price that would reach all of them fills none.
    await prices(-0.05);
    expect((await openOrders()).length).toBe(
      outcomes.filter(({ placed, order }) => placed && order.kind === 'limit').length,
    );
    await expectAllFree();
    await resume();
  });

  it('a finer tick and lot keep what rests, at its price; cancels that are under way return their money', async () => {
    for (let count = 0; count < 4; count++) await prices(0, 60_000);
    for (const person of people) await place(person, SYMBOL, limit('buy', below(0.02)));
    const resting = await openOrders();
    expect(resting).toHaveLength(PEOPLE);
    await halt();
    app.advance(FOLLOWED_WITHIN);
    const { tick, lot } = listingOf(SYMBOL).instrument;
    const finer = { tick: div(tick, '10'), lot: div(lot, '10') };
    const [changed, ...cancelled] = await Promise.all([
      change(finer),
      ...resting.slice(0, 6).map(({ id, user_id }) => cancel(ownerOf(user_id), id)),
    ]);
    expect(changed).toMatchObject({ type: 'ok', message: finer });
    expect(cancelled.map(({ error }) => error)).toEqual(Array.from({ length: 6 }, () => null));
    expect(await change({ tick: mul(tick, '3') })).toMatchObject({ error: 'orders_resting', field: 'tick' });
    expect(await change({ trades: 'none' })).toMatchObject({ error: 'orders_resting', field: 'trades' });
    await resume();
    expect((await openOrders()).map(({ price }) => price)).toEqual(
      Array.from({ length: PEOPLE - 6 }, () => below(0.02)),
    );
    for (let count = 0; count < 3; count++) await prices(-0.03, 20_000);
    expect(await openOrders()).toEqual([]);
    const fills = await app.database.query<{ price: string }>(
      'select distinct price from spot_fill where order_id = any($1)',
      [resting.map(({ id }) => id)],
    );
    expect(fills.map(({ price }) => price)).toEqual([below(0.02)]);
    expect(await frozen()).toBe(0);
    await expectSound();
  });

  it('a tick that an order does not stand on halts that pair alone, is named, and the order is cancelled', async () => {
    for (let count = 0; count < 3; count++) await prices(0, 60_000);
    const [ann, ben] = people as [Person, Person];
    const { order } = await place(ann, SYMBOL, limit('buy', `${below(0.01)}1`));
    // As if a node had taken the order by the former terms.
    await app.database.query(
      `with head as (update catalogue_head set version = version + 1 returning version)
       update instrument set tick = tick * 7, version = head.version from head where symbol = $1`,
      [SYMBOL],
    );
    await app.catalogue.refresh();
    await prices();
    await expectMisfits([{ symbol: SYMBOL, reason: `the order spot:${order.id} is not on the new grid` }]);
    expect((await place(ben, SYMBOL, { type: 'sell', kind: 'market', amount: '0.1' })).error).toBe('market_halted');
    expect((await place(ben, 'BTC/USDT', { type: 'buy', kind: 'market', quote_amount: '100' })).error).toBeNull();
    await expectAllFree();
    await app.database.query(
      `with head as (update catalogue_head set version = version + 1 returning version)
       update instrument set tick = tick / 7, version = head.version from head where symbol = $1`,
      [SYMBOL],
    );
    await app.catalogue.refresh();
    await prices();
    await expectMisfits([]);
  });

  it('a pair goes off spot once nothing rests, and comes back', async () => {
    for (let count = 0; count < 3; count++) await prices(0, 60_000);
    const [ann, ben] = people as [Person, Person];
    await place(ann, SYMBOL, limit('buy', below(0.01)));
    await halt();
    app.advance(FOLLOWED_WITHIN);
    expect(await change({ trades: 'none' })).toMatchObject({ error: 'orders_resting' });
    await expectAllFree();
    const [off, late] = await Promise.all([change({ trades: 'none' }), place(ben, SYMBOL, limit('buy', below(0.01)))]);
    expect(off).toMatchObject({ type: 'ok' });
    expect(late.error).toBe('market_halted');
    expect(await openOrders()).toEqual([]);
    await change({ trades: 'spot' });
    await resume();
    for (let count = 0; count < 3; count++) await prices(0, 60_000);
    expect(await place(ben, SYMBOL, limit('buy', below(0.01)))).toMatchObject({ error: null });
    await expectAllFree();
  });

  it('a closed currency takes no orders, and what rests of it fills and is cancelled', async () => {
    const [ann, ben] = people as [Person, Person];
    const near = await place(ann, SYMBOL, limit('buy', below(0.01)));
    await place(ben, SYMBOL, limit('buy', below(0.06)));
    const version = app.catalogue.current().currencyByCode('ETH')?.version;
    await asStaff('POST /staff/currencies/change', { code: 'ETH', version, open: false });
    expect((await place(ann, SYMBOL, limit('buy', below(0.01)))).error).toBe('currency_closed');
    await prices(-0.02);
    expect((await openOrders()).map(({ id }) => id)).not.toContain(near.order.id);
    await expectAllFree();
  });
});
