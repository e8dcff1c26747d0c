import * as z from 'zod/mini';
import {
  atMost,
  decimal,
  decimalString,
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
import { payKey, wayErrors, wayProof } from '../../kit/person-fields.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { bounded, nobodyElse, wayOut } from '../../kit/value-policy.ts';
import { draw } from './draw.ts';
import { nftSorts } from './rules.ts';
import {
  artist,
  artwork,
  bid,
  mediaType,
  nftMessage,
  nftOrder,
  nftStatus,
  provenanceEvent,
  rarity,
  saleType,
  workCode,
} from './shapes.ts';

/** Of every call that takes money for a work. */
const payErrors = [
  ...wayErrors,
  'insufficient_balance',
  'loan_outstanding',
  'refund_owed',
  'deposit_owed',
  'deposit_under_review',
  'country_restricted',
] as const;

const endsLater = (
  value: { start_time?: number | undefined; end_time?: number | undefined },
  context: z.core.$RefinementCtx,
) => {
  if (value.start_time === undefined || value.end_time === undefined || value.end_time > value.start_time) return;
  const params: RuleFailure = { code: 'ends_before_start' };
  context.addIssue({ code: 'custom', path: ['end_time'], message: params.code, params });
};

/**
 * Of what is paid in: as it was shown. A seller may end a sale and begin another one under its code. Without it only a
 * code that never had another one is taken.
 */
const shownCurrency = optional(text(12));

/** Where the next part of a list begins: what `next` of the part before was. */
const cursor = optional(z.string().check(atMost(120), z.regex(/^[A-Za-z0-9_-]+$/)));

/** A list that is read on from where it ended; `next` is null at its end. A row is returned once, whatever is added. */
const readOn = <T extends z.ZodMiniType>(row: T) => z.extend(listOf(row), { next: z.nullable(z.string()) });

const filters = {
  sale_type: optional(saleType),
  status: optional(nftStatus),
  type: optional(mediaType),
  rarity: optional(rarity),
  currency: optional(text(12)),
  /** In `currency`, without it in USDT; of an auction against the highest bid. */
  price_min: optional(decimalString),
  price_max: optional(decimalString),
  artist_id: optional(smallId),
  collection_id: optional(smallId),
  /** In the names of work, artist and collection, in any language. */
  keyword: optional(text(40)),
  /** Only what the caller marked; for a guest nothing. */
  collected: optional(flag()),
};

/** What a sale is about for the signed-in user. */
const viewer = z.object({
  /** The caller is the one who sells: no bid, no purchase. */
  seller: z.boolean(),
  /** Deposit for the auction of now. */
  deposit: z.enum(['none', 'paid', 'returned', 'kept', 'applied']),
  /** What of it is held now; each bid raises it to its share of the bid. */
  deposit_held: z.nullable(decimal),
  /** The caller's highest bid. */
  bid: z.nullable(decimal),
  leading: z.boolean(),
  /** The order to pay, and until when. */
  to_pay: z.nullable(z.object({ id: rowId, due: decimal, pay_until: unixMs })),
  /** Most that one purchase or bid may be worth, USDT. */
  order_limit: decimal,
  /** In what the owner of the item sells it again, and its digits; null for others. */
  resale: z.nullable(z.object({ currency: z.string(), scale: z.int() })),
});

/** Terms of a sale as they were when it began. Basis points: 250 are 2.5 %. */
const saleTerms = z.object({
  /** Of the price, to the house; the seller pays it. */
  fee_bp: z.int(),
  /** Of the price of a resale, to the artist; the seller pays it. */
  royalty_bp: z.int(),
  /** Of a kept deposit, to the seller; the rest is the house's. */
  forfeit_bp: z.int(),
  /** Of each bid, what its bidder has deposited; 0: the first deposit stays as it is. */
  deposit_bp: z.int(),
  /** ms that the winner, and then the second highest bidder, has to pay. */
  pay_within: z.int(),
  /** A bid in the last `extension` ms moves the end by as much. */
  extension: z.int(),
});

export const marketSchemas = {
  'GET /bind_box/getBoxList': {
    input: z.object({ ...paging, ...filters, sort: z._default(z.enum(nftSorts), 'newest'), after: cursor }),
    output: readOn(artwork),
    summary: 'Works on offer',
  },
  'GET /bind_box/getBoxDetail': {
    input: z.object({ code: workCode }),
    output: z.extend(artwork, {
      description: z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })),
      /** The artist with everything that a list of artists shows. */
      creator: artist,
      created_at: unixMs,
      terms: saleTerms,
      /** Of an auction: the lowest and the highest next bid. */
      min_bid: z.nullable(decimal),
      max_bid: z.nullable(decimal),
      /** Of how many users it is marked. */
      favourites: z.int(),
      /** What a blind box can hold, how likely, and the commitment made before the sale. */
      draw: z.nullable(draw),
      /** The last ones; all of them with `getBindBoxQuotationLog` and `provenance`. */
      bids: z.array(bid),
      provenance: z.array(provenanceEvent),
      /** Countries whose residents may neither buy nor bid, ISO 3166-1 alpha-2. */
      countries: z.array(z.string()),
      /** Null for a guest. */
      viewer: z.nullable(viewer),
      /** Of the exchange, to count down from. */
      now: unixMs,
    }),
    errors: ['not_found'],
    summary: 'One work, or one item of it',
  },
  'GET /bind_box/getArtist': {
    input: z.object({ ...paging, keyword: optional(text(40)) }),
    output: listOf(artist),
    summary: 'Artists, largest volume first',
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
    summary: 'Currencies that works are priced in',
  },
  'GET /bind_box/collections': {
    input: z.object({ ...paging, keyword: optional(text(40)) }),
    output: listOf(
      z.object({
        id: z.int(),
        code: z.string(),
        name: z.string(),
        description: z.string(),
        cover: z.nullable(picture),
        artist: z.nullable(z.object({ id: z.int(), name: z.string() })),
        work_count: z.int(),
        /** Lowest price on sale now, USDT. */
        floor: z.nullable(decimal),
      }),
    ),
    summary: 'Collections of works',
  },
  'GET /bind_box/provenance': {
    input: z.object({ code: workCode, ...paging }),
    output: listOf(provenanceEvent),
    errors: ['not_found'],
    summary: 'What happened to an item, or to all items of a work, newest first',
  },
  'GET /bind_box/terms': {
    input: noInput,
    output: z.object({
      fee_bp: z.int(),
      /** Most that an artist may ask of resales. */
      royalty_cap_bp: z.int(),
      forfeit_bp: z.int(),
      /** Of the lowest first bid: what the deposit of a resale by auction is. */
      deposit_bp: z.int(),
      pay_within: z.int(),
      extension: z.int(),
      /** ms between the start and the end of an auction. */
      min_duration: z.int(),
      max_duration: z.int(),
      /** ms from now to the latest start. */
      max_lead: z.int(),
    }),
    summary: 'Terms of new sales',
  },
  'GET /bind_box/getCollection': {
    input: z.object(paging),
    output: listOf(artwork),
    summary: 'Works that the user marked, newest mark first',
  },
  'POST /bind_box/collect': {
    input: z.object({ code: workCode, collected: flag() }),
    output: z.object({ collected: z.boolean() }),
    errors: ['not_found'],
    summary: 'Mark a work, or take the mark away',
  },
  'POST /bind_box/follow': {
    input: z.object({ id: smallId, followed: flag() }),
    output: z.object({ followed: z.boolean(), followers: z.int() }),
    errors: ['not_found'],
    summary: 'Follow an artist, or no longer',
  },
  'POST /bind_box/getBindBoxQuotationLog': {
    input: z.object({ code: workCode, ...paging, after: cursor }),
    output: readOn(bid),
    errors: ['not_found'],
    summary: 'Bids in the last auction of an item, newest first',
  },
  'POST /bind_box/getMyBindBoxQuotationLog': {
    input: z.object({ ...paging, after: cursor }),
    output: readOn(z.extend(bid, { work: artwork })),
    summary: 'The user’s own bids, newest first',
  },
  'POST /bind_box/getMyNFTs': {
    input: z.object({ ...paging, state: optional(z.enum(['owned', 'reselling', 'resold'])) }),
    output: listOf(
      z.extend(artwork, {
        /** Of an owned item when it came; of a resold one when it was paid. */
        since: unixMs,
        /** What the user got for a resold item, after fee and royalty. */
        proceeds: z.nullable(decimal),
      }),
    ),
    summary: 'What the user owns (reselling included), resells, or has resold',
  },
  'GET /bind_box/orders': {
    input: z.object({ ...paging, kind: optional(z.enum(['purchase', 'deposit', 'auction'])) }),
    output: z.extend(listOf(nftOrder), { unread: z.int() }),
    summary: 'Purchases, deposits and won auctions of the user, newest first',
  },
  'POST /bind_box/getNeedPayNFTOrder': {
    input: noInput,
    output: z.extend(wholeListOf(nftOrder), { now: unixMs }),
    summary: 'Won auctions that wait for the rest of the price',
  },
  'GET /bind_box/messages': {
    input: z.object(paging),
    output: z.extend(
      listOf(
        z.extend(nftMessage, {
          /** What `readNFTOrderMessage` takes; null where it is about a sale of the user’s without an order. */
          order_id: z.nullable(rowId),
          code: z.string(),
          name: z.string(),
        }),
      ),
      { unread: z.int() },
    ),
    summary: 'Messages about orders and sales, newest first',
  },
  'POST /bind_box/readNFTOrderMessage': {
    input: z.object({
      /** Of the order; without it everything is marked as read. */
      id: optional(rowId),
    }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Mark the messages of an order as read',
  },
  'POST /bind_box/buyNFT': {
    input: z.object({ code: workCode, price: positiveDecimal, currency: shownCurrency, key: payKey, ...wayProof }),
    output: nftOrder,
    errors: [
      ...payErrors,
      'not_found',
      'sale_not_open',
      'sold_out',
      'price_moved',
      'own_work',
      'currency_closed',
      'order_limit',
    ],
    value: wayOut({ payee: 'seller', amount: 'The price', limit: 'send', approval: 'above' }),
    summary: 'Buy at the shown price',
  },
  'POST /bind_box/marginNFT': {
    input: z.object({
      code: workCode,
      currency: shownCurrency,
      /** As it was shown; without it only that of a code that never had another one is taken. */
      deposit: optional(positiveDecimal),
      key: payKey,
      ...wayProof,
    }),
    output: nftOrder,
    errors: [
      ...payErrors,
      'not_found',
      'sale_not_open',
      'price_moved',
      'bids_barred',
      'own_work',
      'currency_closed',
      'order_limit',
    ],
    value: wayOut({ payee: 'seller', amount: 'The deposit', limit: 'send', approval: 'above' }),
    summary: 'Pay the deposit that an auction asks for, once',
  },
  'POST /bind_box/auctionNFT': {
    input: z.object({
      code: workCode,
      /** The whole bid, not what it adds. */
      price: positiveDecimal,
      currency: shownCurrency,
      key: payKey,
      ...wayProof,
    }),
    output: bid,
    errors: [
      ...payErrors,
      'not_found',
      'price_moved',
      'bid_too_low',
      'bid_too_high',
      'sale_not_open',
      'wrong_price',
      'deposit_required',
      'bids_barred',
      'own_work',
      'order_limit',
    ],
    value: wayOut({
      payee: 'seller',
      amount: 'What the bid adds to what was bid before',
      limit: 'send',
      approval: 'above',
    }),
    summary: 'Bid in an auction; the deposit is raised to its share of the bid, from the spot account',
  },
  'POST /bind_box/resellNFT': {
    input: z
      .object({
        code: workCode,
        sale_type: z.enum(['normal', 'auction']),
        price: positiveDecimal,
        /** Auctions only. */
        increment: optional(positiveDecimal),
        /** Now, unless given. */
        start_time: optional(time),
        /** Of an auction required. */
        end_time: optional(time),
        key: payKey,
        ...wayProof,
      })
      .check(z.superRefine(endsLater)),
    output: artwork,
    errors: [
      ...wayErrors,
      'not_owner',
      'already_selling',
      'already_withdrawn',
      'loan_outstanding',
      'refund_owed',
      'deposit_owed',
      'wrong_price',
      'wrong_increment',
      'ends_before_start',
      'wrong_duration',
      'order_limit',
      'stale_price',
      'currency_closed',
      'field_required',
    ],
    value: wayOut({
      payee: 'user',
      amount: 'What the item last cost above the price that is asked now',
      limit: 'send',
      approval: 'above',
    }),
    summary: 'Put an owned item up for sale or auction; it cannot be withdrawn meanwhile',
  },
  'POST /bind_box/cancelResale': {
    input: z.object({ code: workCode }),
    output: artwork,
    errors: ['not_owner', 'not_selling', 'has_bids'],
    value: nobodyElse('It ends a sale that nobody has bid in.'),
    summary: 'Take an item out of its sale, while there is no bid',
  },
  'POST /bind_box/payNFTOrder': {
    input: z.object({ id: rowId, key: payKey }),
    output: nftOrder,
    errors: [...payErrors, 'payment_expired', 'not_found', 'own_work'],
    value: bounded('The seller', 'The bid that won, which was judged as a whole when it was made'),
    summary: 'Pay the rest for a won auction, within a day',
  },
} as const;
