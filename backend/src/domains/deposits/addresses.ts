import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';

export const chains = ['bitcoin', 'ethereum', 'tron'] as const;
export type Chain = (typeof chains)[number];

/** The account of each chain: BIP 84 for Bitcoin, BIP 44 with the coin types of SLIP-44 for the others. */
const ACCOUNT: Readonly<Record<Chain, string>> = {
  bitcoin: "m/84'/0'/0'",
  ethereum: "m/44'/60'/0'",
  tron: "m/44'/195'/0'",
};
/** Levels of the paths above. */
const ACCOUNT_DEPTH = 3;
/** Addresses to receive at, as against change. */
const EXTERNAL = 0;

/** Branches of the one key that all chains had before: coin types of SLIP-44. */
const FORMER_BRANCH: Readonly<Record<Chain, number>> = { bitcoin: 0, ethereum: 60, tron: 195 };

const base58check = createBase58check(sha256);

/** BIP 173: version 0 and the key's hash, as pay-to-witness-public-key-hash. */
function bitcoinAddress(publicKey: Uint8Array): string {
  const hash = ripemd160(sha256(publicKey));
  return bech32.encode('bc', [0, ...bech32.toWords(hash)]);
}

/** The last 20 bytes of the hash of the uncompressed key without its prefix. */
function accountOf(publicKey: Uint8Array): Uint8Array {
  const uncompressed = secp256k1.Point.fromHex(bytesToHex(publicKey)).toBytes(false);
  return keccak_256(uncompressed.subarray(1)).subarray(-20);
}

/** EIP-55: a letter is capital where the hash of the small-letter address has a nibble of at least 8. */
export function ethereumChecksum(address: string): string {
  const plain = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(plain)));
  const cased = [...plain].map((letter, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${cased.join('')}`;
}

const TRON_PREFIX = 0x41;

/** The address of a compressed public key. */
export function addressOfKey(chain: Chain, publicKey: Uint8Array): string {
  switch (chain) {
    case 'bitcoin':
      return bitcoinAddress(publicKey);
    case 'ethereum':
      return ethereumChecksum(`0x${bytesToHex(accountOf(publicKey))}`);
    case 'tron':
      return base58check.encode(Uint8Array.of(TRON_PREFIX, ...accountOf(publicKey)));
  }
}

const childOf = (key: HDKey, chain: Chain, path: readonly number[]): string => {
  const { publicKey } = path.reduce((parent, index) => parent.deriveChild(index), key);
  if (!publicKey) throw new Error('an extended key without a public key');
  return addressOfKey(chain, publicKey);
};

/**
 * The address of a user on a chain: child `0/index` of the chain's account key (BIP 44, BIP 84), as every wallet derives
 * it. The server holds no private key. An account key and the private key of one child suffice to compute those of all
 * its children (BIP 32): therefore no two chains share a key. `index` is below 2³¹.
 */
export const depositAddress = (accountKey: string, chain: Chain, index: number): string =>
  childOf(HDKey.fromExtendedKey(accountKey), chain, [EXTERNAL, index]);

/** An address of the former key, which all chains shared: child `branch/index`. */
export const formerAddress = (extendedKey: string, chain: Chain, index: number): string =>
  childOf(HDKey.fromExtendedKey(extendedKey), chain, [FORMER_BRANCH[chain], index]);

/** Eight hexadecimal digits that name an extended key (BIP 32). */
export const fingerprintOf = (extendedKey: string): string =>
  HDKey.fromExtendedKey(extendedKey).fingerprint.toString(16).padStart(8, '0');

/** Why a text cannot be the account key of a chain; null if it can. */
export function accountKeyProblem(text: string): string | null {
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text);
  } catch {
    return 'is not an extended public key (xpub…)';
  }
  if (key.privateKey) return 'is a private key: it must never be here';
  return key.depth === ACCOUNT_DEPTH ? null : `is not the key of an account such as ${ACCOUNT.bitcoin}`;
}

/** Account keys whose private keys are forgotten at once. */
export function demonstrationKeys(seed: Uint8Array): Readonly<Record<Chain, string>> {
  const master = HDKey.fromMasterSeed(seed);
  const keyOf = (chain: Chain): string => {
    const account = master.derive(ACCOUNT[chain]);
    const { publicExtendedKey } = account;
    account.wipePrivateData();
    return publicExtendedKey;
  };
  const keys = { bitcoin: keyOf('bitcoin'), ethereum: keyOf('ethereum'), tron: keyOf('tron') };
  master.wipePrivateData();
  return keys;
}
