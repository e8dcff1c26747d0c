import { opposite, type Side } from '../../src/platform/market/order-book.ts';
import { SymbolMarket } from '../../src/platform/market/symbol-market.ts';
import type { MarketTerms } from '../../src/platform/market/terms.ts';
import { type Fees, leadPath, timeOf } from './venue-lead.ts';

/*
 * Round trips in the book of one instrument, by those who know its index and its ladder, and by accounts of one person that
 * push the house's quotes for each other. Each round trip is a sample: cash of all own accounts after fees. The arena
 * (`arena.ts`) plays more traders for longer on the whole engine; here is every instrument.
 */

/** Steps of 200 ms between opening and closing, and those that a trend is seen over: 10 s. */
const HELD = 50;
/** Steps until the ladder is full. */
const FILLS = 150;

type BookMarket = {
  /** In ticks, of now and of ten seconds ago. */
  readonly index: number;
  readonly before: number;
  /** Middle of the best quotes; the index where a side is empty. */
  readonly middle: number;
  readonly depth: number;
  /** Takes from the book by an account. Returns the lots that it got. */
  readonly take: (account: string, side: Side, lots: number) => number;
  /** Rests lots at a price, which others of the same person may take. */
  readonly rest: (account: string, side: Side, price: number, lots: number) => string;
  readonly cancel: (id: string) => void;
};

/** Opens something, and closes it ten seconds later. */
type BookPlayer = { readonly name: string; readonly open: (market: BookMarket) => (market: BookMarket) => void };

/** Buys or sells a part of the depth and gives it back. */
const roundTrip =
  (size: number, sideOf: (market: BookMarket) => Side): BookPlayer['open'] =>
  (market) => {
    const side = sideOf(market);
    const lots = market.take('one', side, Math.max(1, Math.floor(market.depth * size)));
    return (later) => void later.take('one', opposite(side), lots);
  };

export const PREDICTORS: readonly BookPlayer[] = [
  { name: 'follows the trend', open: roundTrip(0.05, ({ index, before }) => (index > before ? 'buy' : 'sell')) },
  { name: 'fades the trend', open: roundTrip(0.05, ({ index, before }) => (index > before ? 'sell' : 'buy')) },
  { name: 'trades against the lean', open: roundTrip(0.05, ({ index, middle }) => (middle < index ? 'buy' : 'sell')) },
];

export const RINGS: readonly BookPlayer[] = [
  {
    name: 'one account pushes the quotes, another fades them',
    open(market) {
      const pushed = market.take('one', 'buy', market.depth);
      const faded = market.take('two', 'sell', Math.max(1, Math.floor(market.depth * 0.3)));
      return (later) => {
        later.take('one', 'sell', pushed);
        later.take('two', 'buy', faded);
      };
    },
  },
  {
    name: 'one account sweeps, another rests beyond and sells back',
    open(market) {
      const lots = market.take('one', 'buy', market.depth);
      const id = market.rest('two', 'sell', Math.ceil(market.index * 1.004), lots);
      return (later) => {
        later.cancel(id);
        later.take('one', 'sell', lots);
      };
    },
  },
];

export const FRIENDS: readonly BookPlayer[] = [
  {
    name: 'sells to a friend between the quotes and buys back',
    open(market) {
      const lots = Math.max(1, Math.floor(market.depth * 0.1));
      const pass = (from: string, to: string, here: BookMarket): number => {
        const id = here.rest(from, 'sell', Math.ceil(here.middle), lots);
        const got = here.take(to, 'buy', lots);
        here.cancel(id);
        return got;
      };
      const got = pass('one', 'two', market);
      return (later) => {
        if (got > 0) pass('two', 'one', later);
      };
    },
  },
];

class Book implements BookMarket {
  readonly #market: SymbolMarket;
  readonly #fees: Fees;
  readonly #venue: Float64Array;
  readonly depth: number;
  step = 0;
  /** Of all own accounts, in ticks times lots; what they hold counts at the index of the end. */
  cash = 0;
  lots = 0;
  traded = 0;
  #ids = 0;

  constructor(terms: MarketTerms, fees: Fees, venue: Float64Array) {
    this.#market = new SymbolMarket(terms.house);
    this.#fees = fees;
    this.#venue = venue;
    this.depth = terms.house.depth;
  }

  get index(): number {
    return this.#venue[this.step] as number;
  }

  get before(): number {
    return this.#venue[Math.max(0, this.step - HELD)] as number;
  }

  get middle(): number {
    const [bid, ask] = [this.#market.touch('buy'), this.#market.touch('sell')];
    return bid && ask ? (bid.price + ask.price) / 2 : this.index;
  }

  #book(side: Side, price: number, lots: number, fee: number): void {
    const value = price * lots;
    this.cash -= (side === 'buy' ? 1 : -1) * value + value * fee;
    this.lots += side === 'buy' ? lots : -lots;
    this.traded += value;
  }

  pass(): void {
    this.step++;
    for (const { maker, side, price, lots } of this.#market.move(this.index, timeOf(this.step))) {
      if (maker) this.#book(opposite(side), price, lots, this.#fees.maker);
    }
  }

  take(account: string, side: Side, lots: number): number {
    if (lots < 1) return 0;
    const order = { id: `t${this.#ids++}`, userId: account, side, lots: Math.floor(lots), price: null };
    const { fills } = this.#market.place({ ...order, timeInForce: 'IOC' });
    let got = 0;
    for (const { taker, maker, side: taken, price, lots: part } of fills) {
      if (taker) {
        got += part;
        this.#book(taken, price, part, this.#fees.taker);
      }
      if (maker) this.#book(opposite(taken), price, part, this.#fees.maker);
    }
    return got;
  }

  rest(account: string, side: Side, price: number, lots: number): string {
    const id = `r${this.#ids++}`;
    if (lots < 1 || price < 1) return id;
    this.#market.place({ id, userId: account, side, lots, price, timeInForce: 'GTC', postOnly: true });
    return id;
  }

  cancel(id: string): void {
    this.#market.cancel(id);
  }
}

/** Gains of each player's round trips, of what was traded in them. */
export function playBook(
  terms: MarketTerms,
  fees: Fees,
  players: readonly BookPlayer[],
  { seed, steps }: { readonly seed: string; readonly steps: number },
): readonly { readonly player: string; readonly gains: readonly number[] }[] {
  const { venue } = leadPath(terms, seed, FILLS + steps * HELD, { lead: 0, hold: 0 });
  return players.map(({ name, open }) => {
    const book = new Book(terms, fees, venue);
    while (book.step < FILLS) book.pass();
    const gains: number[] = [];
    while (book.step + 2 * HELD < venue.length) {
      const [cash, lots, traded, index] = [book.cash, book.lots, book.traded, book.index];
      const close = open(book);
      for (let step = 0; step < HELD; step++) book.pass();
      close(book);
      const gain = book.cash - cash + (book.lots * book.index - lots * index);
      if (book.traded > traded) gains.push(gain / (book.traded - traded));
      for (let step = 0; step < HELD; step++) book.pass();
    }
    return { player: name, gains };
  });
}
