import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { bech32, createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accountKeyProblem,
  addressOfKey,
  type Chain,
  chains,
  demonstrationKeys,
  depositAddress,
  ethereumChecksum,
  formerAddress,
} from './addresses.ts';

const keys = demonstrationKeys(new Uint8Array(32).fill(7));
const addressAt = (chain: Chain, user: number) => depositAddress(keys[chain], chain, user);
const index = fc.integer({ min: 1, max: 2_147_483_647 });
const base58check = createBase58check(sha256);

test.each(chains)('the demonstration key of %s is that of an account of its own, without private key', (chain) => {
  expect(keys[chain]).toMatch(/^xpub/);
  expect(HDKey.fromExtendedKey(keys[chain]).privateKey).toBeNull();
  expect(accountKeyProblem(keys[chain])).toBeNull();
  expect(chains.filter((other) => keys[other] === keys[chain])).toEqual([chain]);
});

test('the same user has the same address on a chain, and no other user has it', () => {
  fc.assert(
    fc.property(
      index,
      index,
      fc.constantFrom('bitcoin' as const, 'ethereum' as const, 'tron' as const),
      (a, b, chain) => {
        expect(addressAt(chain, a)).toBe(addressAt(chain, a));
        expect(addressAt(chain, a) === addressAt(chain, b)).toBe(a === b);
      },
    ),
    { numRuns: 30 },
  );
});

test('every address is of its chain’s format, checksum included', () => {
  fc.assert(
    fc.property(index, (user) => {
      const bitcoin = bech32.decode(addressAt('bitcoin', user) as `bc1${string}`);
      expect([bitcoin.prefix, bitcoin.words[0], bech32.fromWords(bitcoin.words.slice(1)).length]).toEqual([
        'bc',
        0,
        20,
      ]);
      const ethereum = addressAt('ethereum', user);
      expect(ethereum).toMatch(/^0x[0-9a-fA-F]{40}$/);
      expect(ethereumChecksum(ethereum.toLowerCase())).toBe(ethereum);
      const tron = addressAt('tron', user);
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

/** Of the words `abandon` eleven times and `about`, whose addresses every wallet agrees on. */
const wellKnown = HDKey.fromMasterSeed(
  hexToBytes(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ),
);

test.each([
  ['bitcoin', "m/84'/0'/0'/0/0", 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['ethereum', "m/44'/60'/0'/0/0", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['tron', "m/44'/195'/0'/0/0", 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
] as const)('a %s address is the one that other wallets show for the same key', (chain, path, address) => {
  expect(addressOfKey(chain, wellKnown.derive(path).publicKey ?? new Uint8Array())).toBe(address);
});

test.each([
  ['bitcoin', "m/84'/0'/0'", 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
  ['ethereum', "m/44'/60'/0'", '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'],
  ['tron', "m/44'/195'/0'", null],
] as const)('user 1 has the second address of the %s account, as every wallet derives it', (chain, path, address) => {
  const account = wellKnown.derive(path);
  const { publicKey } = wellKnown.derive(`${path}/0/1`);
  const derived = depositAddress(account.publicExtendedKey, chain, 1);
  expect(derived).toBe(addressOfKey(chain, publicKey ?? new Uint8Array()));
  if (address) expect(derived).toBe(address);
});

test('addresses of the former key are still the same', () => {
  const xpub =
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
  const master = HDKey.fromExtendedKey(xpub);
  for (const [chain, branch] of [
    ['bitcoin', 0],
    ['ethereum', 60],
    ['tron', 195],
  ] as const) {
    const { publicKey } = master.deriveChild(branch).deriveChild(7);
    expect(formerAddress(xpub, chain, 7)).toBe(addressOfKey(chain, publicKey ?? new Uint8Array()));
  }
});

test.each([
  ['not a key', 'xpub-of-nothing', 'is not an extended public key'],
  ['a private key', wellKnown.derive("m/84'/0'/0'").privateExtendedKey, 'is a private key'],
  ['the key of everything', wellKnown.publicExtendedKey, 'is not the key of an account'],
])('%s is not accepted as the key of a chain', (_, key, problem) => {
  expect(accountKeyProblem(key)).toContain(problem);
});
