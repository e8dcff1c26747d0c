import { dollarValue } from '@tessera/api/fiat';
import { bitcoin } from '@tessera/api/instruments/fixtures';
import { describe, expect, test } from 'vitest';
import { comparable, figuresOf, type LiveFigures, valueAmong } from './figures.ts';
import { optionPath, tradePath } from './trade-path.ts';

const latest = {
  last: '10',
  bid: '9',
  ask: '11',
  index: '10',
  mark: '10',
  change_24h: '0.1',
  high_24h: '12',
  low_24h: '8',
  volume_24h: '5',
  turnover_24h: '50',
  at: 1000,
};
const live: LiveFigures = { last: '20', change24h: '-0.2', turnover24h: '70', at: 2000, open: false, halt: null };

describe('the figures of a row', () => {
  test('are the live ones once they are there', () => {
    expect(figuresOf({ latest, open: true, halt: null }, live)).toEqual({
      price: '20',
      change: '-0.2',
      turnover: '70',
      open: false,
      halted: false,
    });
  });

  test('are those of the list before, and while the live ones are older', () => {
    const listed = { price: '10', change: '0.1', turnover: '50', open: true, halted: false };
    expect(figuresOf({ latest, open: true, halt: null }, undefined)).toEqual(listed);
    expect(figuresOf({ latest, open: true, halt: null }, { ...live, at: 999 })).toEqual(listed);
  });

  test('tell that it is halted, by the live figures and by the list', () => {
    const halt = { reason: 'jump', since: null } as const;
    expect(figuresOf({ latest, open: true, halt: null }, { ...live, halt: 'age' }).halted).toBe(true);
    expect(figuresOf({ latest, open: true, halt }, undefined).halted).toBe(true);
    expect(figuresOf({ latest, open: true, halt }, live).halted).toBe(false);
  });

  test('are absent for an instrument that never had a price', () => {
    expect(figuresOf({ latest: null, open: false, halt: null }, undefined)).toEqual({
      price: null,
      change: null,
      turnover: null,
      open: false,
      halted: false,
    });
  });
});

test('figures in several currencies compare in dollars, coins at their own price', () => {
  const value = valueAmong([bitcoin({ latest: { last: '60000' } })], dollarValue(new Map([['JPY', '125']])));
  expect(comparable('250', 'JPY', value)).toBe('2');
  expect(comparable('0.05', 'BTC', value)).toBe('3000');
  expect(comparable('7', 'USDT', value)).toBe('7');
  expect(comparable('7', 'XYZ', value)).toBe('7');
  expect(comparable(null, 'JPY', value)).toBeNull();
});

test('a coin leads to the spot page, everything else to the page of its pair', () => {
  expect(tradePath({ symbol: 'BTC/USDT', trades: ['spot', 'lever'] })).toBe(
    '/pages/transaction/index?symbol=BTC%2FUSDT',
  );
  expect(tradePath({ symbol: 'AAPL', trades: ['lever'] })).toBe('/pages/transaction/currency?symbol=AAPL');
  expect(optionPath({ symbol: 'EUR/USD' })).toBe('/pages/transaction/index3?symbol=EUR%2FUSD');
});
