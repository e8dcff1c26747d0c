import { add, cmp, type DecimalString, div, mul, neg, quantize, sub } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/*
 * Sales of the marketplace: phases, bids, deposits and who gets what of a price. Used by the forms and by the backend.
 * Amounts are decimal strings, times Unix ms, shares basis points (250 are 2.5 %).
 */

export const mediaTypes = ['image', 'gif', 'audio', 'video'] as const;
export type MediaType = (typeof mediaTypes)[number];
export const rarities = ['common', 'rare', 'epic', 'legendary'] as const;
export type Rarity = (typeof rarities)[number];
export const saleTypes = ['normal', 'auction', 'blind_box'] as const;
export type SaleType = (typeof saleTypes)[number];
export const nftStatuses = ['upcoming', 'on_sale', 'sold_out', 'ended'] as const;
export type NftStatus = (typeof nftStatuses)[number];
export const nftSorts = ['newest', 'price_up', 'price_down', 'ending'] as const;
export type NftSort = (typeof nftSorts)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A bid in the last `EXTENSION` ms of an auction moves its end by as much. */
export const EXTENSION = 10 * MINUTE;
/** What an auction is open for at least once bids can be made again that staff had stopped. */
export const REOPENED = HOUR;
/** What the winner, and then the second highest bidder, has to pay. */
export const PAY_WITHIN = DAY;
/** ms between the start and the end of an auction, and from now to the latest start of a sale. */
export const MIN_DURATION = HOUR;
export const MAX_DURATION = 30 * DAY;
export const MAX_LEAD = 30 * DAY;
/** Most that an artist may ask of resales. */
export const ROYALTY_CAP_BP = 1_000;
/** A bid is at most this many times the lowest valid one: a slip of the finger is no bid. */
export const MOST_BID = 10;
/** Smallest units that a price has at least, so that every share of it can be paid. */
const LEAST_UNITS = 100;
const WHOLE_BP = 10_000;

export type SaleTimes = {
  readonly startAt: number;
  /** Null: no end. */
  readonly endAt: number | null;
  readonly remaining: number;
  /** It was ended before its time, or its end was booked. */
  readonly over: boolean;
};

/** The window is half open: at `endAt` it is over. */
export function statusAt({ startAt, endAt, remaining, over }: SaleTimes, now: number): NftStatus {
  if (remaining <= 0) return 'sold_out';
  if (over || (endAt !== null && now >= endAt)) return 'ended';
  return now < startAt ? 'upcoming' : 'on_sale';
}

/** When an auction ends after a bid that was accepted at a time. */
export const endAfterBid = (endAt: number, at: number): number => (endAt - at <= EXTENSION ? endAt + EXTENSION : endAt);

export type Bidding = {
  /** The lowest first bid. */
  readonly price: DecimalString;
  /** The highest bid; null before the first. */
  readonly top: DecimalString | null;
  readonly increment: DecimalString;
  /** Fraction digits of the currency. */
  readonly scale: number;
};

export const minBid = ({ price, top, increment }: Pick<Bidding, 'price' | 'top' | 'increment'>): DecimalString =>
  top === null ? price : add(top, increment);

export const maxBid = (bidding: Pick<Bidding, 'price' | 'top' | 'increment'>): DecimalString =>
  mul(minBid(bidding), String(MOST_BID));

const tooPrecise = (amount: DecimalString, scale: number): boolean =>
  cmp(quantize(amount, scale, 'down'), amount) !== 0;

/** Why a whole bid is rejected; null where it is valid. */
export function bidProblem(bid: DecimalString, bidding: Bidding): RuleFailure | null {
  if (tooPrecise(bid, bidding.scale)) return { code: 'wrong_price' };
  const min = minBid(bidding);
  if (cmp(bid, min) < 0) return { code: 'bid_too_low', params: { min } };
  const max = maxBid(bidding);
  return cmp(bid, max) > 0 ? { code: 'bid_too_high', params: { max } } : null;
}

/** Part of an amount in basis points, rounded to the currency. */
const partOf = (amount: DecimalString, bp: number, scale: number, rounding: 'up' | 'down'): DecimalString =>
  quantize(div(mul(amount, String(bp)), String(WHOLE_BP)), scale, rounding);

/** The deposit of an auction whose lowest first bid is `price`: a part of it, rounded up. */
export const depositOf = (price: DecimalString, depositBp: number, scale: number): DecimalString =>
  partOf(price, depositBp, scale, 'up');

/**
 * What a bidder has deposited with a bid: a share of it, rounded up, and at least the first deposit. `depositBp` 0: the
 * first deposit stays.
 */
export function depositFor(
  bid: DecimalString,
  {
    deposit,
    depositBp,
    scale,
  }: { readonly deposit: DecimalString; readonly depositBp: number; readonly scale: number },
): DecimalString {
  const share = depositOf(bid, depositBp, scale);
  return cmp(share, deposit) > 0 ? share : deposit;
}

/**
 * The least bid to which a work is offered that its winner did not pay: together with the deposit that was kept it makes
 * up the winning bid. Who bids high for another one and does not pay has paid the difference.
 */
export const secondFloor = (winning: DecimalString, kept: DecimalString): DecimalString => sub(winning, kept);

/** Won auctions that a user may leave unpaid within `DEFAULTS_WITHIN` ms; at so many the user can bid no more until then. */
export const MOST_DEFAULTS = 2;
export const DEFAULTS_WITHIN = 90 * DAY;

/** When a user may bid again whose unpaid auctions ended at these times, Unix ms; null where they may bid. */
export function barredUntil(defaults: readonly number[], now: number): number | null {
  const counted = defaults.filter((at) => at > now - DEFAULTS_WITHIN).toSorted((a, b) => b - a);
  const [last] = counted;
  return counted.length >= MOST_DEFAULTS && last !== undefined ? last + DEFAULTS_WITHIN : null;
}

export type Split = {
  readonly seller: DecimalString;
  readonly royalty: DecimalString;
  readonly fee: DecimalString;
};

/**
 * Who gets what of a price: the house its fee, rounded up; the artist the royalty of a resale as ERC-2981 has it
 * (price × basis points / 10,000), rounded down; the seller the rest. The three sum up to the price.
 */
export function splitPrice(
  price: DecimalString,
  { feeBp, royaltyBp, resale, scale }: { feeBp: number; royaltyBp: number; resale: boolean; scale: number },
): Split {
  const fee = partOf(price, feeBp, scale, 'up');
  const royalty = resale ? partOf(price, royaltyBp, scale, 'down') : '0';
  return { seller: add(price, neg(add(fee, royalty))), royalty, fee };
}

/** Who gets what of a kept deposit: the seller a part, rounded down; the house the rest. */
export function splitDeposit(deposit: DecimalString, forfeitBp: number, scale: number): Omit<Split, 'royalty'> {
  const seller = partOf(deposit, Math.min(forfeitBp, WHOLE_BP), scale, 'down');
  return { seller, fee: sub(deposit, seller) };
}

/** Whether a sale can ask for it: no more digits than the currency has, and enough of them for every share. */
export const isPrice = (price: DecimalString, scale: number): boolean =>
  !tooPrecise(price, scale) && cmp(price, div(String(LEAST_UNITS), `1${'0'.repeat(scale)}`)) >= 0;

export type Resale = {
  readonly saleType: 'normal' | 'auction';
  readonly price: DecimalString;
  readonly increment: DecimalString | null;
  readonly startAt: number;
  readonly endAt: number | null;
  readonly scale: number;
};

/** Why a resale cannot be; `field` names the input. Null where it can. */
export function resaleProblem(
  { saleType, price, increment, startAt, endAt, scale }: Resale,
  now: number,
): (RuleFailure & { readonly field: string }) | null {
  if (!isPrice(price, scale)) return { code: 'wrong_price', field: 'price' };
  if (endAt !== null && endAt <= Math.max(startAt, now)) return { code: 'ends_before_start', field: 'end_time' };
  if (startAt > now + MAX_LEAD) return { code: 'wrong_duration', field: 'start_time' };
  const lasts = endAt === null ? 0 : endAt - Math.max(startAt, now);
  if (lasts > MAX_DURATION) return { code: 'wrong_duration', field: 'end_time' };
  if (saleType === 'normal') return null;
  if (endAt === null) return { code: 'field_required', field: 'end_time' };
  if (lasts < MIN_DURATION) return { code: 'wrong_duration', field: 'end_time' };
  if (increment === null) return { code: 'field_required', field: 'increment' };
  // At most the price itself: a larger one would keep others from bidding.
  const wrong = tooPrecise(increment, scale) || cmp(increment, '0') <= 0 || cmp(increment, price) > 0;
  return wrong ? { code: 'wrong_increment', field: 'increment' } : null;
}

/** What one buyer counts for in the volume of an artist at most, USDT. */
export const MOST_OF_BUYER: DecimalString = '1000';

/**
 * What a buyer counts for in the volume of an artist, by which artists are ranked: what the buyer has paid for works of the
 * artist less what the buyer was paid for them, USDT. So works that go back and forth count for nothing, and no buyer,
 * with all accounts that are linked, for more than the bound, whatever is paid.
 */
export const countedSpend = (net: DecimalString): DecimalString =>
  cmp(net, '0') <= 0 ? '0' : cmp(net, MOST_OF_BUYER) > 0 ? MOST_OF_BUYER : net;
