import { p256 } from '@noble/curves/nist.js';
import type { VerifySignature } from './verify-signature.ts';

function bytesOf(base64Url: string): Uint8Array {
  const binary = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** ECDSA P-256 with SHA-256 without WebCrypto, which browsers withhold from pages on plain http. */
export const verifyByNoble: VerifySignature = async ({ x, y }, signature, content) => {
  const point = Uint8Array.of(4, ...bytesOf(x), ...bytesOf(y));
  // WebCrypto accepts both values of s, and so does this.
  return p256.verify(signature, content, point, { prehash: true, lowS: false });
};
