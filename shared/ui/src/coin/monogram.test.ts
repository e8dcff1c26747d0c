import { expect, test } from 'vitest';
import { monogram } from './monogram.ts';

test('an instrument is drawn as its base currency', () => {
  expect(monogram('BTC/USDT-PERP')).toEqual(monogram('BTC'));
  expect(monogram('btc').letters).toBe('BTC');
});

test('four currencies have the colours that the product fixes, others one by rule', () => {
  expect(monogram('ETH/USDT').colour).toBe('var(--coin-eth)');
  expect(monogram('SOL').colour).toMatch(/^oklch\(50% 0\.11 \d+\)$/);
  expect(monogram('SOL').colour).toBe(monogram('SOL/USDT').colour);
});

test('long symbols keep two letters', () => expect(monogram('GOOGL').letters).toBe('GO'));
