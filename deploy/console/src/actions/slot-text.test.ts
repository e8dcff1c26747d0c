import { HOST } from '@tessera/registry-api';
import { expect, test } from 'vitest';
import { nameOf, wordsOf } from './change-words.ts';
import { revertChanges, stableIn } from './slot-text.ts';

test.each([
  ['0.8.0', '0.8.0'],
  ['0.8.0, 0.9.0 at 12.5 %', '0.8.0'],
  ['0.9.0 at 12.5 %', null],
  [null, null],
])('of %j the stable version is %j', (words, stable) => {
  expect(stableIn(words)).toBe(stable);
});

test('a revert restores no ramp, and a host as far as that epoch had one', () => {
  expect(
    revertChanges([
      { name: HOST, from: '0.9.0', to: '0.8.0' },
      { name: 'host', from: '0.9.0', to: null },
      { name: 'finance', from: '0.9.0', to: '0.8.0, 0.8.5 at 10 %' },
      { name: 'markets', from: '0.9.0', to: '0.9.0, 0.9.5 at 10 %' },
      { name: 'nft', from: '0.9.0', to: null },
      { name: 'trading', from: '0.9.0, 0.9.5 at 10 %', to: '0.9.0' },
    ]),
  ).toEqual([
    { name: 'finance', from: '0.9.0', to: '0.8.0' },
    { name: 'nft', from: '0.9.0', to: null },
    { name: 'trading', from: '0.9.0, 0.9.5 at 10 %', to: '0.9.0' },
  ]);
});

test('changes are formatted as one line', () => {
  expect(nameOf(HOST)).toBe('Host');
  expect(
    wordsOf([
      { name: HOST, from: '0.8.0', to: '0.9.0' },
      { name: 'nft', from: null, to: '0.9.0' },
    ]),
  ).toBe('Host 0.8.0 → 0.9.0; nft nothing live → 0.9.0');
  expect(wordsOf([])).toBe('nothing changed');
});
