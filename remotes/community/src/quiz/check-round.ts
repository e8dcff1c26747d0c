import type { RoundProof } from '@tessera/api/quiz';
import { type RoundFault, roundFault } from '@tessera/api/quiz/verify';

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
  const url = URL.createObjectURL(new Blob([JSON.stringify(proof, null, 1)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `round-${proof.round.id}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
