import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  flag,
  listOf,
  noInput,
  nothing,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  smallId,
  text,
  time,
  unixMs,
  wholeListOf,
} from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { nftRoutes } from './routes.ts';

/** The public name of an artwork. */
export const workCode = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{4,64}$/));

export const saleType = z.enum(['normal', 'auction', 'blind_box']);

/** Derived from time and stock. */
export const nftStatus = z.enum(['upcoming', 'on_sale', 'sold_out', 'ended']);

export const artist = z.object({
  id: z.int(),
  name: z.string(),
  avatar: z.nullable(picture),
  cover: z.nullable(picture),
  work_count: z.int(),
});

export const artwork = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(['image', 'gif', 'audio', 'video']),
  media: z.string(),
  cover: z.nullable(picture),
  artist,
  collection: z.nullable(z.object({ id: z.int(), name: z.string() })),
  rarity: z.string(),
  /** Masked account name. */
  owner: z.nullable(z.string()),
  sale_type: saleType,
  currency: z.string(),
  price: decimal,
  current_bid: z.nullable(decimal),
  /** Deposit that an auction asks for. */
  margin: z.nullable(decimal),
  increment: z.nullable(decimal),
  start_time: unixMs,
  /** A late bid moves it. */
  end_time: z.nullable(unixMs),
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
  pay_until: z.nullable(unixMs),
  read: z.boolean(),
  created_at: unixMs,
});

/** Commit and reveal: hash and odds before the sale, the seed after it. */
export const draw = z.object({
  seed_hash: z.string(),
  seed: z.nullable(z.string()),
  odds: z.array(z.object({ code: z.string(), rarity: z.string(), weight: z.int() })),
  /** Which number of the sequence decided, and what it drew. */
  index: z.nullable(z.int()),
  drawn: z.nullable(z.string()),
});

/* Looking at artworks, artists, bids and what one has; nothing here moves money. */

const keyErrors = ['key_missing', 'key_wrong', 'key_locked'] as const;

const endsLater = (
  value: { start_time?: number | undefined; end_time?: number | undefined },
  context: z.core.$RefinementCtx,
) => {
  if (value.start_time === undefined || value.end_time === undefined || value.end_time > value.start_time) return;
  const params: RuleFailure = { code: 'ends_before_start' };
  context.addIssue({ code: 'custom', path: ['end_time'], message: params.code, params });
};

export const nftContract = defineContract(nftRoutes, {
  'GET /bind_box/getBoxList': {
    input: z.object({
      ...paging,
      sale_type: optional(saleType),
      status: optional(nftStatus),
      artist_id: optional(smallId),
      collection_id: optional(smallId),
      keyword: optional(text(40)),
    }),
    output: listOf(artwork),
    summary: 'Artworks on offer',
  },
  'GET /bind_box/getBoxDetail': {
    input: z.object({ code: workCode }),
    output: z.extend(artwork, {
      description: z.string(),
      /** What a blind box can hold, how likely, and the commitment made before the sale. */
      draw: z.nullable(draw),
      bids: z.array(bid),
    }),
    errors: ['not_found'],
    summary: 'One artwork',
  },
  'GET /bind_box/getArtist': {
    input: z.object({ ...paging, keyword: optional(text(40)) }),
    output: listOf(artist),
    summary: 'Artists',
  },
  'GET /bind_box/getArtistDetail': {
    input: z.object({ id: smallId, ...paging }),
    output: z.extend(listOf(artwork), { artist: z.extend(artist, { biography: z.string() }) }),
    errors: ['not_found'],
    summary: 'One artist with works',
  },
  'GET /bind_box/getNftCurrency': {
    input: noInput,
    output: wholeListOf(z.object({ currency_id: z.int(), currency: z.string(), scale: z.int() })),
    summary: 'Currencies artworks are priced in',
  },
  'GET /bind_box/getCollection': {
    input: z.object(paging),
    output: listOf(artwork),
    summary: 'Artworks the user marked',
  },
  'POST /bind_box/collect': {
    input: z.object({ code: workCode, collected: flag() }),
    output: z.object({ collected: z.boolean() }),
    summary: 'Mark an artwork, or take the mark away',
  },
  'POST /bind_box/getBindBoxQuotationLog': {
    input: z.object({ code: workCode, ...paging }),
    output: listOf(bid),
    summary: 'Bids on an artwork, newest first',
  },
  'POST /bind_box/getMyBindBoxQuotationLog': {
    input: z.object(paging),
    output: listOf(z.extend(bid, { work: artwork })),
    summary: 'The user’s own bids, newest first',
  },
  'POST /bind_box/getMyNFTs': {
    input: z.object({ ...paging, state: optional(z.enum(['owned', 'reselling', 'resold'])) }),
    output: listOf(artwork),
    summary: 'What the user owns or has resold',
  },
  'POST /bind_box/getNeedPayNFTOrder': {
    input: noInput,
    output: wholeListOf(nftOrder),
    summary: 'Won auctions that wait for the rest of the price',
  },
  'POST /bind_box/readNFTOrderMessage': {
    input: z.object({ id: rowId }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Mark the message of an order as read',
  },
  'POST /bind_box/buyNFT': {
    input: z.object({ code: workCode, price: positiveDecimal, key: payKey }),
    output: nftOrder,
    errors: [...keyErrors, 'insufficient_balance', 'sale_not_open', 'sold_out', 'price_moved'],
    summary: 'Buy at the shown price',
  },
  'POST /bind_box/marginNFT': {
    input: z.object({ code: workCode, key: payKey }),
    output: nftOrder,
    errors: [...keyErrors, 'insufficient_balance', 'sale_not_open'],
    summary: 'Pay the deposit that an auction asks for',
  },
  'POST /bind_box/auctionNFT': {
    input: z.object({
      code: workCode,
      /** The whole bid, not what it adds. */
      price: positiveDecimal,
    }),
    output: bid,
    errors: ['bid_too_low', 'sale_not_open', 'insufficient_balance', 'wrong_price'],
    summary: 'Bid in an auction',
  },
  'POST /bind_box/openBlindBox': {
    input: z.object({ code: workCode }),
    output: z.object({ work: artwork, draw }),
    errors: ['not_owner', 'already_opened'],
    summary: 'Open a blind box; the answer lets the page check the draw',
  },
  'POST /bind_box/resellNFT': {
    input: z
      .object({
        code: workCode,
        sale_type: saleType,
        price: positiveDecimal,
        /** Auctions only. */
        increment: optional(positiveDecimal),
        start_time: optional(time),
        end_time: optional(time),
        key: payKey,
      })
      .check(z.superRefine(endsLater)),
    output: artwork,
    errors: [...keyErrors, 'not_owner', 'wrong_price', 'wrong_increment', 'ends_before_start'],
    summary: 'Put an owned artwork up for sale or auction; it cannot be withdrawn',
  },
  'POST /bind_box/payNFTOrder': {
    input: z.object({ id: rowId, key: payKey }),
    output: nftOrder,
    errors: [...keyErrors, 'insufficient_balance', 'payment_expired', 'not_found'],
    summary: 'Pay the rest for a won auction, within a day',
  },
});
export type NftContract = typeof nftContract;
