import { randomUUID } from 'node:crypto';
import { add, sub } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';

const BTC = 1;
const ETH = 2;
const USDT = 3;
const EUR = 1006;
const JPY = 1005;
const THB = 1008;
const HOUR = 3_600_000;

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app, { level: 2, funds: { change: { BTC: '5', USDT: '1000000', EUR: '1000' } } });
});
beforeEach(() => prices());
afterAll(() => app.close());

function prices(bitcoin = '60000') {
  const btc = Number(bitcoin);
  app.feed.setPrice('BTC/USDT', bitcoin, { bid: String(btc - 10), ask: String(btc + 10) });
  app.feed.setPrice('ETH/USDT', '3000');
  app.feed.setPrice('EUR/USD', '1.16', { bid: '1.159', ask: '1.161' });
  app.feed.setPrice('USD/JPY', '150', { bid: '149.9', ask: '150.1' });
}

const offer = (number: string, from: number, to: number) => ({
  number,
  from_currency_id: from,
  to_currency_id: to,
});
const ask = (number: string, from: number, to: number, { token } = ann) =>
  app.ok('POST /user/getTransferFee', offer(number, from, to), { token });
const rejection = (number: string, from: number, to: number, { token } = ann) =>
  app.rejection('POST /user/getTransferFee', offer(number, from, to), { token });

type Quote = Awaited<ReturnType<typeof ask>>;
const payload = ({ quote_id, number, from_currency_id, to_currency_id }: Quote) => ({
  quote_id,
  number,
  from_currency_id,
  to_currency_id,
});
const use = (quote: Quote, { token } = ann, idempotencyKey: string = randomUUID()) =>
  app.call('POST /user/Transfer', payload(quote), { token, idempotencyKey });
/** Of an age at which a quote can be used, and the market of that moment. */
function rest(ms = 2_000, bitcoin?: string) {
  app.advance(ms);
  prices(bitcoin);
}
const balance = (currency: string, { id } = ann) => userBalance(app.database, id, 'change', currency);
const configure = (keyword: string, value: string) =>
  app.database.query('update setting set value = $2 where keyword = $1', [keyword, value]);

describe('a quote', () => {
  it('sells at the bid less the spread, and shows rate, spread, fee and yield', async () => {
    expect(await ask('0.5', BTC, USDT)).toEqual({
      quote_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      from_currency_id: BTC,
      to_currency_id: USDT,
      number: '0.5',
      rate: '59930.01',
      market_rate: '60000',
      spread: '0.001167',
      fee_rate: '0.001',
      fee: '29.965005',
      receive: '29935.039995',
      at: app.now(),
      usable_from: app.now() + 1_000,
      valid_until: app.now() + 10_000,
    });
  });

  it('buys at the ask and the spread', async () => {
    const { rate } = await ask('60010', USDT, BTC);
    expect(Number(rate)).toBeCloseTo(1 / (60_010 * 1.001), 15);
  });

  it('takes the index where users moved the book away from it', async () => {
    app.feed.setPrice('BTC/USDT', '60000', { bid: '60400', ask: '60500' });
    expect((await ask('1', BTC, USDT)).rate).toBe('59940');
    app.feed.setPrice('BTC/USDT', '60000', { bid: '59500', ask: '59600' });
    expect(Number((await ask('60060', USDT, BTC)).rate)).toBeCloseTo(1 / 60_060, 15);
  });

  it('of fiat takes the market of the pair, either way round, in the units that the currency has', async () => {
    expect(await ask('100', EUR, USDT)).toMatchObject({ rate: '1.157841', market_rate: '1.16' });
    const yen = await ask('100', USDT, JPY);
    expect(yen).toMatchObject({ rate: expect.stringMatching(/^149\.7502497/), market_rate: '150' });
    expect(yen.receive).toMatch(/^\d+$/);
  });

  it('of fiat without a market takes the daily table with a wide spread, and not for long', async () => {
    expect(await rejection('100', USDT, THB)).toMatchObject({ error: 'stale_price' });
    await app.database.query(`insert into fiat_rates (rates, fetched_at) values ($1, $2)`, [
      JSON.stringify({ THB: '32' }),
      new Date(app.now()),
    ]);
    const { rate, spread } = await ask('100', USDT, THB);
    expect(Number(rate)).toBeCloseTo(32 / 1.015, 10);
    expect(spread).toBe('0.014779');
    // As much again after a day.
    app.advance(24 * HOUR);
    prices();
    expect(Number((await ask('100', USDT, THB)).rate)).toBeCloseTo(32 / 1.03, 10);
    app.advance(25 * HOUR);
    prices();
    expect(await rejection('100', USDT, THB)).toMatchObject({ error: 'stale_price' });
  });

  it('is rejected between one currency and itself, an unknown one, or finer than the source is held', async () => {
    expect(await rejection('1', BTC, BTC)).toMatchObject({ error: 'same_currency', field: 'to_currency_id' });
    expect(await rejection('1', 999, BTC)).toMatchObject({ error: 'currency_unknown', field: 'from_currency_id' });
    expect(await rejection('1', BTC, 999)).toMatchObject({ error: 'currency_unknown', field: 'to_currency_id' });
    expect(await rejection('0.000000001', BTC, USDT)).toMatchObject({ error: 'field_too_precise', field: 'number' });
  });

  it('names the least amount where the fee would take everything', async () => {
    const { error, message } = await rejection('0.01', USDT, JPY);
    expect(error).toBe('amount_too_small');
    const min = /[\d.]+/.exec(message)?.[0] ?? '';
    expect((await ask(min, USDT, JPY)).receive).toBe('1');
    expect(
      await app.ok(
        'GET /wallet/getRateCurrency',
        { from_currency_id: USDT, to_currency_id: JPY },
        { token: ann.token },
      ),
    ).toMatchObject({ min_number: min, market_rate: '150', max_number: '1000000', spread: expect.any(String) });
  });

  it.each([
    ['old', () => ({ at: app.now() - 6_000 }), 'stale_price'],
    ['of a market that has halted', () => ({ halt: 'jump' as const }), 'market_halted'],
    ['of a market that is closed', () => ({ open: false }), 'market_closed'],
  ])('is rejected at a price that is %s', async (_, more, error) => {
    app.feed.setPrice('BTC/USDT', '60000', more());
    expect(await rejection('1', BTC, USDT)).toMatchObject({ error });
    expect(await rejection('1', USDT, BTC)).toMatchObject({ error });
  });
});

describe('a conversion', () => {
  it('pays exactly what the quote showed, once, with the house as counterparty', async () => {
    const quote = await ask('0.5', BTC, USDT);
    const [bitcoin, tether] = [await balance('BTC'), await balance('USDT')];
    const house = await houseBalance(app.database, 'converter', 'USDT');
    rest(2_000, '60030');
    const key = randomUUID();
    const first = await use(quote, ann, key);
    expect(first).toMatchObject({
      message: { from_currency: 'BTC', to_currency: 'USDT', number: '0.5', receive: quote.receive, fee: quote.fee },
    });
    expect(sub(bitcoin, await balance('BTC'))).toBe('0.5');
    expect(sub(await balance('USDT'), tether)).toBe(quote.receive);
    expect(sub(house, await houseBalance(app.database, 'converter', 'USDT'))).toBe(add(quote.receive, quote.fee));
    expect(await use(quote, ann, key)).toEqual(first);
    expect(await use(quote)).toMatchObject({ error: 'quote_expired' });
    const { list, total } = await app.ok('POST /user/getTransferList', {}, { token: ann.token });
    expect([total, list[0]]).toEqual([1, first.type === 'ok' ? first.message : null]);
    const records = await app.ok('POST /wallet/legal_log', { kind: 'convert' }, { token: ann.token });
    expect(records.list.map(({ currency, amount }) => [currency, amount])).toEqual(
      expect.arrayContaining([
        ['BTC', '-0.5'],
        ['USDT', quote.receive],
      ]),
    );
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('is rejected before the quote is a second old, and after ten', async () => {
    const quote = await ask('0.01', BTC, USDT);
    expect(await use(quote)).toMatchObject({ error: 'quote_early' });
    rest(10_001);
    expect(await use(quote)).toMatchObject({ error: 'quote_expired' });
    const next = await ask('0.01', BTC, USDT);
    rest(10_000);
    expect((await use(next)).type).toBe('ok');
  });

  it('is rejected at another user’s quote, at one that a newer one replaced, and for another amount', async () => {
    const ben = await signUp(app, { level: 2, funds: { change: { BTC: '1' } } });
    const old = await ask('0.01', BTC, USDT);
    const quote = await ask('0.02', BTC, USDT);
    rest();
    expect(await use(old)).toMatchObject({ error: 'quote_expired' });
    expect(await use(quote, ben)).toMatchObject({ error: 'quote_expired' });
    expect(await use({ ...quote, number: '0.03' })).toMatchObject({ error: 'quote_expired' });
    expect(await use({ ...quote, to_currency_id: ETH })).toMatchObject({ error: 'quote_expired' });
    expect((await use(quote)).type).toBe('ok');
  });

  it('is rejected once the market is worse for the exchange than the quote, and leaves the quote', async () => {
    const quote = await ask('0.01', BTC, USDT);
    rest(2_000, '59900');
    expect(await use(quote)).toMatchObject({ error: 'price_moved' });
    rest(2_000, '59940');
    expect((await use(quote)).type).toBe('ok');
  });

  it.each([
    ['halted', { halt: 'jump' as const }, 'market_halted'],
    ['closed', { open: false }, 'market_closed'],
  ])('is rejected where the market has %s since', async (_, more, error) => {
    const quote = await ask('0.01', BTC, USDT);
    rest();
    app.feed.setPrice('BTC/USDT', '60000', more);
    expect(await use(quote)).toMatchObject({ error });
    prices();
    app.advance(6_000);
    expect(await use(quote)).toMatchObject({ error: 'stale_price' });
  });

  it('is limited by the user’s level, per order and in 24 hours', async () => {
    const cleo = await signUp(app, { level: 1, funds: { change: { USDT: '50000' } } });
    expect(await rejection('2001', USDT, BTC, cleo)).toMatchObject({ error: 'order_limit', field: 'number' });
    await configure('conversion_limit_basic', '2500');
    const quote = await ask('1500', USDT, BTC, cleo);
    rest();
    expect((await use(quote, cleo)).type).toBe('ok');
    expect(await rejection('1000.01', USDT, BTC, cleo)).toMatchObject({ error: 'conversion_limit' });
    expect(
      await app.ok(
        'GET /wallet/getRateCurrency',
        { from_currency_id: USDT, to_currency_id: BTC },
        { token: cleo.token },
      ),
    ).toMatchObject({ max_number: '1000' });
    app.advance(24 * HOUR);
    prices();
    expect((await ask('2000', USDT, BTC, cleo)).number).toBe('2000');
    await configure('conversion_limit_basic', '20000');
  });

  it('stops where the house would have more of a currency than its cap, and goes on the other way', async () => {
    await configure('conversion_house_cap', '30000');
    app.advance(25 * HOUR);
    prices();
    const quote = await ask('0.4', BTC, USDT);
    rest();
    expect((await use(quote)).type).toBe('ok');
    const capped = await rejection('0.2', BTC, USDT);
    expect(capped).toMatchObject({ error: 'conversion_capped', message: expect.stringContaining('0.1 BTC') });
    expect((await ask('20000', USDT, BTC)).number).toBe('20000');
    // The other side of the pair is capped as well: the house gives ether that it does not get.
    expect(await rejection('30001', USDT, ETH)).toMatchObject({ error: 'conversion_capped' });
    app.advance(25 * HOUR);
    prices();
    expect((await ask('0.2', BTC, USDT)).number).toBe('0.2');
    await configure('conversion_house_cap', '5000000');
    const jobs = recurringJobsOf(app);
    app.advance(48 * HOUR);
    expect(await jobs.turn('convert-clean-up')).toBe('done');
    expect(await app.database.query('select from conversion_flow')).toEqual([]);
    await jobs.stop();
  });

  it('of what is not there is rejected, and changes nothing', async () => {
    const dan = await signUp(app, { level: 2, funds: { change: { USDT: '5' } } });
    prices();
    const quote = await ask('6', USDT, BTC, dan);
    rest();
    expect(await use(quote, dan)).toMatchObject({ error: 'insufficient_balance' });
    expect(await balance('USDT', dan)).toBe('5');
    expect(await balance('BTC', dan)).toBe('0');
  });
});
