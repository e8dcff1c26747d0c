import * as z from 'zod/mini';
import {
  decimal,
  listOf,
  noInput,
  optional,
  paging,
  positiveDecimal,
  positiveTermAmount,
  text,
  time,
  unixMs,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { DESK_ROLES, MONEY_ROLES, oneMember, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { bounded, nobodyElse } from '../../kit/value-policy.ts';
import { DRAWS_A_PAGE, drawPage } from './draw-record.ts';
import { BOXES_A_PURCHASE, BUYER_SEED } from './draw-rules.ts';
import { artwork, nftStatus, rarity, workCode } from './shapes.ts';

/** Of a rarity: how many boxes among all hold it, and among those that are not opened. */
const odds = z.object({ rarity, count: z.int(), left: z.int() });

/** A source of public randomness; see `Beacon` of the rules. */
const beacon = z.object({
  chain_hash: z.string(),
  public_key: z.string(),
  /** Unix s of round 1, and s between rounds. */
  genesis: z.int(),
  period: z.int(),
});

/** What is published of the draw of a blind box: commitment and odds before the sale, the seed after it. */
export const draw = z.object({
  /** Hash of the terms: of seed, inventory, odds and public randomness. */
  commitment: z.string(),
  seed_hash: z.string(),
  /** Null until the sale is over and every box is decided. */
  seed: z.nullable(z.string()),
  /** Null: the draw uses the seed, the sequence number and the buyer's seed alone. */
  beacon: z.nullable(beacon),
  odds: z.array(odds),
  boxes: z.int(),
  sold: z.int(),
  opened: z.int(),
});

/** It is public in the record of draws: no markup. */
const seedOfBuyer = text(64).check(z.regex(BUYER_SEED));

/** A box of the signed-in user. */
const box = z.object({
  /** What `openBlindBox` takes. */
  code: z.string(),
  series: z.string(),
  name: z.string(),
  media: artwork.shape.media,
  /** Sequence number in its series. */
  number: z.int(),
  /**
   * `opening`: its round of public randomness is not there yet. `closed`: it can be opened. `refunded`: its sale was
   * cancelled, or its round stayed away for too long.
   */
  state: z.enum(['opening', 'closed', 'opened', 'refunded']),
  price: decimal,
  currency: z.string(),
  scale: z.int(),
  buyer_seed: z.string(),
  paid_at: unixMs,
  /** The round that decides, and when it is published; null without public randomness. */
  round: z.nullable(z.int()),
  round_at: z.nullable(unixMs),
  /** Pins this box and all before it: to be found again in `draws`. */
  receipt: z.string(),
  commitment: z.string(),
  opened_at: z.nullable(unixMs),
  /** The item that it held, once it is opened. */
  drawn: z.nullable(artwork),
});

const staffSeries = z.object({
  code: z.string(),
  state: z.enum(['open', 'revealed', 'cancelled']),
  currency: z.string(),
  price: decimal,
  boxes: z.int(),
  sold: z.int(),
  opened: z.int(),
  refunded: z.int(),
  /** Boxes whose round is not there yet. */
  opening: z.int(),
  start_time: unixMs,
  end_time: z.nullable(unixMs),
  commitment: z.string(),
  beacon: z.boolean(),
  demonstration: z.boolean(),
});
const staffSeriesList = wholeListOf(staffSeries);

const keyErrors = ['key_missing', 'key_wrong', 'key_locked', 'key_blocked'] as const;
const staffErrors = ['forbidden', 'confirmation_required'] as const;

/** `AURORA-01:1,TIDE-02:30`: works and how many of each. */
const inventoryInput = z
  .string()
  .check(
    z.trim(),
    z.maxLength(20_000),
    z.regex(/^[A-Za-z0-9_-]{4,48}:[1-9]\d{0,3}(?:,[A-Za-z0-9_-]{4,48}:[1-9]\d{0,3})*$/),
  );

/** The calls of blind boxes. */
export const drawSchemas = {
  'GET /bind_box/series': {
    input: z.object({ code: workCode }),
    output: z.extend(draw, {
      code: z.string(),
      status: nftStatus,
      cancelled: z.boolean(),
      /** The text whose hash is the commitment: canonical JSON. */
      terms: z.string(),
      /** What the boxes hold: one artwork for each work, and how many boxes hold it. */
      inventory: z.array(z.object({ work: artwork, count: z.int(), left: z.int() })),
      /** Days without a round after which its box and all later ones are refunded; 0 without public randomness. */
      silence_days: z.int(),
      /** Boxes of one purchase at most. */
      most: z.int(),
      /** The newest round that was verified here, and since when one that is due is missing. */
      last_round: z.nullable(z.int()),
      silent_since: z.nullable(unixMs),
      now: unixMs,
    }),
    errors: ['not_found'],
    summary: 'A series of blind boxes: commitment, inventory, and the odds of what is left',
  },
  'GET /bind_box/draws': {
    weight: 10,
    input: z.object({
      code: workCode,
      /** Number of the box after which to read on. */
      after: z._default(whole(0), 0),
      limit: z._default(whole(1, DRAWS_A_PAGE), DRAWS_A_PAGE),
    }),
    output: drawPage,
    errors: ['not_found'],
    summary: 'What verifies the draws of a series, page by page; `tessera verify-draw` reads the pages as files',
  },
  'GET /bind_box/boxes': {
    input: z.object({
      ...paging,
      state: optional(z.enum(['unopened', 'opened', 'refunded'])),
      series: optional(workCode),
    }),
    output: listOf(box),
    summary: 'Boxes that the user bought, newest first',
  },
  'POST /bind_box/buyBox': {
    weight: 3,
    input: z.object({
      code: workCode,
      /** Of one box, as it is shown. */
      price: positiveDecimal,
      number: whole(1, BOXES_A_PURCHASE),
      /** The buyer's own part of the draw: 1 to 64 characters of printable ASCII, no markup. */
      seed: seedOfBuyer,
      key: payKey,
    }),
    output: wholeListOf(box),
    errors: [
      ...keyErrors,
      'insufficient_balance',
      'account_frozen',
      'loan_outstanding',
      'refund_owed',
      'deposit_owed',
      'deposit_under_review',
      'country_restricted',
      'currency_closed',
      'order_limit',
      'stale_price',
      'not_found',
      'sale_not_open',
      'sold_out',
      'price_moved',
      'own_work',
    ],
    value: bounded('the artist of a work that is resold later', 'A series is sold by the house at one price for all.'),
    summary: 'Buy boxes: each gets its sequence number, then the seed is bound to it',
  },
  'POST /bind_box/openBlindBox': {
    input: z.object({ code: workCode }),
    output: box,
    errors: ['not_owner', 'already_opened', 'box_refunded', 'round_missing', 'account_frozen'],
    value: nobodyElse('The caller gets an item that they have paid.'),
    summary: 'Open a box; what it held then belongs to the user',
  },
  'POST /bind_box/round': {
    weight: 10,
    input: z.object({
      code: workCode,
      round: whole(1),
      signature: z.string().check(z.trim(), z.regex(/^[0-9a-f]{96}$/)),
    }),
    output: z.object({
      /** False: no box of the series waits for it. */
      needed: z.boolean(),
    }),
    errors: ['not_found', 'round_wrong'],
    value: nobodyElse('It names a later round of the beacon for a box of the caller.'),
    summary: 'Hand in a round of public randomness that the platform does not have; its signature is verified',
  },
  'GET /staff/nft/series': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffSeriesList,
    summary: 'Series of blind boxes, newest first, for staff; nothing of it tells what a box holds',
  },
  'POST /staff/nft/series/create': {
    staff: twoMembers(MONEY_ROLES, { delay: 'standard', current: null }),
    input: z.object({
      /** The work that is shown for a closed box. Its editions are the boxes. */
      code: workCode,
      inventory: inventoryInput,
      currency: text(12),
      price: positiveTermAmount,
      start_time: time,
      end_time: optional(time),
      /** Days until boxes without their round are refunded; 7 unless given. */
      silence_days: optional(whole(1, 365)),
      reason: text(200),
    }),
    output: staffSeriesList,
    errors: [
      ...staffErrors,
      'not_found',
      'changed_meanwhile',
      'currency_unknown',
      'invalid_field',
      'field_unknown_choice',
      'field_too_large',
      'wrong_price',
      'ends_before_start',
    ],
    summary: 'Create a series: its seed is made and sealed, its commitment published',
  },
  'POST /staff/nft/series/cancel': {
    staff: oneMember(MONEY_ROLES, 'Every price goes back whole to who paid it.'),
    input: z.object({ code: workCode, reason: text(200) }),
    output: staffSeriesList,
    errors: [...staffErrors, 'not_found', 'box_opened'],
    summary: 'Cancel a series of which no box is opened: every price is returned, the seed revealed',
  },
} as const;
