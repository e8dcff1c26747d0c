import type { HouseTerms } from '../../src/platform/market/house.ts';
import type { Side } from '../../src/platform/market/order-book.ts';
import { type Moving, priceProcess } from '../../src/platform/market/price-process.ts';
import type { Random } from '../../src/platform/market/random.ts';
import { type Fill, type NewOrder, type Snapshot, SymbolMarket } from '../../src/platform/market/symbol-market.ts';

/*
 * Traders against the house. A trader sees what everybody sees: books, own fills, the time. The result is its cash and
 * holdings, valued where it could close them, after fees, in units of a displayed depth's value.
 */

const DAY_MS = 86_400_000;
/** Price of each instrument at the start, in ticks: fine enough that rounding does not decide. */
const START = 1_000_000;

export type View = {
  /** Unix ms. */
  readonly now: number;
  readonly book: (instrument: number) => Snapshot;
  /** Lots that the account holds; negative where it is short. */
  readonly holding: (instrument: number, account?: number) => number;
  /** Places an order that takes what it can and ends. Returns the lots traded. */
  readonly take: (instrument: number, side: Side, lots: number, account?: number) => number;
  /** Rests an order until it is filled or cancelled; post-only. Returns its id. */
  readonly rest: (instrument: number, side: Side, price: number, lots: number, account?: number) => string;
  readonly cancel: (instrument: number, id: string) => void;
  /** Lots that an own order still rests with; 0 once it is filled or gone. */
  readonly left: (id: string) => number;
};

export type Trader = {
  readonly name: string;
  /** Instruments that it watches and trades. */
  readonly instruments: number;
  /** ms between its turns. */
  readonly every: number;
  /** Orders of it rest: it plays without the others, because what it earned of them would be no loss of the house. */
  readonly rests?: boolean;
  /** A new life: what it returns is called on each of its turns. */
  readonly enter: (terms: HouseTerms, random: Random) => (view: View) => void;
};

export type Result = {
  readonly name: string;
  /** Profit of each day, in values of a displayed depth. */
  readonly days: readonly number[];
  readonly mean: number;
  /** Of the mean over the days; 0 without trades. */
  readonly t: number;
  readonly trades: number;
  /** Largest inventory of the house, in depths. */
  readonly inventory: number;
};

export type ArenaOptions = {
  readonly terms: HouseTerms;
  /** What a trader pays of each trade, a ratio. */
  readonly fee: number;
  readonly days: number;
  /** ms between two draws. */
  readonly step: number;
  readonly random: Random;
  /**
   * Others who trade without knowing anything, in runs to one side: they move the inventory, which a trader may try to
   * earn from. Lots of each of their trades, in depths; 0 for none.
   */
  readonly crowd: number;
};

/** The account of the others; its result is not counted. */
const CROWD = -1;
/** ms between two trades of the others, and the chance that the next one goes the other way. */
const CROWD_EVERY = 20_000;
const CROWD_TURNS = 0.1;

/** Instruments share half of what moves them, so that one could foretell another if they did not step together. */
const moving = (index: number): Moving => ({
  symbol: `S${index}`,
  parts: [
    { key: 'class', weight: 0.7 },
    { key: `S${index}`, weight: 0.7 },
  ],
});

class Arena {
  readonly #options: ArenaOptions;
  readonly #markets: readonly SymbolMarket[];
  readonly #cash = new Map<number, number>();
  readonly #holdings = new Map<string, number>();
  readonly #resting = new Map<string, { readonly account: number; readonly instrument: number; lots: number }>();
  #ids = 0;
  trades = 0;
  inventory = 0;

  constructor(options: ArenaOptions, instruments: number) {
    this.#options = options;
    this.#markets = Array.from({ length: instruments }, () => new SymbolMarket(options.terms));
  }

  move(instrument: number, mid: number, at: number): void {
    this.#book(instrument, (this.#markets[instrument] as SymbolMarket).move(mid, at));
  }

  #book(instrument: number, fills: readonly Fill[]): void {
    for (const { taker, maker, side, price, lots } of fills) {
      if ((taker ?? maker)?.userId !== String(CROWD)) this.trades++;
      for (const [party, sign] of [
        [taker, side === 'buy' ? 1 : -1] as const,
        [maker, side === 'buy' ? -1 : 1] as const,
      ]) {
        if (!party) continue;
        const account = Number(party.userId);
        const value = price * lots;
        const key = `${account} ${instrument}`;
        this.#cash.set(account, (this.#cash.get(account) ?? 0) - sign * value - value * this.#options.fee);
        this.#holdings.set(key, (this.#holdings.get(key) ?? 0) + sign * lots);
        const rest = this.#resting.get(party.id);
        if (rest) rest.lots -= lots;
      }
    }
    const market = this.#markets[instrument] as SymbolMarket;
    this.inventory = Math.max(this.inventory, Math.abs(market.inventory));
  }

  view(now: number): View {
    const market = (instrument: number) => this.#markets[instrument] as SymbolMarket;
    const order = (account: number, side: Side, lots: number): Pick<NewOrder, 'id' | 'userId' | 'side' | 'lots'> => ({
      id: `o${this.#ids++}`,
      userId: String(account),
      side,
      lots,
    });
    return {
      now,
      book: (instrument) => market(instrument).snapshot(this.#options.terms.levels),
      holding: (instrument, account = 0) => this.#holdings.get(`${account} ${instrument}`) ?? 0,
      take: (instrument, side, lots, account = 0) => {
        if (lots < 1) return 0;
        const placed = market(instrument).place({ ...order(account, side, lots), price: null, timeInForce: 'IOC' });
        this.#book(instrument, placed.fills);
        return lots - placed.left;
      },
      rest: (instrument, side, price, lots, account = 0) => {
        const placed = { ...order(account, side, lots), price, timeInForce: 'GTC' as const, postOnly: true };
        this.#resting.set(placed.id, { account, instrument, lots });
        const { fills, ended } = market(instrument).place(placed);
        if (ended) this.#resting.delete(placed.id);
        this.#book(instrument, fills);
        return placed.id;
      },
      cancel: (instrument, id) => {
        market(instrument).cancel(id);
        this.#resting.delete(id);
      },
      left: (id) => this.#resting.get(id)?.lots ?? 0,
    };
  }

  /** Cash of all accounts and holdings at the mid price, less the fee of closing them: kinder to traders than the book. */
  worth(mids: readonly number[]): number {
    let sum = 0;
    for (const [account, cash] of this.#cash) if (account !== CROWD) sum += cash;
    for (const [key, lots] of this.#holdings) {
      if (key.startsWith(`${CROWD} `)) continue;
      const value = lots * (mids[Number(key.split(' ')[1])] as number);
      sum += value - Math.abs(value) * this.#options.fee;
    }
    return sum;
  }
}

/** Lets one trader trade for the days and reports what it earned. */
export function compete(trader: Trader, options: ArenaOptions): Result {
  const { terms, days, step, random } = options;
  const arena = new Arena(options, trader.instruments);
  const process = priceProcess(
    Array.from({ length: trader.instruments }, (_, index) => moving(index)),
    random,
    () => Math.log(START),
  );
  const turn = trader.enter(terms, random);
  const profits: number[] = [];
  const sides = new Array<Side>(trader.instruments).fill('buy');
  const others = (view: View): void => {
    sides.forEach((side, index) => {
      if (random.unit() < CROWD_TURNS) sides[index] = side === 'buy' ? 'sell' : 'buy';
      view.take(index, sides[index] as Side, Math.ceil(random.unit() * 2 * options.crowd * terms.depth), CROWD);
    });
  };
  const mids = new Array<number>(trader.instruments).fill(START);
  let worth = 0;
  for (let now = 0, day = 1; day <= days; now += step) {
    process.step(now, step, () => true);
    for (let index = 0; index < mids.length; index++) {
      mids[index] = Math.exp(process.log(index));
      arena.move(index, mids[index] as number, now);
    }
    const view = arena.view(now);
    if (options.crowd > 0 && !trader.rests && now % CROWD_EVERY === 0) others(view);
    if (now % trader.every === 0) turn(view);
    if (now + step >= day * DAY_MS) {
      const value = arena.worth(mids);
      profits.push((value - worth) / (terms.depth * START));
      worth = value;
      day++;
    }
  }
  const mean = profits.reduce((sum, profit) => sum + profit, 0) / profits.length;
  const variance = profits.reduce((sum, profit) => sum + (profit - mean) ** 2, 0) / Math.max(1, profits.length - 1);
  const t = variance > 0 ? mean / Math.sqrt(variance / profits.length) : 0;
  return { name: trader.name, days: profits, mean, t, trades: arena.trades, inventory: arena.inventory / terms.depth };
}
