import * as z from 'zod/mini';

/** Challenge of a proof of work, in the form of the ALTCHA protocol, version 2. The server signed it. */
export const proofChallenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    /** Iterations of one derivation. */
    cost: z.number(),
    keyLength: z.number(),
    /** Hexadecimal beginning of the derived key that is searched. */
    keyPrefix: z.string(),
  }),
  signature: z.string(),
});
export type ProofChallenge = z.infer<typeof proofChallenge>;

const solved = z.object({
  challenge: proofChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});
export type SolvedProof = z.infer<typeof solved>;

/** Characters of a proof in an input. */
export const PROOF_MAX = 2_000;

/** Reads the `proof` of an input; null for what is none. */
export function proofOfWork(text: string): SolvedProof | null {
  try {
    const reading = solved.safeParse(JSON.parse(text));
    return reading.success ? reading.data : null;
  } catch {
    // Not JSON.
    return null;
  }
}
