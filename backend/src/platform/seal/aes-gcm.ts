import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes that encryption adds: IV in front, tag behind. */
export const OVERHEAD_BYTES = IV_BYTES + TAG_BYTES;

/** Encrypts with AES-256-GCM, bound to what it belongs to: IV, ciphertext, tag. */
export function encrypt(key: Buffer, boundTo: Buffer, content: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo);
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `encrypt` made. Throws where it was altered, or bound to something else. */
export function decrypt(key: Buffer, boundTo: Buffer, body: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(boundTo)
    .setAuthTag(body.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}
