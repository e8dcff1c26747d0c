import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';

export type Chain = 'bitcoin' | 'ethereum' | 'tron';

/** Coin types of SLIP-44: each chain has a separate branch below the extended key. */
const BRANCH: Readonly<Record<Chain, number>> = { bitcoin: 0, ethereum: 60, tron: 195 };

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

/**
 * The address of a user on a chain: child `branch/index` of an extended public key (BIP 32). The server holds no private
 * key. `index` is below 2³¹. Throws for what is no extended key.
 */
export function depositAddress(extendedKey: string, chain: Chain, index: number): string {
  const { publicKey } = HDKey.fromExtendedKey(extendedKey).deriveChild(BRANCH[chain]).deriveChild(index);
  if (!publicKey) throw new Error('an extended key without a public key');
  return addressOfKey(chain, publicKey);
}

/** An extended public key whose private key is forgotten at once. */
export function demonstrationKey(seed: Uint8Array): string {
  const key = HDKey.fromMasterSeed(seed);
  const extended = key.publicExtendedKey;
  key.wipePrivateData();
  return extended;
}
