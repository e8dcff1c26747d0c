import { webcrypto } from 'node:crypto';
import type { PublicKey, Signed } from '@tessera/manifest';
import { z } from 'zod';
import { ReleaseError } from './release-error.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const publicKeysSchema = z
  .array(z.strictObject({ id: z.string().min(1), x: coordinate, y: coordinate }))
  .min(1, 'holds no key');

/** Private keys: each signs every manifest, so that pages that know any of them accept it. */
export const signingKeysSchema = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9-]{1,40}$/),
      x: coordinate,
      y: coordinate,
      /** The private scalar, as JWK writes it. */
      d: coordinate,
      /** Unix milliseconds. */
      createdAt: z.int().min(0),
    }),
  )
  .min(1, 'holds no key');

export type SigningKey = z.infer<typeof signingKeysSchema>[number];

/** A new P-256 key. `id` identifies it and is public. */
export async function generateKey(id: string, createdAt: number): Promise<SigningKey> {
  const pair = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { x = '', y = '', d = '' } = await webcrypto.subtle.exportKey('jwk', pair.privateKey);
  return { id, x, y, d, createdAt };
}

export const publicKeyOf = ({ id, x, y }: SigningKey): PublicKey => ({ id, x, y });

async function signature(content: Uint8Array<ArrayBuffer>, { x, y, d }: SigningKey): Promise<string> {
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d };
  const key = await webcrypto.subtle.importKey('jwk', jwk, ALGORITHM, false, ['sign']);
  return Buffer.from(await webcrypto.subtle.sign(ALGORITHM, key, content)).toString('base64url');
}

/** Signs a payload with every key. */
export const sign = (payload: object, keys: readonly SigningKey[]): Promise<Signed> =>
  signText(JSON.stringify(payload), keys);

/** Signs a text as it is with every key: signing it again with other keys must not change what was signed. */
export async function signText(text: string, keys: readonly SigningKey[]): Promise<Signed> {
  if (keys.length === 0) throw new ReleaseError('key_unknown', 'There is no signing key.');
  const content = new TextEncoder().encode(text);
  const signatures = await Promise.all(
    keys.map(async (key) => ({ key: key.id, signature: await signature(content, key) })),
  );
  return { schema: 2, payload: text, signatures };
}
