import { openSigned, type PublicKey, Refused, type Signed } from '@tessera/manifest';
import type { ObjectStorage } from '@tessera/object-storage';
import { z } from 'zod';
import { faultsOf } from './descriptor.ts';
import { ReleaseError } from './release-error.ts';
import { publicKeyOf, type SigningKey, signText } from './signing.ts';

export const signedSchema: z.ZodType<Signed> = z.strictObject({
  schema: z.literal(2),
  payload: z.string(),
  signatures: z.array(z.strictObject({ key: z.string(), signature: z.string() })),
});

export const encode = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);

const HINT = ' `tessera doctor` names everything that is damaged, and what to do.';

export const damaged = (what: string): ReleaseError => new ReleaseError('store_damaged', `${what}${HINT}`);

/** The first line of a message about damage, without the hint. */
export const problemIn = (message: string): string => message.replaceAll(HINT, '').split('\n', 1)[0] as string;

export const isDamage = (error: unknown): error is ReleaseError =>
  error instanceof ReleaseError && error.code === 'store_damaged';

/** Undefined for an object that is damaged; other errors pass. For lists, where one object must not hide the others. */
export async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

function parsed<T>(text: string, schema: z.ZodType<T>, key: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw damaged(`${key} is not JSON.`);
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw damaged(`${key} is not valid:\n  ${faultsOf(result.error)}\n`);
}

/** Parses the content of an object. Rejects with `store_damaged`. */
export const parseObject = <T>(content: Uint8Array, key: string, schema: z.ZodType<T>): T =>
  parsed(new TextDecoder().decode(content), schema, key);

/** An object that needs no signature, or whose signature the caller checks. Rejects with `store_damaged`. */
export async function readObject<T>(storage: ObjectStorage, key: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const content = await storage.get(key);
  return content && parseObject(content, key, schema);
}

/** The payload of a signed object. Rejects with `store_damaged` without a signature of one of the keys. */
export async function openObject<T>(
  signed: Signed,
  key: string,
  schema: z.ZodType<T>,
  keys: readonly PublicKey[],
): Promise<T> {
  try {
    await openSigned(signed, keys);
  } catch (error) {
    if (error instanceof Refused) throw damaged(`${key} cannot be trusted: ${error.message}.`);
    throw error;
  }
  return parsed(signed.payload, schema, `The signed text of ${key}`);
}

async function isSignedBy(signed: Signed, key: SigningKey): Promise<boolean> {
  try {
    await openSigned(signed, [publicKeyOf(key)]);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** The same text with a valid signature of every key; undefined if it has them all. What was signed does not change. */
export async function completed(signed: Signed, keys: readonly SigningKey[]): Promise<Signed | undefined> {
  const valid = await Promise.all(keys.map((key) => isSignedBy(signed, key)));
  return valid.every(Boolean) ? undefined : signText(signed.payload, keys);
}
