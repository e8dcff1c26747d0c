import * as z from 'zod/mini';
import { decimal, picture, rowId, unixMs } from '../../kit/fields.ts';
import { mediaTypes, nftStatuses, rarities, saleTypes } from './rules.ts';

/* What the calls of the marketplace share. */

/** The public name of a work, or of one of its items: `AURORA-7`. */
export const workCode = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{4,64}$/));

export const mediaType = z.enum(mediaTypes);
export const rarity = z.enum(rarities);
export const saleType = z.enum(saleTypes);

/** Derived from time and stock. */
export const nftStatus = z.enum(nftStatuses);

/** What is shown of a work. Paths are of this origin, named by their content, and never change. */
export const media = z.object({
  type: mediaType,
  /** Pixels of the largest picture: the space that it takes before it is there. */
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
  /** A few pixels as a `data:` address, to be blurred; null where there is none. */
  placeholder: z.nullable(z.string()),
  /** The picture in several widths, smallest first; the cover of a sound, the poster of a film, the first frame of a GIF. */
  pictures: z
    .array(z.object({ width: z.int(), webp: picture, avif: z.nullable(picture) }))
    .check(z.minLength(1), z.maxLength(8)),
  /** The sound, the film or the moving picture; null of a still picture. */
  source: z.nullable(z.object({ path: picture, mime: z.string() })),
  /** ms of a sound or a film. */
  duration: z.nullable(z.int()),
  /** Of a sound: loudness 0 to 100 over its length. */
  waveform: z.nullable(z.array(z.int().check(z.minimum(0), z.maximum(100))).check(z.maxLength(400))),
});

export const artist = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  avatar: z.nullable(picture),
  cover: z.nullable(picture),
  /** Works that may be seen. */
  work_count: z.int(),
  followers: z.int(),
  /** USDT, of all sales of the artist's works at the prices of their time. */
  volume: decimal,
  /** The caller follows the artist. */
  followed: z.boolean(),
});

export const artwork = z.object({
  code: z.string(),
  name: z.string(),
  type: mediaType,
  media,
  artist: z.object({ id: z.int(), name: z.string(), avatar: z.nullable(picture) }),
  collection: z.nullable(z.object({ id: z.int(), name: z.string() })),
  rarity,
  /** Which of how many; null of an offer of any edition. */
  edition: z.nullable(z.int()),
  editions: z.int(),
  /** Masked name; null: the artist. */
  owner: z.nullable(z.string()),
  /** The caller owns it. */
  own: z.boolean(),
  sale_type: saleType,
  /** An owner sells it. */
  resale: z.boolean(),
  currency: z.string(),
  /** Fraction digits of the currency. */
  scale: z.int(),
  /** Of one item; of an auction the lowest first bid. */
  price: decimal,
  /** The highest bid; of an auction that is sold, what it was sold for. */
  current_bid: z.nullable(decimal),
  bid_count: z.int(),
  /** Deposit that an auction asks for. */
  margin: z.nullable(decimal),
  increment: z.nullable(decimal),
  start_time: unixMs,
  /** A late bid moves it; null: no end. */
  end_time: z.nullable(unixMs),
  stock: z.int(),
  remaining: z.int(),
  is_blind_box: z.boolean(),
  opened: z.boolean(),
  status: nftStatus,
  /** It stands in a sale, also while the winner of its auction may pay. */
  selling: z.boolean(),
  /** It left the marketplace for a wallet. */
  withdrawn: z.boolean(),
  /** The caller marked it. */
  collected: z.boolean(),
});

export const bid = z.object({
  id: rowId,
  code: z.string(),
  /** Masked name. */
  bidder: z.string(),
  /** It is the caller's. */
  own: z.boolean(),
  price: decimal,
  currency: z.string(),
  status: z.enum(['leading', 'outbid', 'won', 'lost']),
  at: unixMs,
});

export const nftMessage = z.object({
  id: rowId,
  kind: z.enum([
    'bought',
    'outbid',
    'won',
    'deposit_returned',
    'box_returned',
    'forfeited',
    'offered',
    'offer_expired',
    'paid',
    'sold',
    'unsold',
    'unpaid',
    'royalty',
  ]),
  /** What it is about, in `currency`; null where it is about no amount. */
  amount: z.nullable(decimal),
  currency: z.string(),
  scale: z.int(),
  read: z.boolean(),
  at: unixMs,
});

export const nftOrder = z.object({
  id: rowId,
  work: artwork,
  kind: z.enum(['purchase', 'deposit', 'auction']),
  /** Of an auction: the winner, or the second highest bidder to whom it was offered after that. */
  offer: z.nullable(z.enum(['winner', 'second'])),
  price: decimal,
  /** Of an auction with the deposit. */
  paid: decimal,
  due: decimal,
  currency: z.string(),
  scale: z.int(),
  /** `applied`: a deposit that is part of the price. */
  status: z.enum(['to_pay', 'paid', 'expired', 'refunded', 'forfeited', 'applied']),
  pay_until: z.nullable(unixMs),
  /** No message of it is unread. */
  read: z.boolean(),
  messages: z.array(nftMessage),
  created_at: unixMs,
});

/** What happened to an item. */
export const provenanceEvent = z.object({
  id: rowId,
  /** Of the item that it happened to. */
  code: z.string(),
  edition: z.int(),
  kind: z.enum(['created', 'sale', 'auction', 'box', 'opened', 'withdrawn']),
  /** Masked names; null: the artist, and of `to` after a withdrawal the wallet. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  price: z.nullable(decimal),
  currency: z.nullable(z.string()),
  scale: z.nullable(z.int()),
  /** Of a withdrawal: the transaction on the chain. */
  reference: z.nullable(z.string()),
  at: unixMs,
});
