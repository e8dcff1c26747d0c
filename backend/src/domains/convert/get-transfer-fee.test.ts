import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const BTC = 1;
const USDT = 3;
const EUR = 1006;
const JPY = 1005;

let app: TestApp;
let user: Person;
beforeAll(async () => {
  app = await createTestApp();
  user = await signUp(app);
});
beforeEach(() => app.feed.setPrice('BTC/USDT', '60000', { bid: '59990', ask: '60010' }));
afterAll(() => app.close());

const offer = (number: string, from: number, to: number) => ({
  number,
  from_currency_id: from,
  to_currency_id: to,
});
const ask = (number: string, from: number, to: number) =>
  app.ok('POST /user/getTransferFee', offer(number, from, to), { token: user.token });
const rejection = (number: string, from: number, to: number) =>
  app.rejection('POST /user/getTransferFee', offer(number, from, to), { token: user.token });

describe('POST /user/getTransferFee', () => {
  it('sells at the bid, and shows fee and yield in the target currency', async () => {
    expect(await ask('0.5', BTC, USDT)).toEqual({
      from_currency_id: BTC,
      to_currency_id: USDT,
      number: '0.5',
      rate: '59990',
      fee_rate: '0.001',
      fee: '29.995',
      receive: '29965.005',
      at: app.now(),
      valid_until: app.now() + 10_000,
    });
  });

  it('buys at the ask', async () => {
    const { rate, receive } = await ask('60010', USDT, BTC);
    expect(Number(rate)).toBeCloseTo(1 / 60_010, 15);
    expect(receive).toBe('0.99899999');
  });

  it('converts fiat by its rate, to the units that the currency has', async () => {
    expect((await ask('100', USDT, EUR)).receive).toMatch(/^\d+(\.\d{1,2})?$/);
    expect((await ask('100', USDT, JPY)).receive).toMatch(/^\d+$/);
  });

  it('reserves nothing: the same request returns the same offer', async () => {
    const offers = await Promise.all(Array.from({ length: 5 }, () => ask('1', BTC, USDT)));
    expect(new Set(offers.map((each) => JSON.stringify(each))).size).toBe(1);
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
  });

  it('is rejected at a price that is too old', async () => {
    app.advance(6_000);
    expect(await rejection('1', BTC, USDT)).toMatchObject({ error: 'stale_price' });
    app.feed.setPrice('BTC/USDT', '60000');
    await ask('1', BTC, USDT);
  });
});
