import type { SettlementProof } from '@tessera/api/options';
import { type SettlementFault, settlementFault } from '@tessera/api/options/verify';
import { saveFile } from '@tessera/ui/content';

/** `cannot`: this browser has no Ed25519. */
export type Check = 'valid' | 'cannot' | SettlementFault;

/** Checks a settlement in this browser: nothing but the file of the proof goes in. */
export async function checkSettlement(proof: SettlementProof): Promise<Check> {
  try {
    return (await settlementFault(proof)) ?? 'valid';
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return 'cannot';
    throw error;
  }
}

/** The proof as a file, to be checked outside of this page. */
export function downloadProof(proof: SettlementProof): void {
  saveFile(
    new Blob([JSON.stringify(proof, null, 1)], { type: 'application/json' }),
    `settlement-${proof.option.id}.json`,
  );
}
