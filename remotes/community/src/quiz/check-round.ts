import type { RoundProof } from '@tessera/api/quiz';
import { type RoundFault, roundFault } from '@tessera/api/quiz/verify';
import { saveFile } from '@tessera/ui/content';

/** `cannot`: this browser has no Ed25519. */
export type Check = 'valid' | 'cannot' | RoundFault;

/** Checks a round in this browser: nothing but the file of the proof goes in. */
export async function checkRound(proof: RoundProof): Promise<Check> {
  try {
    return (await roundFault(proof)) ?? 'valid';
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return 'cannot';
    throw error;
  }
}

/** The proof as a file, to be checked outside of this page. */
export function downloadProof(proof: RoundProof): void {
  saveFile(new Blob([JSON.stringify(proof, null, 1)], { type: 'application/json' }), `round-${proof.round.id}.json`);
}
