import { div, mul } from '@tessera/money';
import { DomainError } from '../http/domain-error.ts';
import type { MarketEngine } from './engine-types.ts';
import type { Side } from './order-book.ts';
import { USDT_SCALE, unitsOf } from './pair-sums.ts';
import type { Placed } from './symbol-market.ts';
import { INDEX_PARTS } from './tick-record.ts';

/*
 * What trades carry from one user to another. Each carries little, as its price lies within the band around the index; in
 * slices two accounts could move all that one has. So the market sums it by pair, and lets two users meet for no more lots
 * than a day lets go.
 */

/** USDT that trades of 24 hours may carry to one other user, and to all others together. */
export const FREE_CARRIED = '200';
export const MOST_TO_ALL = '1000';
/** USDT that go from an account whose withdrawals are paused, or to a linked one: a tenth. */
export const LITTLE_CARRIED = '20';
/** USDT that go from an account whose withdrawals are paused to all others together: a tenth, too. */
export const LITTLE_TO_ALL = '100';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Units of USDT that trades carried from one user to another. */
export type PairCarried = { readonly payerId: string; readonly payeeId: string; readonly value: bigint };

export const hourOf = (at: number): number => at - (at % HOUR);

/** The first hour that counts at a time, Unix ms. */
export const carriedSince = (at: number): number => hourOf(at) - DAY;

/** Rejects an order that met nothing, as it passed over orders of others to which it would have carried too much. */
export function refuseBarred({ fills, barred, ended }: Placed, orderId: string): void {
  if (!barred || ended === null || fills.some(({ taker }) => taker?.id === orderId)) return;
  throw new DomainError('trades_off_market');
}

/** One unit of a currency in USDT by the index; null where no listed pair leads there. */
function usdtFor(engine: Pick<MarketEngine, 'prices'>, currency: string): string | null {
  if (currency === 'USDT' || currency === 'USD') return '1';
  const indexOf = (symbol: string) => {
    const known = engine.prices(symbol);
    return known?.fine ? mul(div(String(known.fine), String(INDEX_PARTS)), known.tick) : null;
  };
  const direct = indexOf(`${currency}/USDT`) ?? indexOf(`${currency}/USD`);
  if (direct !== null) return direct;
  const inverse = indexOf(`USD/${currency}`) ?? indexOf(`USDT/${currency}`);
  return inverse === null ? null : div('1', inverse);
}

/**
 * How far a price, in ticks, is from the index, in parts of a tick. Nothing is forgiven: a tick can be more than the fees
 * of a round trip, fees come back by coupons and rebates, and two users choose how much they trade with each other.
 */
const awayBy = (price: number, fine: number): bigint => BigInt(Math.abs(price * INDEX_PARTS - fine));

/** Which side of a trade loses by a price: above the index the buyer pays too much, below it the seller gets too little. */
export function payerAt(price: number, fine: number): Side | null {
  const at = price * INDEX_PARTS;
  if (at === fine) return null;
  return at > fine ? 'buy' : 'sell';
}

/** Fraction digits of what one lot is worth by one tick: what is rounded up there is nothing of any sum. */
const WORTH_SCALE = 40;
/** Of a worth times parts of a tick, as many are a unit of USDT. */
const UNIT = BigInt(INDEX_PARTS) * 10n ** BigInt(WORTH_SCALE - USDT_SCALE);
const upTo = (worth: bigint): bigint => (worth + UNIT - 1n) / UNIT;

/** What fills of one symbol carry, by its index of now. */
export class CarriedMeasure {
  /** The index in parts of a tick. */
  readonly fine: number;
  /** USDT of one lot by one tick, in 10^-`WORTH_SCALE`; null where no listed pair leads to USDT. */
  readonly #worth: bigint | null;

  private constructor(fine: number, worth: bigint | null) {
    this.fine = fine;
    this.#worth = worth;
  }

  /** Null without an index: then nothing trades. */
  static of(engine: Pick<MarketEngine, 'prices'>, symbol: string): CarriedMeasure | null {
    const prices = engine.prices(symbol);
    if (!prices || prices.fine === null) return null;
    const rate = usdtFor(engine, prices.quote);
    const worth = rate === null ? null : unitsOf(mul(mul(prices.lot, prices.tick), rate), WORTH_SCALE);
    return new CarriedMeasure(prices.fine, worth);
  }

  /** Units of USDT that a fill carries, rounded up. */
  valueOf(price: number, lots: number): bigint {
    return upTo(BigInt(lots) * (this.#worth ?? 0n) * awayBy(price, this.fine));
  }

  /** The most lots whose fill carries no more than so many units; none where what they are worth is not known. */
  lotsWithin(price: number, units: bigint): bigint {
    if (this.#worth === null) return 0n;
    return (units * UNIT) / (this.#worth * awayBy(price, this.fine));
  }

  /** Units of USDT that lots are worth by the index, rounded up. */
  tradedOf(lots: number): bigint {
    return upTo(BigInt(lots) * (this.#worth ?? 0n) * BigInt(this.fine));
  }
}
