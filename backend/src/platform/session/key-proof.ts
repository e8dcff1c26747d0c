import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { DomainError } from '../http/domain-error.ts';

/** A proof is of the moment: ms that its time may differ from the server's, either way. */
export const PROOF_WINDOW = 60_000;
/** Characters of a proof at most: one has about 500. */
const LONGEST = 2_048;
/** Keys in memory at most. */
const MOST_KEYS = 10_000;

const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const headSchema = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
});
const claimsSchema = z.object({
  jti: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  htm: z.string(),
  htu: z.url(),
  iat: z.number(),
  ath: z.optional(z.string()),
  content: z.string(),
});

/** What a proof states, its signature being right. */
export type ProofClaims = z.output<typeof claimsSchema> & {
  /** Thumbprint of the key that signed it. */
  readonly key: string;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The claim `ath`: the hash of the token that a proof is used with. */
export const tokenClaim = sha256;

/** The claim `content`: the hash of what the request does beside its method and path. */
export const contentClaim = (idempotencyKey: string, content: string): string =>
  sha256(`${idempotencyKey}\n${content}`);

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch (error) {
    throw new DomainError('session_proof_invalid', { cause: error });
  }
}

function read<T>(schema: z.ZodMiniType<T>, part: string): T {
  const reading = schema.safeParse(parsed(part));
  if (!reading.success) throw new DomainError('session_proof_invalid', { cause: reading.error });
  return reading.data;
}

type Signer = { readonly publicKey: KeyObject; readonly thumbprint: string };

function signerOf(head: string): Signer {
  const { crv, kty, x, y } = read(headSchema, head).jwk;
  try {
    return {
      publicKey: createPublicKey({ key: { crv, kty, x, y }, format: 'jwk' }),
      // RFC 7638: the members that a key needs, in the order of the alphabet.
      thumbprint: sha256(JSON.stringify({ crv, kty, x, y })),
    };
  } catch (error) {
    // Coordinates that are on no curve.
    throw new DomainError('session_proof_invalid', { cause: error });
  }
}

/** Signers by the head of their proofs, which is the same for all of a key: reading one takes as long as a signature. */
const signers = new Map<string, Signer>();

function rememberedSigner(head: string): Signer {
  const known = signers.get(head);
  if (known) return known;
  const signer = signerOf(head);
  const [oldest] = signers.keys();
  if (signers.size >= MOST_KEYS && oldest !== undefined) signers.delete(oldest);
  signers.set(head, signer);
  return signer;
}

/** Whether the signature is right, checked beside the event loop: it takes longer than most calls. */
const isSigned = (text: string, { publicKey }: Signer, signature: Buffer): Promise<boolean> =>
  new Promise((resolve, reject) => {
    verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature, (error, right) =>
      error ? reject(error) : resolve(right),
    );
  });

/** Reads a proof (RFC 9449, ES256 alone) and checks its signature. Rejects with `session_proof_invalid`. */
export async function readProof(proof: string): Promise<ProofClaims> {
  const [head = '', claims = '', signature = '', ...more] = proof.length > LONGEST ? [] : proof.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.length !== 64 || more.length > 0) throw new DomainError('session_proof_invalid');
  const stated = read(claimsSchema, claims);
  const signer = rememberedSigner(head);
  if (!(await isSigned(`${head}.${claims}`, signer, bytes))) throw new DomainError('session_proof_invalid');
  return { ...stated, key: signer.thumbprint };
}
