import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, bech32m } from '@scure/base';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { base58check, burnsCoins } from './burns.ts';

export const chains = ['bitcoin', 'ethereum', 'tron'] as const;
export type Chain = (typeof chains)[number];

/** An address in the one form in which it is stored and compared. */
export type ReadAddress = {
  readonly address: string;
  /** False for an Ethereum address without capitals: it carries no check digits, so a slip would go unnoticed. */
  readonly checked: boolean;
};

/** Payload of a base58check text; null for other alphabets, lengths and checksums. */
function base58Payload(text: string): Uint8Array | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,40}$/.test(text)) return null;
  try {
    return base58check.decode(text);
  } catch {
    return null;
  }
}

/** Version byte and hash of 20 bytes: pay to public key hash, and to script hash. */
const BITCOIN_VERSIONS = [0x00, 0x05];
const VERSIONED_HASH = 21;
const TRON_VERSION = 0x41;

/** Lengths of a witness program by version (BIP 141, BIP 341); later versions mean nothing yet, so money would be lost. */
const WITNESS_LENGTHS: Readonly<Record<number, readonly number[]>> = { 0: [20, 32], 1: [32] };
const SEGWIT_MAX = 90;

/** BIP 173 for version 0, BIP 350 for later ones. All capitals are allowed, a mixture is not. */
function segwitAddress(text: string): string | null {
  if (text.length > SEGWIT_MAX || (text !== text.toLowerCase() && text !== text.toUpperCase())) return null;
  const address = text.toLowerCase();
  for (const [coding, versions] of [
    [bech32, [0]],
    [bech32m, [1]],
  ] as const) {
    try {
      const { prefix, words } = coding.decode(address as `${string}1${string}`, SEGWIT_MAX);
      const [version = -1, ...program] = words;
      if (prefix !== 'bc' || !versions.some((each) => each === version)) continue;
      if (WITNESS_LENGTHS[version]?.includes(coding.fromWords(program).length)) return address;
    } catch {
      // Another encoding, or a wrong checksum.
    }
  }
  return null;
}

function bitcoinAddress(text: string): string | null {
  if (/^bc1/i.test(text)) return segwitAddress(text);
  const payload = base58Payload(text);
  return payload?.length === VERSIONED_HASH && BITCOIN_VERSIONS.includes(payload[0] ?? -1) ? text : null;
}

/** EIP-55: a letter is capital where the hash of the small-letter address has a nibble of at least 8. */
export function ethereumChecksum(address: string): string {
  const plain = address.slice(2).toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(plain));
  const cased = [...plain].map((letter, index) => {
    const byte = hash[index >> 1] ?? 0;
    return (index % 2 ? byte & 15 : byte >> 4) >= 8 ? letter.toUpperCase() : letter;
  });
  return `0x${cased.join('')}`;
}

function ethereumAddress(text: string): ReadAddress | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const digits = text.slice(2);
  const address = ethereumChecksum(text);
  if (address === text) return { address, checked: true };
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isPlain ? { address, checked: false } : null;
}

function tronAddress(text: string): string | null {
  const payload = base58Payload(text);
  return payload?.length === VERSIONED_HASH && payload[0] === TRON_VERSION ? text : null;
}

const checkedOrNull = (address: string | null): ReadAddress | null =>
  address === null ? null : { address, checked: true };

/** An address of a chain by its form and its check digits, whether or not it has a holder. */
function formedAddress(chain: Chain, text: string): ReadAddress | null {
  switch (chain) {
    case 'bitcoin':
      return checkedOrNull(bitcoinAddress(text));
    case 'ethereum':
      return ethereumAddress(text);
    case 'tron':
      return checkedOrNull(tronAddress(text));
  }
}

/** Reads an address of a chain's main network. Null for anything else, a wrong checksum, and one that burns coins. */
export function readAddress(chain: Chain, text: string): ReadAddress | null {
  const read = formedAddress(chain, text);
  return read && !burnsCoins(chain, read.address) ? read : null;
}

/**
 * Fault of a typed address; null if valid. `exact` demands check digits: nothing else would find a slip, such as the QR
 * code that a saved address comes with.
 */
export function addressProblem(
  { chain, network }: { readonly chain: Chain; readonly network: string },
  text: string,
  { exact }: { readonly exact: boolean },
): (RuleFailure & { readonly field: 'address' }) | null {
  if (text === '') return { code: 'field_required', field: 'address' };
  const read = formedAddress(chain, text);
  if (!read) return { code: 'address_invalid', field: 'address', params: { network } };
  if (burnsCoins(chain, read.address)) return { code: 'address_burns', field: 'address' };
  return exact && !read.checked ? { code: 'address_unchecked', field: 'address' } : null;
}

/** Characters at each end that a user compares; the thieves of "address poisoning" make these alike. */
const COMPARED = 4;

/** Whether two different addresses look the same at both ends, as one that was made to be mistaken for the other. */
export function looksLike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()].map((each) => each.replace(/^(0x|bc1.)/, ''));
  if (a === undefined || b === undefined || a === b) return false;
  return a.slice(0, COMPARED) === b.slice(0, COMPARED) && a.slice(-COMPARED) === b.slice(-COMPARED);
}
