import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { CompromisedWindow } from '../session/compromised.ts';

/*
 * The text that gateway and backend share does not suffice to end sessions and take out factors: what the backend does at
 * a rollback of compromised code it reads in the manifest that the registry signed.
 */

const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const keysSchema = z.array(z.object({ id: z.string(), x: coordinate, y: coordinate })).check(z.minLength(1));
const signedSchema = z.object({
  payload: z.string(),
  signatures: z.array(z.object({ key: z.string(), signature: z.string() })),
});
const windowSchema = z.object({ from: z.int(), until: z.int() });
/** The keys sign other texts, too: one with an epoch and remotes is a manifest. */
const manifestSchema = z.object({
  schema: z.literal(2),
  epoch: z.int(),
  remotes: z.array(z.unknown()),
  compromised: z.optional(z.extend(windowSchema, { earlier: z._default(z.array(windowSchema), []) })),
});

/** An announced rollback that no registry has signed: a fault that operators have to see, and that is announced again. */
class UnsignedRollback extends Error {
  override name = 'UnsignedRollback';
}

/** Whether one of the keys signed the text: ECDSA P-256 with SHA-256, r and s. */
function isSigned({ payload, signatures }: z.infer<typeof signedSchema>, keys: z.infer<typeof keysSchema>): boolean {
  return signatures.some(({ key: id, signature }) => {
    const known = keys.find((key) => key.id === id);
    if (!known) return false;
    const { x, y } = known;
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    return verify(
      'sha256',
      Buffer.from(payload),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  });
}

/**
 * The times in which compromised code was live, oldest first, by a signed manifest of any age: an older one names fewer of
 * them, and each counts once. Rejects with `UnsignedRollback` for what no key of the file has signed, and with the system's
 * error where there is no such file.
 */
export async function signedWindows(signed: unknown, keysFile: string): Promise<readonly CompromisedWindow[]> {
  const keys = keysSchema.parse(JSON.parse(await readFile(keysFile, 'utf8')));
  const text = signedSchema.safeParse(signed);
  if (!text.success) throw new UnsignedRollback('a rollback of compromised code was announced without its manifest');
  if (!isSigned(text.data, keys)) throw new UnsignedRollback('no known key has signed the manifest of a rollback');
  const manifest = manifestSchema.safeParse(JSON.parse(text.data.payload));
  if (!manifest.success) throw new UnsignedRollback('what was signed of a rollback is no manifest');
  const { compromised } = manifest.data;
  if (!compromised) return [];
  const { earlier, from, until } = compromised;
  return [...earlier, { from, until }];
}
