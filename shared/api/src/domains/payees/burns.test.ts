import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { addressProblem, type Chain, readAddress } from './addresses.ts';
import { base58check } from './burns.ts';

describe('an address that nobody can spend from', () => {
  test.each<readonly [Chain, string]>([
    ['ethereum', '0x0000000000000000000000000000000000000000'],
    ['ethereum', '0x0000000000000000000000000000000000000001'],
    ['ethereum', '0x000000000000000000000000000000000000dEaD'],
    ['ethereum', '0xdEAD000000000000000042069420694206942069'],
    ['ethereum', '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead'],
    ['ethereum', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['ethereum', '0x1234567890123456789012345678901234567890'],
    ['ethereum', '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
    ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['tron', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    ['bitcoin', '1111111111111111111114oLvT2'],
    ['bitcoin', '1BitcoinEaterAddressDontSendf59kuE'],
    ['bitcoin', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr'],
    ['bitcoin', '1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E'],
    ['bitcoin', '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST'],
    ['bitcoin', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs'],
  ])('of %s is refused by name: %s', (chain, address) => {
    expect(readAddress(chain, address)).toBeNull();
    expect(addressProblem({ chain, network: 'X' }, address, { exact: false })).toEqual({
      code: 'address_burns',
      field: 'address',
    });
  });

  test.each<readonly [Chain, string]>([
    // A vanity contract with seven bytes of zeros, and one of a bridge.
    ['ethereum', '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC'],
    ['ethereum', '0x00000000006c3852cbEf3e08E8dF289169EdE581'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['tron', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
  ])('is not taken for one of %s that a key may belong to: %s', (chain, address) => {
    expect(readAddress(chain, address)).not.toBeNull();
  });
});

/* Of Bitcoin every address is made here from what it commits to, and why that cannot be spent is computed. */

const segwit = (version: 0 | 1, program: Uint8Array): string => {
  const { encode, toWords } = version === 1 ? bech32m : bech32;
  return encode('bc', [version, ...toWords(program)]);
};
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
const filled = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const isBurned = (address: string): boolean =>
  addressProblem({ chain: 'bitcoin', network: 'BTC' }, address, { exact: true })?.code === 'address_burns';

/** Whether a point has this x, by another implementation. */
function hasPoint(x: Uint8Array): boolean {
  try {
    secp256k1.Point.fromBytes(new Uint8Array([2, ...x]));
    return true;
  } catch {
    return false;
  }
}

describe('an address of Bitcoin that nothing can be spent from, by computation', () => {
  test('taproot whose program is no point: no key and no script comes to it', () => {
    for (const program of [filled(0), filled(0xff)]) {
      expect(hasPoint(program)).toBe(false);
      expect(isBurned(segwit(1, program))).toBe(true);
      expect(isBurned(segwit(1, program).toUpperCase())).toBe(true);
    }
    // Whatever is no point burns, and what is one does not, unless it was written by hand.
    let seen = 0;
    for (let turn = 0; turn < 64; turn++) {
      const program = sha256(new Uint8Array([turn, 1]));
      expect(isBurned(segwit(1, program))).toBe(!hasPoint(program));
      seen += Number(hasPoint(program));
    }
    expect(seen).toBeGreaterThan(16);
    expect(seen).toBeLessThan(48);
  });

  test('taproot of the point H of BIP 341 itself, whose x is the hash of the generator', () => {
    const hidden = sha256(secp256k1.Point.BASE.toBytes(false));
    expect(hasPoint(hidden)).toBe(true);
    expect(isBurned(segwit(1, hidden))).toBe(true);
    // A key that is tweaked by a script is another one, and is spent by it.
    const tweaked = secp256k1.Point.fromBytes(new Uint8Array([2, ...hidden])).add(secp256k1.Point.BASE);
    expect(isBurned(segwit(1, tweaked.toBytes(true).slice(1)))).toBe(false);
  });

  test('the hash of no public key, and scripts that always fail', () => {
    const none = hash160(new Uint8Array());
    expect(base58check.encode(new Uint8Array([0x00, ...none]))).toBe('1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E');
    expect(isBurned(segwit(0, none))).toBe(true);
    // OP_0 leaves false on the stack, OP_RETURN ends the script.
    for (const opcode of [0x00, 0x6a]) {
      const script = new Uint8Array([opcode]);
      expect(isBurned(segwit(0, sha256(script)))).toBe(true);
      expect(isBurned(base58check.encode(new Uint8Array([0x05, ...hash160(script)])))).toBe(true);
    }
    expect(isBurned(segwit(0, filled(0)))).toBe(true);
    expect(isBurned(segwit(0, sha256(secp256k1.Point.BASE.toBytes(true))))).toBe(false);
  });

  test.each([
    // BIP 350 and BIP 341, test vectors.
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ])('%s is none', (address) => {
    expect(isBurned(address)).toBe(false);
    expect(readAddress('bitcoin', address)?.address).toBe(address);
  });
});
