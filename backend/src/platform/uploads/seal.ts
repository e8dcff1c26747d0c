import { decrypt, encrypt, OVERHEAD_BYTES } from '../seal/aes-gcm.ts';

/** A key of AES-256-GCM. The id is stored with what it encrypted. */
export type SealKey = { readonly id: string; readonly key: Buffer };

/** The first key encrypts, all decrypt. */
export type SealKeys = readonly [SealKey, ...SealKey[]];

/** Encrypted content that cannot be decrypted: altered, of another name, or of a key that is not configured. */
export class SealError extends Error {
  override name = 'SealError';
}

const KEY_BYTES = 32;

/**
 * Reads `id:key` with keys of 32 bytes in base64, several separated by commas, the current one first. Returns what is
 * wrong as a text, which names no key.
 */
export function readSealKeys(text: string): SealKeys | string {
  const keys: SealKey[] = [];
  for (const [index, part] of text.split(',').entries()) {
    const [, id, encoded] = /^\s*([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(part) ?? [];
    const key = Buffer.from(encoded ?? '', 'base64');
    if (id === undefined || key.length !== KEY_BYTES) return `part ${index + 1} is not id:key with 32 bytes in base64`;
    if (keys.some((each) => each.id === id)) return `the id ${id} occurs twice`;
    keys.push({ id, key });
  }
  const [first, ...others] = keys;
  return first ? [first, ...others] : 'it names no key';
}

const MARK = Buffer.from('TSU1');

/** Authenticated with the content, so that one picture cannot be put in the place of another. */
const boundTo = (name: string, head: Buffer): Buffer => Buffer.concat([head, Buffer.from(name)]);

const headOf = (id: string): Buffer => Buffer.concat([MARK, Buffer.from([id.length]), Buffer.from(id, 'latin1')]);

/** Encrypts content under a name with the first key: mark, key id, IV, ciphertext, tag. */
export function seal([{ id, key }]: SealKeys, name: string, content: Uint8Array): Buffer {
  const head = headOf(id);
  return Buffer.concat([head, encrypt(key, boundTo(name, head), content)]);
}

/** Decrypts what `seal` made under the same name. Throws SealError. */
export function unseal(keys: SealKeys, name: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const idEnd = MARK.length + 1 + (bytes[MARK.length] ?? 0);
  const head = bytes.subarray(0, idEnd);
  const body = bytes.subarray(idEnd);
  if (!head.subarray(0, MARK.length).equals(MARK) || body.length < OVERHEAD_BYTES) {
    throw new SealError(`upload ${name} is not encrypted as expected`);
  }
  const id = head.subarray(MARK.length + 1).toString('latin1');
  const known = keys.find((each) => each.id === id);
  if (!known) throw new SealError(`upload ${name} is encrypted with the key ${id}, which UPLOAD_KEYS does not name`);
  try {
    return decrypt(known.key, boundTo(name, head), body);
  } catch (error) {
    throw new SealError(`upload ${name} was altered`, { cause: error });
  }
}
