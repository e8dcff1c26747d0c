// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinOptions } from './coin-options.tsx';

const coin = (currency: string, available: string, currency_id = 1) => ({
  currency_id,
  currency,
  available,
  scale: 8,
});

test('held coins come first with what there is of them, in the signs of the language', () => {
  const options = coinOptions([coin('ETH', '0', 2), coin('USDT', '1234.5', 3), coin('BTC', '0.10000000', 1)], 'de');
  expect(options.map(({ value, label, note }) => [value, label, note])).toEqual([
    ['3', 'USDT', '1.234,5'],
    ['1', 'BTC', '0,1'],
    ['2', 'ETH', undefined],
  ]);
});

test('each coin is there once, in its place among its like', () => {
  const balances = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.constantFrom('0', '0.5', '7')), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(balances, (all) => {
      const options = coinOptions(
        all.map(([id, available]) => coin(`C${id}`, available, id)),
        'en',
      );
      const ids = (held: boolean) =>
        all.flatMap(([id, available]) => ((available !== '0') === held ? [String(id)] : []));
      expect(options.map(({ value }) => value)).toEqual([...ids(true), ...ids(false)]);
    }),
  );
});
