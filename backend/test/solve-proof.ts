import { pbkdf2Sync } from 'node:crypto';
import type { FailureEnvelope } from '@tessera/api/kit';
import { proofOfWork } from '@tessera/api/proof';
import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib';

/** On this thread: what tests solve takes less time than handing it to another. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256'),
});

/** The `proof` for a call that was rejected with `proof_required`, as a page makes it. */
export async function solveProof({ error, challenge }: FailureEnvelope): Promise<string> {
  if (!challenge) throw new Error(`${error} carries no challenge`);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved');
  const proof = JSON.stringify({ challenge, solution });
  if (!proofOfWork(proof)) throw new Error('the proof cannot be read');
  return proof;
}
