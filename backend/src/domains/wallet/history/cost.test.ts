import { add, cmp, mul, neg, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageOf, type Change, NONE, positionsOf } from './cost.ts';

const PRICES: Readonly<Record<string, string>> = { USDT: '1', BTC: '60000', ETH: '3000' };
const valueAt = (currency: string, amount: string) => mul(amount, PRICES[currency] ?? '0');
let journals = 0;
const journal = (kind: Change['kind'], amounts: Readonly<Record<string, string>>, reference: string | null = null) => {
  journals++;
  return Object.entries(amounts).map(
    ([currency, amount]): Change => ({ journal: String(journals), kind, at: 0, reference, currency, amount }),
  );
};
const buy = (amount: string, total: string, fee: string) => [
  ...journal('trade_buy', { BTC: amount, USDT: `-${total}` }, 'BTC/USDT #1'),
  ...journal('trade_fee', { BTC: `-${fee}` }, 'BTC/USDT #1'),
];
const sell = (amount: string, total: string, fee: string) => [
  ...journal('trade_sell', { BTC: `-${amount}`, USDT: total }, 'BTC/USDT #2'),
  ...journal('trade_fee', { USDT: `-${fee}` }, 'BTC/USDT #2'),
];

test('the average is weighted, fees raise it, and a sale realises against it after its fee', () => {
  const bought = [...buy('1', '50000', '0'), ...buy('1', '70000', '0')];
  expect(positionsOf(bought, valueAt).get('BTC')).toEqual({ amount: '2', cost: '120000', realised: '0' });
  const sold = positionsOf([...bought, ...sell('0.5', '40000', '40')], valueAt).get('BTC') ?? NONE;
  expect(sold).toEqual({ amount: '1.5', cost: '90000', realised: '9960' });
  // A fee of the coin itself: the rest has cost as much.
  const charged = positionsOf(buy('1', '50000', '0.2'), valueAt).get('BTC') ?? NONE;
  expect(averageOf(charged)).toBe('62500');
});

test('what comes in from elsewhere costs the price of its minute, and going out realises nothing', () => {
  const moved = [...journal('deposit', { BTC: '1' }), ...journal('withdrawal', { BTC: '-0.25' })];
  expect(positionsOf(moved, valueAt).get('BTC')).toEqual({ amount: '0.75', cost: '45000', realised: '0' });
});

test('a coin paid for another is sold at what it is worth', () => {
  const changes = [...buy('1', '50000', '0'), ...journal('trade_buy', { ETH: '10', BTC: '-0.5' }, 'ETH/BTC #3')];
  const positions = positionsOf(changes, valueAt);
  expect(positions.get('BTC')).toEqual({ amount: '0.5', cost: '25000', realised: '5000' });
  expect(positions.get('ETH')).toEqual({ amount: '10', cost: '30000', realised: '0' });
});

test('realised and unrealised are together what the ledger gained, whatever is traded', () => {
  const trade = fc.record({
    side: fc.constantFrom('buy', 'sell', 'in', 'out'),
    lots: fc.integer({ min: 1, max: 500 }),
    price: fc.integer({ min: 1, max: 99_999 }),
  });
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 25 }), (trades) => {
      let held = '0';
      let paid = '0';
      const changes = trades.flatMap(({ side, lots, price }) => {
        const amount = mul(String(lots), '0.01');
        const total = mul(amount, String(price));
        const fee = mul(total, '0.001');
        if (side === 'in') {
          held = add(held, amount);
          paid = add(paid, valueAt('BTC', amount));
          return journal('deposit', { BTC: amount });
        }
        // Going out takes its cost along, which is no profit: it is left to the test above.
        if (side === 'out' || (side === 'sell' && cmp(amount, held) > 0)) return [];
        held = side === 'buy' ? add(held, amount) : sub(held, amount);
        paid = side === 'buy' ? add(paid, total) : sub(paid, sub(total, fee));
        return side === 'buy' ? buy(amount, total, '0') : sell(amount, total, fee);
      });
      const { amount, cost, realised } = positionsOf(changes, valueAt).get('BTC') ?? NONE;
      expect(amount).toBe(held);
      const unrealised = sub(valueAt('BTC', amount), cost);
      const gained = sub(valueAt('BTC', held), paid);
      const off = sum([realised, unrealised, neg(gained)]);
      expect(cmp(off, '0.000001') < 0 && cmp(off, '-0.000001') > 0).toBe(true);
      expect(cmp(cost, '0')).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300 },
  );
});
