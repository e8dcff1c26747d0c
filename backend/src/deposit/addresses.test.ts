import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demonstrationKey, depositAddress, ethereumChecksum } from './addresses.ts';

const key = demonstrationKey(new Uint8Array(32).fill(7));
const index = fc.integer({ min: 1, max: 2_147_483_647 });
const base58check = createBase58check(sha256);

test('a demonstration key holds no private key', () => {
  expect(key).toMatch(/^xpub/);
  expect(HDKey.fromExtendedKey(key).privateKey).toBeNull();
});

test('the same user has the same address on a chain, and no other user has it', () => {
  fc.assert(
    fc.property(
      index,
      index,
      fc.constantFrom('bitcoin' as const, 'ethereum' as const, 'tron' as const),
      (a, b, chain) => {
        expect(depositAddress(key, chain, a)).toBe(depositAddress(key, chain, a));
        expect(depositAddress(key, chain, a) === depositAddress(key, chain, b)).toBe(a === b);
      },
    ),
    { numRuns: 30 },
  );
});

test('every address is of its chain’s format, checksum included', () => {
  fc.assert(
    fc.property(index, (user) => {
      const bitcoin = bech32.decode(depositAddress(key, 'bitcoin', user) as `bc1${string}`);
      expect([bitcoin.prefix, bitcoin.words[0], bech32.fromWords(bitcoin.words.slice(1)).length]).toEqual([
        'bc',
        0,
        20,
      ]);
      const ethereum = depositAddress(key, 'ethereum', user);
      expect(ethereum).toMatch(/^0x[0-9a-fA-F]{40}$/);
      expect(ethereumChecksum(ethereum.toLowerCase())).toBe(ethereum);
      const tron = depositAddress(key, 'tron', user);
      expect(tron).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
      expect(base58check.decode(tron)).toHaveLength(21);
    }),
    { numRuns: 30 },
  );
});

test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('the example %s of EIP-55 keeps its capitals', (address) => {
  expect(ethereumChecksum(address.toLowerCase())).toBe(address);
});
