import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { subtleCrypto } from '@tessera/device';
import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { deriveKey as deriveByWebCrypto } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ProofChallenge } from './proof.ts';

/** ms; the server's challenge lasts five minutes. */
const GIVE_UP_AFTER = 120_000;
/** ms of work between two breaks, so that the screen stays responsive. */
const SLICE = 10;

/** Without WebCrypto, which browsers withhold from pages on plain http. */
const deriveByNoble: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength, asyncTick: SLICE }),
});

/**
 * Solves a challenge and returns the `proof` of the input, or null where it takes too long. WebCrypto derives outside
 * of the page's thread, so the screen stays responsive without a worker.
 */
export async function solveProof(challenge: ProofChallenge): Promise<string | null> {
  const deriveKey = subtleCrypto() ? deriveByWebCrypto : deriveByNoble;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: GIVE_UP_AFTER });
  if (!solution) return null;
  const { counter, derivedKey } = solution;
  return JSON.stringify({ challenge, solution: { counter, derivedKey } });
}
