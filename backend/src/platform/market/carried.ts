import { add, div, isPositive, isZero, mul, quantize, sub } from '@tessera/money';
import type { Transaction } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import type { MarketEngine, SymbolFill } from './engine-types.ts';
import type { Side } from './order-book.ts';
import { type Both, negative, PairSums, type Sum, sumOf, USDT_SCALE } from './pair-sums.ts';

/*
 * What trades carry from one user to another. Each carries little, as its price lies within the band around the index; in
 * slices two accounts could move all that one has. The market sums it by pair. Who has lost more than a day's free amount to
 * another user trades from then on only where nothing is carried.
 */

/** USDT that trades of 24 hours may carry to one other user, and to all others together. */
export const FREE_CARRIED = '200';
export const MOST_TO_ALL = '1000';
/** USDT that go from an account whose withdrawals are paused, or to a linked one: a tenth. */
export const LITTLE_CARRIED = '20';
/** USDT that go from an account whose withdrawals are paused to all others together: a tenth, too. */
export const LITTLE_TO_ALL = '100';
/**
 * Of the index, for each fill by itself: as near as this is no gain, since the least fee is as much. No share of all that two
 * users trade is forgiven: they choose its amount, by trades with each other at the index.
 */
const FORGIVEN = '0.0001';
/** Of what was traded with all others: a user who trades much loses as much by the spread of a market alone. */
export const SPREAD = 0.002;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type Carrying = {
  readonly payerId: string;
  readonly payeeId: string;
  /** USDT. */
  readonly value: string;
  /** USDT by the index. */
  readonly traded: string;
};

export const hourOf = (at: number): number => at - (at % HOUR);

/** The first hour that counts at a time, Unix ms. */
export const carriedSince = (at: number): number => hourOf(at) - DAY;

/** Of an order of a user whose trades carried too much, which could carry more. */
export const offMarket = (): DomainError => new DomainError('trades_off_market', { params: { limit: FREE_CARRIED } });

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

/** How far a price is from the index beyond what is forgiven; both in ticks. */
const awayBy = (price: number, index: number): string =>
  sub(String(Math.abs(price - index)), mul(FORGIVEN, String(index)));

/** Whether an order of this side that takes at a price carries value to who rests there. */
export const carriesAt = (side: Side, price: number, index: number): boolean =>
  (side === 'buy' ? price > index : price < index) && isPositive(awayBy(price, index));

/** What a fill carries; null where the house is a party, or nothing can be said. */
function carriedBy(engine: Pick<MarketEngine, 'prices'>, fill: SymbolFill): Carrying | null {
  const { symbol, taker, maker, side, price, lots } = fill;
  if (!taker || !maker || taker.userId === maker.userId) return null;
  const prices = engine.prices(symbol);
  if (!prices || prices.index === null) return null;
  // First, as it is next to nothing of most fills.
  const away = awayBy(price, prices.index);
  if (!isPositive(away)) return null;
  const rate = usdtFor(engine, quoteOf(symbol));
  if (rate === null) return null;
  const size = mul(mul(mul(String(lots), prices.lot), prices.tick), rate);
  const value = quantize(mul(size, away), USDT_SCALE, 'up');
  const traded = quantize(mul(size, String(prices.index)), USDT_SCALE, 'up');
  if (isZero(value) || isZero(traded)) return null;
  // Above the index the buyer pays too much, below it the seller gets too little.
  const buyer = side === 'buy' ? taker.userId : maker.userId;
  const seller = side === 'buy' ? maker.userId : taker.userId;
  const [payerId, payeeId] = price > prices.index ? [buyer, seller] : [seller, buyer];
  return { payerId, payeeId, value, traded };
}

/** Sums by pair of what a batch of the market carries, until it is committed. */
export class CarriedBatch {
  readonly #sums = new Map<string, Carrying>();
  readonly #pairs = new PairSums();
  readonly #seen = new WeakSet<SymbolFill>();

  note(engine: Pick<MarketEngine, 'prices'>, fills: readonly SymbolFill[]): void {
    for (const fill of fills) {
      if (this.#seen.has(fill)) continue;
      this.#seen.add(fill);
      const carried = carriedBy(engine, fill);
      if (!carried) continue;
      const pair = `${carried.payerId} ${carried.payeeId}`;
      const before = this.#sums.get(pair);
      this.#sums.set(pair, {
        ...carried,
        value: add(carried.value, before?.value ?? '0'),
        traded: add(carried.traded, before?.traded ?? '0'),
      });
      this.#pairs.add(carried.payerId, carried.payeeId, sumOf(carried));
    }
  }

  /** What it carries from and to a user, by the other user. */
  of(userId: string): ReadonlyMap<string, Both> {
    return this.#pairs.of(userId);
  }

  get carried(): readonly Carrying[] {
    return [...this.#sums.values()];
  }

  /** Adds it to what is stored; null where there is nothing. */
  write(tx: Transaction, at: number): Promise<unknown> | null {
    const { carried } = this;
    if (carried.length === 0) return null;
    return tx.query(
      `insert into value_carried as c (payer_id, payee_id, hour, value, traded)
       select n.payer_id, n.payee_id, $5, n.value, n.traded
         from unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::numeric[]) as n (payer_id, payee_id, value, traded)
       on conflict (payer_id, payee_id, hour) do update
          set value = c.value + excluded.value, traded = c.traded + excluded.traded`,
      [
        carried.map(({ payerId }) => payerId),
        carried.map(({ payeeId }) => payeeId),
        carried.map(({ value }) => value),
        carried.map(({ traded }) => traded),
        new Date(hourOf(at)),
      ],
    );
  }
}

/** What a batch has carried until now, with that of the one that is being written: each order is judged by it. */
export class CarriedUntilNow {
  readonly #pairs = new PairSums();

  constructor(written: CarriedBatch | null) {
    for (const each of written?.carried ?? []) this.#pairs.add(each.payerId, each.payeeId, sumOf(each));
  }

  note(engine: Pick<MarketEngine, 'prices'>, fills: readonly SymbolFill[]): void {
    this.#change(engine, fills, (sum) => sum);
  }

  /** Takes off again what has not happened: an order that is filled whole or not at all, a command that is undone. */
  forget(engine: Pick<MarketEngine, 'prices'>, fills: readonly SymbolFill[]): void {
    this.#change(engine, fills, negative);
  }

  #change(engine: Pick<MarketEngine, 'prices'>, fills: readonly SymbolFill[], by: (sum: Sum) => Sum): void {
    for (const fill of fills) {
      const carried = carriedBy(engine, fill);
      if (carried) this.#pairs.add(carried.payerId, carried.payeeId, by(sumOf(carried)));
    }
  }

  /** What it carries from and to a user, by the other user. */
  of(userId: string): ReadonlyMap<string, Both> {
    return this.#pairs.of(userId);
  }
}
