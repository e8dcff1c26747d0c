import { isRound } from './beacon.ts';
import type { DrawRecord } from './draw-record.ts';
import {
  type Bound,
  BUYER_SEED,
  commitmentOf,
  type Decided,
  drawPlace,
  linkOf,
  randomnessOf,
  readTerms,
  roundAfter,
  seedHash,
  stockOf,
  type Terms,
} from './draw-rules.ts';

/* Verifies the draws of a series of blind boxes from what it publishes, in a page, in a tool or in any program. */

export { joinPages, readRecord } from './draw-pages.ts';
export { type DrawPage, type DrawRecord, drawPage, drawRecord, type PublishedDraw } from './draw-record.ts';

/**
 * `terms`: no well-formed terms, or not of this series. `commitment`: not their hash. `seed`: not the one that was
 * committed to. `number`: a gap in the sequence. `buyer_seed`: one that the rules do not allow. `round`: not the first one
 * after the payment. `receipt`: does not follow from the purchase and the receipts before it. `refund`: a refund that the
 * rule does not allow. `signature`: of a round that the network did not sign. `stock`: more boxes than things. `drawn`: not
 * what follows from the draw.
 */
export type DrawFault =
  | 'terms'
  | 'commitment'
  | 'seed'
  | 'number'
  | 'buyer_seed'
  | 'round'
  | 'receipt'
  | 'refund'
  | 'signature'
  | 'stock'
  | 'drawn';

export type DrawVerdict =
  | { readonly fault: DrawFault; readonly number?: number }
  /** `drawn` is what every box holds, null for a refunded one; null while the seed is not revealed. */
  | { readonly fault: null; readonly terms: Terms; readonly drawn: readonly (string | null)[] | null };

export type Checking = {
  /** Called after each part of the work, with the share that is done, 0 to 1; awaited, so that a page can paint. */
  readonly progress?: (share: number) => Promise<void> | void;
};

function boundFault(terms: Terms, { draws, commitment }: DrawRecord): { fault: DrawFault; number: number } | null {
  let link = commitment;
  let last = 0;
  let refunded = false;
  for (const [index, draw] of draws.entries()) {
    const bound: Bound = draw;
    const { number } = draw;
    if (number !== index + 1) return { fault: 'number', number };
    if (!BUYER_SEED.test(draw.buyer_seed)) return { fault: 'buyer_seed', number };
    const round = terms.beacon && roundAfter(terms.beacon, draw.paid_at);
    if (draw.round !== round || draw.paid_at < last) return { fault: 'round', number };
    link = linkOf(link, bound);
    if (draw.receipt !== link) return { fault: 'receipt', number };
    // Refunds cut the end of the sequence off: no draw before them changes.
    if ((refunded && !draw.refunded) || (draw.refunded && draw.drawn !== null)) return { fault: 'refund', number };
    ({ paid_at: last } = draw);
    refunded = draw.refunded;
  }
  return null;
}

/**
 * A cancelled series refunds all its boxes. Otherwise only a network that is silent ends a sequence, from the first box of
 * the round that is missing: a platform that knows the results could take back boxes that win.
 */
function refundFault(terms: Terms, { draws, rounds }: DrawRecord): { fault: DrawFault; number: number } | null {
  const first = draws.findIndex(({ refunded }) => refunded);
  if (first <= 0) return null;
  const missing = draws[first]?.round;
  const isSilent = terms.beacon !== null && rounds.every(({ round }) => round !== missing);
  return isSilent && draws[first - 1]?.round !== missing ? null : { fault: 'refund', number: first + 1 };
}

/**
 * What is wrong with a record, or what its boxes hold. Before the seed is revealed only the purchases can be verified:
 * `drawn` is null then. A round costs about 40 ms.
 */
export async function verifyDraws(record: DrawRecord, { progress }: Checking = {}): Promise<DrawVerdict> {
  const terms = readTerms(record.terms);
  if (!terms || terms.series !== record.series) return { fault: 'terms' };
  if (commitmentOf(record.terms) !== record.commitment) return { fault: 'commitment' };
  if (record.seed !== null && seedHash(record.seed) !== terms.seed_hash) return { fault: 'seed' };
  const found = boundFault(terms, record) ?? refundFault(terms, record);
  if (found) return found;
  const standing = record.draws.filter(({ refunded }) => !refunded);
  const signatures = new Map(record.rounds.map(({ round, signature }) => [round, signature]));
  const randomness = new Map<number, string>();
  const stock = stockOf(terms.inventory);
  const boxes = stock.left();
  const drawn: (string | null)[] = [];
  for (const [index, draw] of standing.entries()) {
    const { number, round } = draw;
    if (index >= boxes) return { fault: 'stock', number };
    if (round !== null && !randomness.has(round)) {
      const signature = signatures.get(round);
      if (signature === undefined) {
        if (record.seed !== null || draw.drawn !== null) return { fault: 'signature', number };
      } else if (terms.beacon && isRound(terms.beacon, round, signature)) {
        randomness.set(round, randomnessOf(signature));
      } else return { fault: 'signature', number };
      await progress?.((index + 1) / standing.length);
    }
    if (record.seed === null) continue;
    const box: Decided = { ...draw, randomness: round === null ? null : (randomness.get(round) ?? null) };
    const code = stock.take(drawPlace(record.seed, record.commitment, box, stock.left()));
    if (draw.drawn !== code) return { fault: 'drawn', number };
    drawn.push(code);
  }
  await progress?.(1);
  if (record.seed === null) return { fault: null, terms, drawn: null };
  return { fault: null, terms, drawn: [...drawn, ...record.draws.slice(standing.length).map(() => null)] };
}
