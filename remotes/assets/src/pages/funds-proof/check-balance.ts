import type { BalanceProof } from '@tessera/api/proofs';
import { type BalanceFault, balanceFault } from '@tessera/api/proofs/verify';
import { saveFile } from '@tessera/ui/content';

/** `cannot`: this browser has no Ed25519. */
export type Check = 'valid' | 'cannot' | BalanceFault;

/** Checks a proof in this browser: nothing but the file goes in. */
export async function checkBalance(proof: BalanceProof): Promise<Check> {
  try {
    return (await balanceFault(proof)) ?? 'valid';
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return 'cannot';
    throw error;
  }
}

export const fileName = ({ publication }: Pick<BalanceProof, 'publication'>): string =>
  `balance-${publication.day}.json`;

/** The proof as a file, to be checked outside of this page. */
export function downloadProof(proof: BalanceProof): void {
  saveFile(new Blob([JSON.stringify(proof, null, 1)], { type: 'application/json' }), fileName(proof));
}
