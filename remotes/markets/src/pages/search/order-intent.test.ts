import { bitcoin } from '@tessera/api/instruments/fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderIntent } from './order-intent.ts';

const ether = bitcoin({ symbol: 'ETH/USDT', base: 'ETH', quote: 'USDT' });
const euros = bitcoin({ symbol: 'ETH/EUR', base: 'ETH', quote: 'EUR' });
const perpetual = bitcoin({ symbol: 'SOL/USDT-PERP', base: 'SOL', trades: ['lever'] });
const listed = [euros, ether, bitcoin(), perpetual];

test.each([
  ['buy 50 eth', 'en', 'buy', '50', 'ETH/USDT'],
  ['Sell 0.5 BTC', 'en', 'sell', '0.5', 'BTC/USDT'],
  ['50 eth kaufen', 'de', 'buy', '50', 'ETH/USDT'],
  ['verkaufe 1.000,25 eth', 'de', 'sell', '1000.25', 'ETH/USDT'],
  ['买入50eth', 'zh-CN', 'buy', '50', 'ETH/USDT'],
  ['賣出 2 ETH', 'zh-HK', 'sell', '2', 'ETH/USDT'],
  ['eth 3 ซื้อ', 'th', 'buy', '3', 'ETH/USDT'],
  ['  BUY   7btc ', 'en', 'buy', '7', 'BTC/USDT'],
])('%j in %s is an order', (query, locale, side, amount, symbol) => {
  const intent = orderIntent(query, listed, locale);
  expect(intent && [intent.side, intent.amount, intent.instrument.symbol]).toEqual([side, amount, symbol]);
});

test.each([
  'eth',
  '50 eth',
  'buy',
  'buy eth',
  'buy 0 eth',
  'buy 5 zzz',
  'buy 5 sol',
  'buyer 5 eth',
  'buy -5 eth',
  'buy 5',
])('%j is none', (query) => expect(orderIntent(query, listed, 'en')).toBeNull());

test('no text makes it fail, and what it finds is positive', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `buy ${text} eth`),
      ),
      (text) => {
        const intent = orderIntent(text, listed, 'en');
        if (intent) expect(Number(intent.amount)).toBeGreaterThan(0);
      },
    ),
  );
});
