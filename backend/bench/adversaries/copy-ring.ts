import { seededCatalogue } from '../../src/domains/instruments/seeded.ts';
import { calendar } from '../../src/platform/calendar/calendar.ts';
import { createEngine } from '../../src/platform/market/engine.ts';
import type { MarketEngine } from '../../src/platform/market/engine-types.ts';
import { fillInBlocks } from '../../src/platform/market/fill-in-blocks.ts';
import { opposite, type Side } from '../../src/platform/market/order-book.ts';
import type { PriceSource } from '../../src/platform/market/price-source.ts';
import type { Random } from '../../src/platform/market/random.ts';
import { createSimulatedSource } from '../../src/platform/market/simulated-source.ts';
import type { Fill, NewOrder } from '../../src/platform/market/symbol-market.ts';
import type { MarketTerms } from '../../src/platform/market/terms.ts';
import { drawsOf } from './draws.ts';

/*
 * A trader with two friends against those who copy the trader: the engine, the house, terms and fees of the catalogue, and
 * the blocks in which copies are filled. The friends take the house's side before the copies come, rest orders where copies
 * would be filled in the book, and do all of that again before the copies are closed, or liquidated.
 */

const ALWAYS_OPEN = calendar('UTC', [[0, 1_440]], [], [0, 1, 2, 3, 4, 5, 6]);
const STEP = 200;
/** Steps from a trade of the trader to the orders of the copies. */
const LATENCY = 3;
/** As leverage has them, in steps: an opening waits no longer, and a fill waits this long for the next one. */
const OPENS_WITHIN = 150;
const PAUSE = 10;
const START = Date.UTC(2026, 9, 5, 12);
/** What is left behind a copy at its liquidation, of its notional; at 100 times. */
const FUNDS = 0.005;
/** Steps of a round trip that are kept for closing, after which what is open stays open. */
const CLOSES_WITHIN = 1_500;

export type CopyRing = {
  readonly symbol: string;
  readonly seed: string;
  readonly rounds: number;
  /** Of all followers together, in depths of the house. */
  readonly size: number;
  readonly followers: number;
  /** How far from the index a copy trades; a ratio. */
  readonly slippage: number;
  /** The index stands still, or is drawn as the simulated market draws it. */
  readonly index: 'still' | 'moving';
  /** What a friend takes of the house's side before copies trade, in depths, and no more; drawn unless it is given. */
  readonly sweeps?: number;
  /** Copies end by their liquidation: at any price that the margin behind them pays. */
  readonly liquidated?: boolean;
  /** Copies take from the common book at the limit, and are closed there without one. */
  readonly inBook?: boolean;
};

/** In the quote currency. */
export type CopyRingResult = {
  /** Trader and friends together, after fees: what they hold counts at the index. */
  readonly ring: number;
  /** Followers, after fees; and what they paid beyond the index, and in fees. */
  readonly followers: number;
  readonly slippage: number;
  readonly fees: number;
  /** Opened and closed, at the index. */
  readonly notional: number;
  /** Lots that were copied, and those of them that are still open at the end. */
  readonly copied: number;
  readonly open: number;
  /** The furthest that a copy was filled from the index, a ratio. */
  readonly furthest: number;
};

type Account = { cash: number; lots: number };

class Ring {
  readonly #terms: MarketTerms;
  readonly #source: PriceSource;
  readonly #engine: MarketEngine;
  readonly #options: CopyRing;
  readonly #random: Random;
  readonly #accounts = new Map<string, Account>();
  readonly #fees: { readonly maker: number; readonly taker: number };
  readonly #unit: number;
  #now = START;
  #ids = 0;
  #slippage = 0;
  #paid = 0;
  #notional = 0;
  #copied = 0;
  #furthest = 0;

  constructor(options: CopyRing) {
    const listed = seededCatalogue.marketTerms().find(({ symbol }) => symbol === options.symbol);
    const instrument = seededCatalogue.instrument(options.symbol);
    if (!listed || !instrument) throw new Error(`${options.symbol} is not listed`);
    const terms = { ...listed, calendar: ALWAYS_OPEN };
    this.#options = options;
    this.#terms = terms;
    this.#fees = { maker: Number(instrument.makerFeeRate), taker: Number(instrument.takerFeeRate) };
    this.#unit = Number(terms.tick) * Number(terms.lot);
    this.#random = drawsOf(options.seed);
    const simulated = createSimulatedSource({ terms: [terms], seed: options.seed });
    const mid = terms.simulation.start / Number(terms.tick) + 0.4;
    const still = (at: number) => ({ mid, at, spread: 0 });
    let at = START;
    this.#source =
      options.index === 'moving'
        ? simulated
        : Object.assign(Object.create(simulated) as PriceSource, {
            advance: (to: number) => {
              at = to;
            },
            price: () => still(at),
            prints: () => [],
          });
    this.#engine = createEngine({ terms: [terms], source: this.#source, overallCap: 1e15 });
    this.#pass(300);
  }

  get #index(): number {
    return this.#source.price(this.#terms.symbol)?.mid ?? Number.NaN;
  }

  #account(user: string): Account {
    const found = this.#accounts.get(user) ?? { cash: 0, lots: 0 };
    this.#accounts.set(user, found);
    return found;
  }

  #book(fills: readonly Fill[]): void {
    for (const { taker, maker, side, price, lots } of fills) {
      for (const [party, own, rate] of [
        [taker, side, this.#fees.taker],
        [maker, opposite(side), this.#fees.maker],
      ] as const) {
        if (!party) continue;
        const value = price * lots * this.#unit;
        const account = this.#account(party.userId);
        const sign = own === 'buy' ? 1 : -1;
        account.cash -= sign * value + value * rate;
        account.lots += sign * lots;
        if (!party.userId.startsWith('follower')) continue;
        const away = (sign * (price - this.#index)) / this.#index;
        this.#furthest = Math.max(this.#furthest, away);
        this.#slippage += away * this.#index * lots * this.#unit;
        this.#notional += this.#index * lots * this.#unit;
        this.#paid += value * rate;
      }
    }
  }

  #pass(steps: number): void {
    for (let step = 0; step < steps; step++) {
      this.#now += STEP;
      this.#book(this.#engine.tick(this.#now));
    }
  }

  #place(userId: string, side: Side, lots: number, more: Partial<NewOrder> = {}): string {
    const id = `o${this.#ids++}`;
    const { symbol } = this.#terms;
    if (lots < 1 || this.#engine.refusal(symbol, this.#now)) return id;
    const order = { id, userId, side, lots: Math.floor(lots), price: null, timeInForce: 'IOC' as const, ...more };
    this.#book(this.#engine.place(symbol, order).fills);
    return id;
  }

  /** A friend takes what the house has on a side and rests the same and more where copies could meet it. */
  #prepare(side: Side): void {
    const { depth, halfSpread, width, skew } = this.#terms.house;
    const { size, slippage, sweeps } = this.#options;
    if (sweeps !== undefined) {
      this.#place('friend', side, depth * sweeps);
      return;
    }
    const sign = side === 'buy' ? 1 : -1;
    const reach = (1 + sign * skew) * (1 + sign * (halfSpread + width));
    if (this.#random.unit() < 0.8) this.#place('friend', side, depth * (0.3 + this.#random.unit()));
    const limits = [this.#index * (1 + sign * slippage), this.#index * reach - sign];
    for (const limit of limits) {
      if (this.#random.unit() < 0.2) continue;
      const price = side === 'buy' ? Math.floor(limit) : Math.ceil(limit);
      const lots = size * depth * (0.5 + this.#random.unit());
      this.#place('partner', opposite(side), lots, { price, timeInForce: 'GTC' });
    }
  }

  /** Cancels what rests, by taking everything that is left of it out of the book. */
  #clear(): void {
    for (let id = 0; id < this.#ids; id++) this.#engine.cancel(this.#terms.symbol, `o${id}`);
  }

  /** Trades what followers want of a side, until it is done or the steps are over. Returns the lots that were traded. */
  #copy(
    side: Side,
    wanted: readonly number[],
    { worst, within }: { readonly worst: number | null; readonly within: number },
    steps: number,
  ): number[] {
    const { inBook } = this.#options;
    const left = [...wanted];
    if (inBook) {
      left.forEach((lots, index) => {
        this.#place(`follower ${index}`, side, lots, { price: worst, marketReach: true });
        left[index] = 0;
      });
      return wanted.map((lots, index) => lots - (left[index] as number));
    }
    const tried = wanted.map(() => Number.NEGATIVE_INFINITY);
    for (let step = 0; step < steps && left.some((lots) => lots > 0); step++) {
      this.#pass(1);
      if (this.#engine.refusal(this.#terms.symbol, this.#now)) continue;
      const waiting = left.map((lots, index) => ({
        lots: step - (tried[index] as number) < PAUSE ? 0 : lots,
        within,
        worst,
      }));
      fillInBlocks(this.#engine, { symbol: this.#terms.symbol, side }, waiting, (index, lots, price) => {
        const order = { id: `c${this.#ids++}`, userId: `follower ${index}`, side, lots, price };
        this.#book(this.#engine.takeBlock(this.#terms.symbol, order));
        left[index] = (left[index] as number) - lots;
        tried[index] = step;
      });
      // The friend does not stop meanwhile.
      if (step % 50 === 25 && this.#random.unit() < 0.3) this.#prepare(side);
    }
    return wanted.map((lots, index) => lots - (left[index] as number));
  }

  #round(): void {
    const { followers, size, slippage, inBook, liquidated } = this.#options;
    const { depth } = this.#terms.house;
    const side: Side = this.#random.unit() < 0.5 ? 'buy' : 'sell';
    const each = Math.max(1, Math.floor((size * depth) / followers));
    const index = this.#index;
    this.#place('trader', side, 1);
    this.#prepare(side);
    this.#pass(LATENCY);
    const sign = side === 'buy' ? 1 : -1;
    const worst = (side === 'buy' ? Math.ceil : Math.floor)(index * (1 + sign * slippage));
    const wanted = Array.from({ length: followers }, () => each);
    this.#copy(side, wanted, { worst, within: slippage }, OPENS_WITHIN);
    const held = wanted.map((_, follower) => sign * this.#account(`follower ${follower}`).lots);
    this.#copied += held.reduce((sum, lots) => sum + lots, 0);
    this.#clear();
    this.#pass(Math.ceil(this.#random.unit() * 300));
    const back = opposite(side);
    this.#prepare(back);
    this.#place('trader', back, Math.abs(this.#account('trader').lots));
    this.#pass(LATENCY);
    const funds = this.#index * (1 - sign * FUNDS);
    const bounds = liquidated
      ? { worst: side === 'buy' ? Math.floor(funds) : Math.ceil(funds), within: Number.POSITIVE_INFINITY }
      : { worst: null, within: slippage };
    this.#copy(back, held, bounds, inBook ? 1 : CLOSES_WITHIN);
    this.#clear();
    this.#unwind();
  }

  /** The ring closes what it holds in the book, a little at a time. */
  #unwind(): void {
    const users = ['trader', 'friend', 'partner'];
    for (let turn = 0; turn < 400 && users.some((user) => this.#account(user).lots !== 0); turn++) {
      this.#pass(5);
      for (const user of users) {
        const { lots } = this.#account(user);
        const most = Math.min(Math.abs(lots), Math.ceil(this.#terms.house.depth / 10));
        if (lots !== 0) this.#place(user, lots > 0 ? 'sell' : 'buy', most);
      }
    }
  }

  play(): CopyRingResult {
    for (let round = 0; round < this.#options.rounds; round++) this.#round();
    const worth = (fits: (user: string) => boolean) =>
      [...this.#accounts].reduce((sum, [user, { cash, lots }]) => {
        return fits(user) ? sum + cash + lots * this.#unit * this.#index : sum;
      }, 0);
    const isFollower = (user: string) => user.startsWith('follower');
    const open = [...this.#accounts].filter(([user]) => isFollower(user));
    return {
      ring: worth((user) => !isFollower(user)),
      followers: worth(isFollower),
      slippage: this.#slippage,
      fees: this.#paid,
      notional: this.#notional,
      copied: this.#copied,
      open: open.reduce((sum, [, { lots }]) => sum + Math.abs(lots), 0),
      furthest: this.#furthest,
    };
  }
}

/** Plays a ring of a trader and two friends against followers, and returns what either side made of it. */
export const playCopyRing = (options: CopyRing): CopyRingResult => new Ring(options).play();
