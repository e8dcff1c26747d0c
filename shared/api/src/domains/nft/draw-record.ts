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
