import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Beacon } from './draw-rules.ts';

export { randomnessOf } from './draw-rules.ts';

/* Public randomness of drand networks of the scheme `bls-unchained-g1-rfc9380`, verified without trusting who hands it over. */

/** The domain of the hash to the curve, as the scheme defines it. */
const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** The network of the League of Entropy that publishes a round every three seconds. */
export const QUICKNET: Beacon = {
  scheme: 'bls-unchained-g1-rfc9380',
  chain_hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  public_key:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};

/** What a round signs. */
export function roundMessage(round: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return sha256(bytes);
}

/** Whether a signature, 48 bytes hexadecimal, is the network's of this round. Takes about 40 ms. */
export function isRound({ public_key }: Pick<Beacon, 'public_key'>, round: number, signature: string): boolean {
  if (!/^[0-9a-f]{96}$/.test(signature) || !Number.isSafeInteger(round) || round < 1) return false;
  const { shortSignatures } = bls12_381;
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(roundMessage(round), DST), public_key);
  } catch {
    // No point of the curve.
    return false;
  }
}

/** A network of its own, for tests and rehearsals: signs rounds with a key of 32 bytes. */
export const localBeacon = (secret: Uint8Array, { genesis, period }: Pick<Beacon, 'genesis' | 'period'>) => {
  const { shortSignatures } = bls12_381;
  const public_key = shortSignatures.getPublicKey(secret).toHex();
  const beacon: Beacon = {
    scheme: 'bls-unchained-g1-rfc9380',
    chain_hash: bytesToHex(sha256(hexToBytes(public_key))),
    public_key,
    genesis,
    period,
  };
  return {
    beacon,
    sign: (round: number): string =>
      shortSignatures.sign(shortSignatures.hash(roundMessage(round), DST), secret).toHex(),
  };
};
