import { createHash, randomInt } from 'node:crypto';
import { type ProofChallenge, proofOfWork } from '@tessera/api/proof';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import type { Database } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { countAttempt, readAttempts } from '../limits/attempts.ts';

const MINUTE = 60_000;
/** ms in which a challenge can be solved and used. */
export const PROOF_LASTS = 5 * MINUTE;
const ALGORITHM = 'PBKDF2/SHA-256';
/** Iterations of one derivation: about 1 ms in a browser on a desktop computer, 4 ms on a phone. */
const ITERATIONS = 5_000;
let iterations = ITERATIONS;

/** For tests, which solve many. */
export const setProofIterations = (fewer: number): void => {
  iterations = fewer;
};

/** What a proof is good for. `work` is the greatest number of derivations that it takes; three quarters on average. */
export type ProofDemand = { readonly purpose: string; readonly subject: string; readonly work: number };

/** Signed with the challenge: a proof of one account, purpose and time is none of another. */
const claims = z.object({ purpose: z.string(), subject: z.string(), work: z.number(), until: z.number() });

export type Proofs = {
  /** The rejection of a call that needs a proof; it carries the challenge. */
  readonly required: (demand: ProofDemand) => Promise<DomainError>;
  /** What identifies a proof that `accept` would accept, however it is written; null for any other. It uses none. */
  readonly identify: (proof: string, demand: ProofDemand) => Promise<string | null>;
  /** Whether `proof` is a solution of a challenge for this demand. It can be used once, over all nodes. */
  readonly accept: (proof: string, demand: ProofDemand) => Promise<boolean>;
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

type Dependencies = { readonly database: Database; readonly now: () => number };

/**
 * Proofs of work by the ALTCHA protocol: the browser searches the counter whose derived key begins with the given
 * bytes. The server derives once and later compares a signature, so a proof costs it less than a password check.
 */
export function createProofs({ database, now }: Dependencies): Proofs {
  let known: Promise<string> | null = null;
  const readKey = async (): Promise<string> => {
    const [row] = await database.query<{ key: Buffer }>('select key from proof_key');
    if (!row) throw new Error('proof_key is empty: migration 0611 fills it');
    return row.key.toString('hex');
  };
  const secrets = async () => {
    known ??= readKey();
    // A failed read is tried again by the next call.
    const key = await known.catch((error: unknown) => {
      known = null;
      throw error;
    });
    return { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `key ${key}` };
  };
  /** What a proof of this demand counts as; null for one that proves something else, or nothing. */
  const useOf = async (proof: string, { purpose, subject, work }: ProofDemand) => {
    const given = proofOfWork(proof);
    if (!given) return null;
    const reading = claims.safeParse(given.challenge.parameters.data);
    const fits =
      reading.success &&
      reading.data.purpose === purpose &&
      reading.data.subject === hashOf(subject) &&
      reading.data.until > now() &&
      // The demand may have grown since, but not by much: challenges are not collected while they are easy.
      reading.data.work * 2 >= work;
    if (!fits) return null;
    const { verified } = await verifySolution({ ...given, deriveKey, ...(await secrets()) });
    if (!verified) return null;
    const windows = [{ most: 1, within: PROOF_LASTS }];
    return { scope: 'proof', subject: given.challenge.signature, now: now(), windows };
  };
  return {
    async required({ purpose, subject, work }) {
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost: iterations,
        // Not below half of it: no luck shortens the work much, none makes it longer.
        counter: randomInt(Math.floor(work / 2), work),
        deriveKey,
        data: { purpose, subject: hashOf(subject), work, until: now() + PROOF_LASTS },
        ...(await secrets()),
      });
      return new DomainError('proof_required', { challenge: challenge as ProofChallenge });
    },
    async identify(proof, demand) {
      const use = await useOf(proof, demand);
      return use !== null && (await readAttempts(database, use)).count === 0 ? use.subject : null;
    },
    async accept(proof, demand) {
      const use = await useOf(proof, demand);
      return use !== null && (await countAttempt(database, use)).allowed;
    },
  };
}
