import { div, mul } from '@tessera/money';
import { DomainError } from '../http/domain-error.ts';
import type { MarketEngine } from './engine-types.ts';
import type { Side } from './order-book.ts';
import { USDT_SCALE, unitsOf } from './pair-sums.ts';
import type { Placed } from './symbol-market.ts';

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
/**
 * Parts of the index. A fill this near it carries nothing, since the least fee is as much. No share of all that two users
 * trade is forgiven: they choose its amount, by trades with each other at the index.
 */
const FORGIVEN = 10_000n;

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
    return known?.index ? mul(String(known.index), known.tick) : null;
  };
  const direct = indexOf(`${currency}/USDT`) ?? indexOf(`${currency}/USD`);
  if (direct !== null) return direct;
  const inverse = indexOf(`USD/${currency}`) ?? indexOf(`USDT/${currency}`);
  return inverse === null ? null : div('1', inverse);
}

/** Of `BTC/USDT`, and of its contract `BTC/USDT-PERP`; what is named without one, a stock or an index, counts as in dollars. */
const quoteOf = (symbol: string): string => /\/([^-]+)/.exec(symbol)?.[1] ?? 'USD';

/** How far a price is from the index beyond what is forgiven, in ticks / `FORGIVEN`; both in ticks. */
const awayBy = (price: number, index: number): bigint => BigInt(Math.abs(price - index)) * FORGIVEN - BigInt(index);

/** Which side of a trade loses by a price: above the index the buyer pays too much, below it the seller gets too little. */
export function payerAt(price: number, index: number): Side | null {
  if (awayBy(price, index) <= 0n) return null;
  return price > index ? 'buy' : 'sell';
}

/** Fraction digits of what one lot is worth by one tick: what is rounded up there is nothing of any sum. */
const WORTH_SCALE = 40;
/** Of a worth times ticks / `FORGIVEN`, as many are a unit of USDT. */
const UNIT = FORGIVEN * 10n ** BigInt(WORTH_SCALE - USDT_SCALE);
const upTo = (worth: bigint): bigint => (worth + UNIT - 1n) / UNIT;

/** What fills of one symbol carry, by its index of now. */
export class CarriedMeasure {
  readonly index: number;
  /** USDT of one lot by one tick, in 10^-`WORTH_SCALE`. */
  readonly #worth: bigint;

  private constructor(index: number, worth: bigint) {
    this.index = index;
    this.#worth = worth;
  }

  /** Null where nothing can be said. */
  static of(engine: Pick<MarketEngine, 'prices'>, symbol: string): CarriedMeasure | null {
    const prices = engine.prices(symbol);
    if (!prices || prices.index === null) return null;
    const rate = usdtFor(engine, quoteOf(symbol));
    if (rate === null) return null;
    return new CarriedMeasure(prices.index, unitsOf(mul(mul(prices.lot, prices.tick), rate), WORTH_SCALE));
  }

  /** Units of USDT that a fill carries, rounded up. */
  valueOf(price: number, lots: number): bigint {
    return upTo(BigInt(lots) * this.#worth * awayBy(price, this.index));
  }

  /** The most lots whose fill carries no more than so many units. */
  lotsWithin(price: number, units: bigint): bigint {
    return (units * UNIT) / (this.#worth * awayBy(price, this.index));
  }

  /** Units of USDT that lots are worth by the index, rounded up. */
  tradedOf(lots: number): bigint {
    return upTo(BigInt(lots) * this.#worth * BigInt(this.index) * FORGIVEN);
  }
}
