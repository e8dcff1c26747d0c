import { fetchHeads, fetchTicks } from '@tessera/api/instruments';
import { averagedHour, type DualProof } from '@tessera/api/invest';
import { type DualFault, dualFault } from '@tessera/api/invest/verify';
import type { SettledOrder } from '@tessera/api/invest/wire';
import { saveFile } from '@tessera/ui/content';

/** ms of ticks that one request returns at most. */
const AT_ONCE = 600_000;

/** `cannot`: this browser has no Ed25519. */
export type Check = 'valid' | 'cannot' | DualFault;

/** Fetches the recorded prices of the hour with the signed heads around them: the whole proof of a settlement. */
export async function fetchProof(settled: SettledOrder): Promise<DualProof> {
  const { settlement } = settled;
  if (!settlement?.kept) return { ...settled, record: null };
  const [from, to] = averagedHour(settlement.at);
  const spans = [];
  for (let at = from; at < to; at += AT_ONCE) {
    spans.push(await fetchTicks({ symbol: settlement.symbol, from: at, to: at + AT_ONCE }));
  }
  const times = new Set(spans.flatMap(({ start, end }) => [start.at, end.at]).filter((at) => at !== null));
  const heads = [];
  let key = '';
  for (const at of times) {
    const signed = await fetchHeads({ from: at, to: at, limit: 1 });
    heads.push(...signed.list);
    key = signed.key;
  }
  return { ...settled, record: { spans, heads, key } };
}

/** Checks a settlement in this browser: nothing but the file of the proof goes in. */
export async function checkDual(proof: DualProof): Promise<Check> {
  try {
    return (await dualFault(proof)) ?? 'valid';
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return 'cannot';
    throw error;
  }
}

/** The proof as a file, to be checked outside of this page. */
export function downloadProof(proof: DualProof): void {
  saveFile(new Blob([JSON.stringify(proof)], { type: 'application/json' }), `investment-${proof.order.id}.json`);
}
