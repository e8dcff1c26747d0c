import { expect, it } from 'vitest';
import { linkOf } from './links.ts';

it.each([
  ["('/pages/fund/receive')", '/pages/fund/receive', []],
  ['("/pages/fund/receive", { currency_id: 3 }), other()', '/pages/fund/receive', ['currency_id']],
  ["('/a', { symbol, side: of(')}', { x: 1 }), 'by-name': 1 });", '/a', ['symbol', 'side', 'by-name']],
])('reads %s', (source, path, params) => {
  expect(linkOf(source)).toEqual({ path, params });
});

it.each([['(path)'], ["('/a', params)"], ["('/a', { ...params })"], [', next']])(
  'does not read %s: its target is not written out',
  (source) => {
    expect(linkOf(source)).toBeUndefined();
  },
);
