import { subtleCrypto } from '@tessera/device';

type Bytes = Uint8Array<ArrayBuffer>;

async function verifyByWebCrypto(subtle: SubtleCrypto, key: Bytes, signature: Bytes, text: Bytes): Promise<boolean> {
  const publicKey = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return subtle.verify('Ed25519', publicKey, signature, text);
}

/**
 * Whether an Ed25519 key made a signature (RFC 8032). Chrome knows the curve since 137, Firefox since 129, Safari since
 * 17, and none on plain HTTP: elsewhere the same check in JavaScript is loaded.
 */
export async function isSignedBy(key: Bytes, signature: Bytes, text: Bytes): Promise<boolean> {
  const subtle = subtleCrypto();
  try {
    if (subtle) return await verifyByWebCrypto(subtle, key, signature, text);
  } catch {
    // The curve is not known here, or the key is no point of it: the check in JavaScript tells which.
  }
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  return ed25519.verify(signature, text, key, { zip215: false });
}
