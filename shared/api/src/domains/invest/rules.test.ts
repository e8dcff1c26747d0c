import { add, cmp, div, mul, sub } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  averagedHour,
  cautiousVolatility,
  type DualTerms,
  dayInterest,
  demandProblem,
  dualNeeds,
  dualPayout,
  fixedInterest,
  isExchanged,
  meanPrice,
  penaltyOf,
  realisedVolatility,
  saleEndsAt,
  settlementOf,
  sharesLeft,
  sharesProblem,
} from './rules.ts';

const sellHigh: DualTerms = {
  side: 'sell_high',
  amount: '10',
  price: '58000',
  annualRate: '0.01',
  days: 73,
  currency: 'BTC',
  scale: 8,
  otherCurrency: 'USDT',
  otherScale: 8,
};
const buyLow: DualTerms = {
  ...sellHigh,
  side: 'buy_low',
  amount: '10000',
  price: '50000',
  annualRate: '0.062',
  currency: 'USDT',
  otherCurrency: 'BTC',
};
const metal: DualTerms = { ...buyLow, side: null, otherCurrency: 'USDT' };
const at = (total: string) => ({ total, count: 1 });

describe('the vectors of the product', () => {
  it('10 BTC sold high at 58,000, 1 % a year, 73 days: 10.02 BTC below, 581,160 USDT at the price and above', () => {
    expect(dualPayout(sellHigh, at('57999.99'))).toEqual({ amount: '10.02', currency: 'BTC' });
    expect(dualPayout(sellHigh, at('58000'))).toEqual({ amount: '581160', currency: 'USDT' });
    expect(dualPayout(sellHigh, at('99000'))).toEqual({ amount: '581160', currency: 'USDT' });
  });

  it('10,000 USDT bought low at 50,000, 6.2 % a year, 73 days: 10,124 USDT above, 0.20248 BTC at the price and below', () => {
    expect(dualPayout(buyLow, at('50000.01'))).toEqual({ amount: '10124', currency: 'USDT' });
    expect(dualPayout(buyLow, at('50000'))).toEqual({ amount: '0.20248', currency: 'BTC' });
    expect(dualPayout(buyLow, at('1'))).toEqual({ amount: '0.20248', currency: 'BTC' });
  });

  it('on a metal, half the price pays half of it, and more than the price no more than all of it', () => {
    expect(dualPayout(metal, at('25000'))).toEqual({ amount: '5062', currency: 'USDT' });
    expect(dualPayout(metal, at('50000'))).toEqual({ amount: '10124', currency: 'USDT' });
    expect(dualPayout(metal, at('80000'))).toEqual({ amount: '10124', currency: 'USDT' });
  });

  it('deposits: 10,000 at 7.3 % pay 60 for 30 days, and 2 for a day; 0.5 % of penalty are 50', () => {
    expect(fixedInterest('10000', '0.073', 30, 8)).toBe('60');
    expect(dayInterest('10000', '0.073', 8)).toBe('2');
    expect(penaltyOf('10000', '0.005', 8)).toBe('50');
    expect(penaltyOf('0.00000001', '0.005', 8)).toBe('0.00000001');
  });
});

const price = fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => div(String(cents), '100'));
const amount = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => div(String(units), '100000000'));
const dual = fc.record({
  side: fc.constantFrom('sell_high', 'buy_low', null),
  amount,
  price,
  rate: fc.integer({ min: 0, max: 50_000 }).map((parts) => div(String(parts), '10000')),
  days: fc.integer({ min: 1, max: 730 }),
});
const termsOf = ({
  side,
  rate,
  ...terms
}: { side: DualTerms['side']; rate: string } & Pick<DualTerms, 'amount' | 'price' | 'days'>): DualTerms => ({
  ...(side === 'sell_high' ? sellHigh : side === 'buy_low' ? buyLow : metal),
  ...terms,
  side,
  annualRate: rate,
});

describe('a dual product', () => {
  it('never pays more in either currency than the house kept ready for it', () => {
    fc.assert(
      fc.property(dual, price, fc.integer({ min: 600, max: 20_000 }), (drawn, mean, count) => {
        const terms = termsOf(drawn);
        const { own, other } = dualNeeds(terms);
        const paid = dualPayout(terms, { total: mul(mean, String(count)), count });
        const most = paid.currency === terms.currency ? add(terms.amount, own) : other;
        expect(cmp(paid.amount, most)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('is worth min(S, K) with its yield, in money, less than a unit of rounding', () => {
    fc.assert(
      fc.property(dual, price, (drawn, mean) => {
        const terms = termsOf(drawn);
        const paid = dualPayout(terms, at(mean));
        const inMoney = paid.currency === 'BTC' ? mul(paid.amount, mean) : paid.amount;
        const units = terms.side === 'sell_high' ? terms.amount : div(terms.amount, terms.price);
        const capped = cmp(mean, terms.price) < 0 ? mean : terms.price;
        const exact = mul(mul(units, capped), add('1', div(mul(terms.annualRate, String(terms.days)), '365')));
        expect(cmp(inMoney, add(exact, '0.00000001'))).toBeLessThanOrEqual(0);
        expect(cmp(sub(exact, inMoney), mul('0.00000001', add(mean, '1')))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('decides on the exact sum: a tick in one of 18,000 prices is enough', () => {
    const prices = Array<number>(18_000).fill(5_800_000);
    const even = settlementOf(prices, '0.01');
    const below = settlementOf(prices.with(700, 5_799_999), '0.01');
    if (!even || !below) throw new Error('there are enough');
    expect([isExchanged(sellHigh, even), isExchanged(sellHigh, below)]).toEqual([true, false]);
    expect(meanPrice(below, '0.01')).toBe('57999.999999');
    expect(dualPayout(sellHigh, below)).toEqual({ amount: '10.02', currency: 'BTC' });
  });

  it('has no settlement price of 599 prices', () => {
    expect(settlementOf(Array<number>(599).fill(1), '0.01')).toBeNull();
    expect(settlementOf(Array<number>(600).fill(1), '0.01')).toEqual({ total: '6', count: 600 });
  });

  it('is sold until as many days before its maturity as it pays for, and long before its hour', () => {
    const matures = Date.UTC(2026, 10, 24, 8);
    expect(saleEndsAt(matures, 3)).toBe(Date.UTC(2026, 10, 21, 8));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 730 }), (days) => {
        expect(averagedHour(matures)[0] - saleEndsAt(matures, days)).toBeGreaterThanOrEqual(23 * 3_600_000);
      }),
    );
  });
});

describe('deposits', () => {
  it('never pay more for single days than for all of them at once, and lose less than a unit a day', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 400 }), (low, parts, days) => {
        const rate = div(String(parts), '10000');
        const once = fixedInterest(low, rate, days, 8);
        const daily = mul(dayInterest(low, rate, 8), String(days));
        expect(cmp(daily, once)).toBeLessThanOrEqual(0);
        expect(cmp(sub(once, daily), mul('0.00000001', String(days)))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('take amounts from the least on, as precise as the currency is, as long as there is room', () => {
    const terms = { min: '5', left: '100', scale: 2 };
    const code = (value: string) => demandProblem(value, terms)?.code ?? null;
    expect(['0', '4.99', '5', '5.001', '100', '100.01'].map(code)).toEqual([
      'field_must_be_positive',
      'amount_too_small',
      null,
      'field_too_precise',
      null,
      'sold_out',
    ]);
  });
});

it('shares are whole, and at most what is left and what a user may have', () => {
  const terms = { min_shares: 2, max_shares: 5, remaining_shares: 10 };
  const code = (num: number, more = {}) => sharesProblem(num, { ...terms, ...more })?.code ?? null;
  expect([code(1.5), code(1), code(2), code(5), code(6)]).toEqual([
    'field_not_whole',
    'field_too_small',
    null,
    null,
    'quantity_limit',
  ]);
  expect([code(4, { remaining_shares: 3 }), code(2, { remaining_shares: 0 })]).toEqual(['field_too_large', 'sold_out']);
  expect([sharesLeft(10, '0.01', '0.099'), sharesLeft(10, '0.01', '0.1')]).toEqual([0, 0]);
  expect(sharesLeft(10, '100', '250')).toBe(7);
});

it('the volatility of a year is that of the moves behind it', () => {
  const hourly = Array.from({ length: 24 * 365 + 1 }, (_, hour) => ({
    at: hour * 3_600_000,
    price: hour % 2 === 0 ? '100' : '101',
  }));
  const move = Math.log(1.01);
  expect(Number(realisedVolatility(hourly))).toBeCloseTo(move * Math.sqrt(24 * 365), 3);
  expect(realisedVolatility([])).toBe('0');
});

it('an option is valued by the least volatility of a day, three days and two weeks', () => {
  const HOUR = 3_600_000;
  /** Prices that move by so much each hour, to and fro. */
  const moving = (hours: number, move: number, from = 0) =>
    Array.from({ length: hours }, (_, hour) => ({
      at: (from + hour) * HOUR,
      price: String(hour % 2 === 0 ? 100 : 100 * Math.exp(move)),
    }));
  expect(cautiousVolatility(moving(24, 0.01))).toBeNull();
  const steady = moving(400, 0.01);
  expect(cautiousVolatility(steady)).toBe(realisedVolatility(steady));
  const calm = [...moving(376, 0.01), ...moving(24, 0.001, 376)];
  expect(Number(cautiousVolatility(calm))).toBeLessThan(0.3 * Number(realisedVolatility(calm)));
  const wild = [...moving(376, 0.001), ...moving(24, 0.01, 376)];
  expect(cautiousVolatility(wild)).toBe(realisedVolatility(wild.slice(-337)));
});
