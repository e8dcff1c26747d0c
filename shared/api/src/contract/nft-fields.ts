import { z } from 'zod';
import { decimal, picture, rowId, unixMs } from './fields.ts';

/** The public name of an artwork. */
export const workCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{4,64}$/);

export const saleType = z.enum(['normal', 'auction', 'blind_box']);

/** Derived from time and stock. */
export const nftStatus = z.enum(['upcoming', 'on_sale', 'sold_out', 'ended']);

export const artist = z.object({
  id: z.int(),
  name: z.string(),
  avatar: picture.nullable(),
  cover: picture.nullable(),
  work_count: z.int(),
});

export const artwork = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(['image', 'gif', 'audio', 'video']),
  media: z.string(),
  cover: picture.nullable(),
  artist,
  collection: z.object({ id: z.int(), name: z.string() }).nullable(),
  rarity: z.string(),
  /** Masked account name. */
  owner: z.string().nullable(),
  sale_type: saleType,
  currency: z.string(),
  price: decimal,
  current_bid: decimal.nullable(),
  /** Deposit that an auction asks for. */
  margin: decimal.nullable(),
  increment: decimal.nullable(),
  start_time: unixMs,
  /** A late bid moves it. */
  end_time: unixMs.nullable(),
  is_blind_box: z.boolean(),
  opened: z.boolean(),
  status: nftStatus,
  collected: z.boolean(),
});

export const bid = z.object({
  id: rowId,
  code: z.string(),
  /** Masked account name. */
  bidder: z.string(),
  price: decimal,
  status: z.enum(['leading', 'outbid', 'won', 'lost']),
  at: unixMs,
});

export const nftOrder = z.object({
  id: rowId,
  work: artwork,
  kind: z.enum(['purchase', 'deposit', 'auction']),
  price: decimal,
  paid: decimal,
  due: decimal,
  currency: z.string(),
  status: z.enum(['to_pay', 'paid', 'expired', 'refunded', 'forfeited']),
  pay_until: unixMs.nullable(),
  read: z.boolean(),
  created_at: unixMs,
});

/** Commit and reveal: hash and odds before the sale, the seed after it. */
export const draw = z.object({
  seed_hash: z.string(),
  seed: z.string().nullable(),
  odds: z.array(z.object({ code: z.string(), rarity: z.string(), weight: z.int() })),
  /** Which number of the sequence decided, and what it drew. */
  index: z.int().nullable(),
  drawn: z.string().nullable(),
});
