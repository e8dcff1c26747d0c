import * as z from 'zod/mini';

/* What a series of blind boxes publishes of its draws. */

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** One box of the public list. */
export const publishedDraw = z.object({
  /** Sequence number, from 1 without gaps. */
  number: z.int(),
  buyer_seed: z.string(),
  /** Unix ms. */
  paid_at: z.int(),
  round: z.nullable(z.int()),
  /** The receipt that the buyer got. */
  receipt: hash,
  /** Code of the work, once the box is opened or the seed is revealed. */
  drawn: z.nullable(z.string()),
  refunded: z.boolean(),
});
export type PublishedDraw = z.infer<typeof publishedDraw>;

/** Everything that a series publishes of its draws. */
export const drawRecord = z.object({
  series: z.string(),
  /** The hash that was published before the sale. */
  commitment: hash,
  /** The text whose hash it is. */
  terms: z.string(),
  /** Null until the sale is over. */
  seed: z.nullable(hash),
  draws: z.array(publishedDraw),
  /** Signatures of the rounds of public randomness. */
  rounds: z.array(z.object({ round: z.int(), signature: z.string() })),
});
export type DrawRecord = z.infer<typeof drawRecord>;

/** Draws of one page of a record. */
export const DRAWS_A_PAGE = 1_000;

/** A part of a record: boxes in the order of their numbers, with the rounds that decide them. */
export const drawPage = z.extend(drawRecord, {
  /** Number of the last box of this page, to read on after; null on the last page. */
  next: z.nullable(z.int()),
});
export type DrawPage = z.infer<typeof drawPage>;

/**
 * Joins pages that were read one after the other; null where they are not of one state of the series, as it was revealed
 * or cancelled in between: they have to be read again. Rounds that stand on two pages are the same.
 */
export function joinPages(pages: readonly DrawPage[]): DrawRecord | null {
  const last = pages.at(-1);
  if (!last || pages.some(({ seed, commitment }) => seed !== last.seed || commitment !== last.commitment)) return null;
  const rounds = new Map(pages.flatMap((page) => page.rounds.map((round) => [round.round, round] as const)));
  const { next: _, ...head } = last;
  return { ...head, draws: pages.flatMap(({ draws }) => draws), rounds: [...rounds.values()] };
}

/** Reads the whole record: `read` returns the page after a box. The pages are read again where the series changed meanwhile. */
export async function readRecord(read: (after: number) => Promise<DrawPage>, first?: DrawPage): Promise<DrawRecord> {
  for (let tries = 0; tries < 3; tries++) {
    const pages = [tries === 0 && first ? first : await read(0)];
    for (let next = pages[0]?.next ?? null; next !== null; ) {
      const page = await read(next);
      if (page.next !== null && page.next <= next) throw new RangeError('the pages of the record do not go on');
      pages.push(page);
      ({ next } = page);
    }
    const record = joinPages(pages);
    if (record) return record;
  }
  throw new Error('the record changed with each reading');
}
