import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';
import type { Chain } from './addresses.ts';

export const base58check = createBase58check(sha256);

/** What an address commits to, in hexadecimal digits: of Bitcoin a hash or a witness program, else 20 bytes. */
function commitment(chain: Chain, address: string): string {
  if (chain === 'ethereum') return address.slice(2).toLowerCase();
  const bytes = /^bc1/i.test(address)
    ? bech32.fromWords(bech32.decodeUnsafe(address)?.words.slice(1) ?? [])
    : base58check.decode(address).slice(1);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Published addresses that coins are destroyed at, or that take no plain transfer, by what they commit to. */
const KNOWN = new Set([
  // The deposit contract of Ethereum's validators.
  '00000000219ab540356cbb839cbe05303d7705fa',
  'dead000000000000000042069420694206942069',
  // TRON's black hole.
  '77944d19c052b73ee2286823aa83f8138cb7032f',
]);

/** 96 bits of zeros at one end: no search has found a key for one, and none will. */
const ZEROS = /^0{24}|0{24}$/;
/** One piece over and over, such as `dead`: written by hand, not hashed. */
const REPEATED = /^(.{1,10})\1+$/;
/** A letter ten times in a row, as in `1CounterpartyXXXXXXXXXXXXXXXUWLpVr`; words; the hash of an empty public key. */
const WRITTEN = /([1-9A-HJ-NP-Za-km-z])\1{9}|^1BitcoinEater|^1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E$/;

/** Whether coins sent to an address that is formed rightly are out of reach for good. */
export function burnsCoins(chain: Chain, address: string): boolean {
  const digits = commitment(chain, address);
  if (KNOWN.has(digits) || ZEROS.test(digits) || REPEATED.test(digits)) return true;
  return chain !== 'ethereum' && !/^bc1/i.test(address) && WRITTEN.test(address);
}
