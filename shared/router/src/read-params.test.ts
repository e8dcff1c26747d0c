import { expect, test } from 'vitest';
import { readParams } from './read-params.ts';
import { asScreenUrl, screenUrl } from './screens.ts';

const declared = { id: 'number', side: 'buy|sell?', symbol: 'string?' };
const read = (query: string) => readParams(declared, new URLSearchParams(query));

test('parameters that fit their declaration are read as what they are', () => {
  expect(read('id=3&side=sell&symbol=BTC%2FUSDT&other=1')).toEqual({
    params: { id: 3, side: 'sell', symbol: 'BTC/USDT' },
    refused: [],
  });
});

test.each([
  ['a number that is none', 'id=3x', ['id']],
  ['a value that is not declared', 'id=3&side=short', ['side']],
  ['a required one that is missing', 'side=buy', ['id']],
])('%s is left out and named', (_, query, refused) => {
  const result = read(query);
  expect(result.refused).toEqual(refused);
  for (const name of refused) expect(result.params[name]).toBeUndefined();
});

test('an optional one may be missing', () => {
  expect(read('id=3').refused).toEqual([]);
});

test('a link contains its parameters without undefined ones', () => {
  expect(screenUrl('/pages/transaction/index', { symbol: 'BTC/USDT', side: undefined })).toBe(
    '/pages/transaction/index?symbol=BTC%2FUSDT',
  );
  expect(screenUrl('/pages/fund/receive', { currency_id: 3 })).toBe('/pages/fund/receive?currency_id=3');
  expect(screenUrl('/pages/fund/receive')).toBe('/pages/fund/receive');
});

test('invalid links do not compile', () => {
  const wrong = [
    // @ts-expect-error the screen declares `currency_id`
    screenUrl('/pages/fund/receive', { currency: 'BTC' }),
    // @ts-expect-error the market declares `tab`
    screenUrl('/pages/market/market', { category: 'stocks' }),
    // @ts-expect-error an article has an id
    screenUrl('/pages/common/article'),
    // @ts-expect-error there is no such screen
    screenUrl('/pages/fund/recieve'),
    // @ts-expect-error one of the two sides
    screenUrl('/pages/transaction/index', { side: 'short' }),
  ];
  expect(wrong).toHaveLength(5);
});

test.each([
  ['/pages/fund/receive?currency_id=3', true],
  ['/', true],
  ['https://evil.example', false],
  ['//evil.example', false],
  ['/pages/a#b', false],
])('%s as a received address: %s', (text, ours) => {
  expect(asScreenUrl(text)).toBe(ours ? text : null);
});
