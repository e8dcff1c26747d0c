import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { Chain } from './addresses.ts';

export const base58check = createBase58check(sha256);

const SEGWIT = /^bc1/i;
/** Pay to taproot: version 1 is the letter p (BIP 350). */
const TAPROOT = /^bc1p/i;

const hexOf = (bytes: Iterable<number>): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What an address commits to, in hexadecimal digits: of Bitcoin a hash or a witness program, else 20 bytes. */
function commitment(chain: Chain, address: string): string {
  if (chain === 'ethereum') return address.slice(2).toLowerCase();
  if (!SEGWIT.test(address)) return hexOf(base58check.decode(address).slice(1));
  const { decodeUnsafe, fromWords } = TAPROOT.test(address) ? bech32m : bech32;
  return hexOf(fromWords(decodeUnsafe(address)?.words.slice(1) ?? []));
}

/** The prime of secp256k1's field. */
const FIELD = 2n ** 256n - 2n ** 32n - 977n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, left = exponent; left > 0n; square = (square * square) % FIELD, left >>= 1n) {
    if (left & 1n) result = (result * square) % FIELD;
  }
  return result;
}

/**
 * Whether 32 bytes are the x of a point of secp256k1 (`lift_x`, BIP 340): x³ + 7 is a square, by Euler's criterion. An output
 * of taproot whose program is none can be spent neither by a key nor by a script (BIP 341): no point comes to it.
 */
function isPoint(digits: string): boolean {
  const x = BigInt(`0x${digits}`);
  return x < FIELD && power((x ** 3n + 7n) % FIELD, (FIELD - 1n) / 2n) === 1n;
}

/** Published addresses that coins are destroyed at, or that take no plain transfer, by what they commit to. */
const KNOWN = new Set([
  // The deposit contract of Ethereum's validators.
  '00000000219ab540356cbb839cbe05303d7705fa',
  'dead000000000000000042069420694206942069',
  // TRON's black hole.
  '77944d19c052b73ee2286823aa83f8138cb7032f',
  // Scripts that always fail: OP_0 and OP_RETURN, by HASH160 (pay to script hash) and SHA-256 (pay to witness script hash).
  '9f7fd096d37ed2c0e3f7f0cfc924beef4ffceb68',
  '41c98a140039816273e50db317422c11c2bfcc88',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  '189f40034be7a199f1fa9891668ee3ab6049f82d38c68be70f596eab2e1857b7',
  // The point H of BIP 341, whose x is SHA-256 of the generator: made so that no key for it is known. As the key of an output
  // itself no script is behind it either.
  '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0',
]);

/** HASH160 of nothing: no public key is empty. An empty script is one that anyone may spend. */
const NO_KEY = 'b472a266d0bd89c13706a4132ccfb16f7c3b9fcb';

/** 96 bits of zeros at one end: no search has found a key for one, and none will. */
const ZEROS = /^0{24}|0{24}$/;
/** One piece over and over, such as `dead`: written by hand, not hashed. */
const REPEATED = /^(.{1,10})\1+$/;
/** A letter ten times in a row, as in `1CounterpartyXXXXXXXXXXXXXXXUWLpVr`; words. */
const WRITTEN = /([1-9A-HJ-NP-Za-km-z])\1{9}|^1BitcoinEater/;

/** Whether coins sent to an address that is formed rightly are out of reach for good. */
export function burnsCoins(chain: Chain, address: string): boolean {
  const digits = commitment(chain, address);
  if (KNOWN.has(digits) || ZEROS.test(digits) || REPEATED.test(digits)) return true;
  if (digits === NO_KEY) return !address.startsWith('3');
  if (TAPROOT.test(address)) return !isPoint(digits);
  return chain !== 'ethereum' && !SEGWIT.test(address) && WRITTEN.test(address);
}
