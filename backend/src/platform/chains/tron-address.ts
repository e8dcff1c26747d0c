import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);
const PREFIX = 0x41;

/** `T…` of the 20 bytes that the Ethereum JSON-RPC of a TRON node names, `0x` and 40 hexadecimal digits. */
export const tronAddress = (hex: string): string =>
  base58check.encode(Uint8Array.of(PREFIX, ...hexToBytes(hex.replace(/^0x/, ''))));

/** `0x` and 40 small hexadecimal digits of a TRON address. Throws for what is none. */
export function tronHex(address: string): string {
  const bytes = base58check.decode(address);
  if (bytes.length !== 21 || bytes[0] !== PREFIX) throw new Error(`${address} is no address of TRON`);
  return `0x${bytesToHex(bytes.subarray(1))}`;
}
