import { seededCatalogue } from '../../src/domains/instruments/seeded.ts';
import type { Instrument } from '../../src/platform/catalogue/catalogue.ts';
import { createEngine } from '../../src/platform/market/engine.ts';
import type { MarketEngine } from '../../src/platform/market/engine-types.ts';
import type { SymbolFrame } from '../../src/platform/market/frame.ts';
import type { Side } from '../../src/platform/market/order-book.ts';
import type { PriceSource } from '../../src/platform/market/price-source.ts';
import type { Random } from '../../src/platform/market/random.ts';
import { createSimulatedSource } from '../../src/platform/market/simulated-source.ts';
import type { Fill, NewOrder } from '../../src/platform/market/symbol-market.ts';
import type { MarketTerms } from '../../src/platform/market/terms.ts';

/*
 * Traders against the market, as it is: engine, simulated source, and the terms and fees of the catalogue. A trader sees
 * frames, which all get, and its own fills. Its result is the cash and the holdings of all of its accounts, the
 * holdings at the index price less the fee of closing them: kinder to the trader than the book. What it gained in trades
 * with other users is no loss of the house and stands apart.
 */

const HOUR = 3_600_000;
/** A Monday, 00:00 UTC. */
const START = Date.UTC(2026, 9, 5);
/** Not reached unless a scenario says so. */
const NO_CAP = 1e15;

export type View = {
  /** Unix ms. */
  readonly now: number;
  /** What the latest frame with this symbol shows; instruments by their position in `symbols`. */
  readonly frame: (instrument: number) => SymbolFrame;
  readonly terms: (instrument: number) => MarketTerms;
  /** Of a taker, a ratio. */
  readonly fee: (instrument: number) => number;
  /** Lots that the account holds; negative where it is short. */
  readonly holding: (instrument: number, account?: number) => number;
  /** Places an order that takes what it can and ends. Returns the lots traded. */
  readonly take: (instrument: number, side: Side, lots: number, account?: number) => number;
  /** Rests an order until it is filled or cancelled; post-only. Returns its id. */
  readonly rest: (instrument: number, side: Side, price: number, lots: number, account?: number) => string;
  readonly cancel: (instrument: number, id: string) => void;
};

export type Trader = {
  readonly name: string;
  /** Instruments that it watches and trades; by default the one that the run is about. */
  readonly symbols?: readonly string[];
  /** ms between its turns. */
  readonly every: number;
  readonly scenario?: Scenario;
  /** A new life: what it returns is called on each of its turns. */
  readonly enter: () => (view: View) => void;
};

/** What is made more frequent than it is. */
export type Scenario = {
  /** ms between two take-overs of the market: the ladder is empty after each. */
  readonly takeOvers?: number;
  /** The band of the breaker; halts then last 30 s. */
  readonly jump?: number;
  /** Most that the house holds in all, in values of a depth of the first instrument. */
  readonly overallCap?: number;
};

export type Result = {
  readonly name: string;
  /** Of a block, in values of a displayed depth of the first instrument; trades with other users at the index. */
  readonly mean: number;
  /** Of a block: what it gained on the index in trades with other users. */
  readonly others: number;
  /** Of the mean over the blocks; 0 without trades. */
  readonly t: number;
  readonly blocks: number;
  readonly trades: number;
  /** Largest inventory of the house in the first instrument, in depths. */
  readonly inventory: number;
};

export type ArenaOptions = {
  /** Traded by traders without `symbols`. */
  readonly symbol: string;
  readonly days: number;
  /** ms between two draws, at most 10 s. */
  readonly step: number;
  /** Of the crowd. */
  readonly random: Random;
  /** Hours over which results are added up before their mean is tested. */
  readonly block: number;
  /**
   * Others who trade without knowing anything, in runs to one side: they move the inventory, which a trader may try to
   * earn from. Lots of each of their trades, in depths; 0 for none.
   */
  readonly crowd: number;
  /** Replaces the simulated source, which draws from the operating system. */
  readonly source?: (terms: readonly MarketTerms[], state?: unknown) => PriceSource;
  /** Replaces the terms and fees of the catalogue, to show what weaker ones would cost. */
  readonly weaken?: (terms: MarketTerms) => MarketTerms;
  readonly free?: boolean;
};

/** The account of the others; its result is not counted. */
const CROWD = 'crowd';
/** ms between two trades of the others, and the chance that the next one goes the other way. */
const CROWD_EVERY = 20_000;
const CROWD_TURNS = 0.1;

const listed = (symbol: string): Instrument => {
  const found = seededCatalogue.instrument(symbol);
  if (!found) throw new Error(`${symbol} is not listed`);
  return found;
};
const termsBySymbol = new Map(seededCatalogue.marketTerms().map((terms) => [terms.symbol, terms]));

class Arena {
  readonly #terms: readonly MarketTerms[];
  readonly #fees: readonly { readonly maker: number; readonly taker: number }[];
  readonly #makeSource: (terms: readonly MarketTerms[], state?: unknown) => PriceSource;
  readonly #overallCap: number;
  #source: PriceSource;
  #engine: MarketEngine;
  readonly #frames = new Map<string, SymbolFrame>();
  #cash = 0;
  readonly #holdings = new Map<string, number>();
  /** Accounts of open orders of the trader, by id. */
  readonly #resting = new Map<string, { readonly symbol: string; readonly order: NewOrder }>();
  #ids = 0;
  trades = 0;
  inventory = 0;
  /** What the trader gained on the index in trades with other users. */
  fromOthers = 0;

  constructor(options: ArenaOptions, symbols: readonly string[], scenario: Scenario) {
    this.#terms = symbols.map((symbol) => {
      const terms = termsBySymbol.get(symbol) as MarketTerms;
      const { jump } = scenario;
      const breaker = jump === undefined ? terms.breaker : { ...terms.breaker, jump, pause: 30_000 };
      return (options.weaken ?? ((each) => each))({ ...terms, breaker });
    });
    this.#fees = symbols.map((symbol) => {
      const { makerFeeRate, takerFeeRate } = listed(symbol);
      return options.free ? { maker: 0, taker: 0 } : { maker: Number(makerFeeRate), taker: Number(takerFeeRate) };
    });
    this.#makeSource = options.source ?? ((terms, state) => createSimulatedSource({ terms, state }));
    this.#overallCap = scenario.overallCap === undefined ? NO_CAP : scenario.overallCap * this.depthValue;
    this.#source = this.#makeSource(this.#terms);
    this.#engine = createEngine({ terms: this.#terms, source: this.#source, overallCap: this.#overallCap });
  }

  /** In USDT at the start. */
  get depthValue(): number {
    const [{ house, lot, simulation }] = this.#terms as [MarketTerms];
    return house.depth * Number(lot) * simulation.start;
  }

  /** Another node goes on from what is recorded: source, inventories, resting orders. */
  takeOver(at: number): void {
    this.#collect(at);
    const recorded = Object.fromEntries(
      this.#terms.map(({ symbol }) => [
        symbol,
        {
          number: this.#frames.get(symbol)?.tick ?? 0,
          last: this.#engine.ticks().get(symbol) ?? null,
          inventory: this.#inventories.get(symbol) ?? 0,
        },
      ]),
    );
    const state = JSON.parse(JSON.stringify(this.#source.state())) as unknown;
    this.#source = this.#makeSource(this.#terms, state);
    this.#engine = createEngine({ terms: this.#terms, source: this.#source, overallCap: this.#overallCap, recorded });
    for (const { symbol, order } of this.#resting.values()) {
      this.#engine.restore(symbol, { ...order, price: order.price as number });
    }
  }

  readonly #inventories = new Map<string, number>();

  step(at: number): void {
    for (const { symbol, ...fill } of this.#engine.tick(at)) this.#book(symbol, [fill]);
  }

  #collect(at: number): void {
    for (const frame of this.#engine.takeFrame(at)?.symbols ?? []) this.#frames.set(frame.symbol, frame);
  }

  #book(symbol: string, fills: readonly Fill[]): void {
    const instrument = this.#terms.findIndex((terms) => terms.symbol === symbol);
    const { tick, lot } = this.#terms[instrument] as MarketTerms;
    const fees = this.#fees[instrument] as { maker: number; taker: number };
    for (const { taker, maker, side, price, lots } of fills) {
      const value = price * Number(tick) * lots * Number(lot);
      for (const [party, sign, rate] of [
        [taker, side === 'buy' ? 1 : -1, fees.taker],
        [maker, side === 'buy' ? -1 : 1, fees.maker],
      ] as const) {
        if (!party) {
          this.#inventories.set(symbol, (this.#inventories.get(symbol) ?? 0) + sign * lots);
          continue;
        }
        const rest = this.#resting.get(party.id);
        if (rest && rest.order.lots > lots) {
          this.#resting.set(party.id, { ...rest, order: { ...rest.order, lots: rest.order.lots - lots } });
        } else this.#resting.delete(party.id);
        if (party.userId === CROWD) continue;
        this.trades++;
        const mid = this.#source.price(symbol)?.mid ?? price;
        // Of another user, at the index: the house neither wins nor loses by it.
        if (taker && maker)
          this.fromOthers += this.#dollars(instrument) * sign * (mid - price) * lots * Number(tick) * Number(lot);
        this.#cash -= this.#dollars(instrument) * (sign * value + value * rate);
        const key = `${party.userId} ${symbol}`;
        this.#holdings.set(key, (this.#holdings.get(key) ?? 0) + sign * lots);
      }
    }
    const [first] = this.#terms as [MarketTerms];
    const held = Math.abs(this.#inventories.get(first.symbol) ?? 0);
    this.inventory = Math.max(this.inventory, held / first.house.depth);
  }

  /** Price of the quote currency in dollars: 1, but for crosses whose quote is traded here too. */
  #dollars(instrument: number): number {
    const [, quote] = (this.#terms[instrument] as MarketTerms).symbol.split('/');
    const index = this.#terms.findIndex(({ symbol }) => symbol === `${quote}/USDT`);
    if (index < 0) return 1;
    const { symbol, tick, simulation } = this.#terms[index] as MarketTerms;
    const price = this.#source.price(symbol)?.mid;
    return price === undefined ? simulation.start : price * Number(tick);
  }

  view(now: number): View {
    const symbolOf = (instrument: number): string => (this.#terms[instrument] as MarketTerms).symbol;
    const place = (instrument: number, order: NewOrder): number => {
      const symbol = symbolOf(instrument);
      if (order.lots < 1 || this.#engine.refusal(symbol, now)) return 0;
      if (order.timeInForce === 'GTC') this.#resting.set(order.id, { symbol, order });
      const placed = this.#engine.place(symbol, order);
      this.#book(symbol, placed.fills);
      if (placed.ended !== null) this.#resting.delete(order.id);
      return order.lots - placed.left;
    };
    const userOf = (account: number): string => `account ${account}`;
    const id = (): string => `o${this.#ids++}`;
    return {
      now,
      frame: (instrument) => {
        this.#collect(now);
        return this.#frames.get(symbolOf(instrument)) as SymbolFrame;
      },
      terms: (instrument) => this.#terms[instrument] as MarketTerms,
      fee: (instrument) => (this.#fees[instrument] as { taker: number }).taker,
      holding: (instrument, account = 0) => this.#holdings.get(`${userOf(account)} ${symbolOf(instrument)}`) ?? 0,
      take: (instrument, side, lots, account = 0) =>
        place(instrument, {
          id: id(),
          userId: account === Number.NEGATIVE_INFINITY ? CROWD : userOf(account),
          side,
          lots: Math.floor(lots),
          price: null,
          timeInForce: 'IOC',
        }),
      rest: (instrument, side, price, lots, account = 0) => {
        const order = { id: id(), userId: userOf(account), side, lots: Math.floor(lots), price: Math.max(1, price) };
        place(instrument, { ...order, timeInForce: 'GTC', postOnly: true });
        return order.id;
      },
      cancel: (instrument, order) => {
        this.#engine.cancel(symbolOf(instrument), order);
        this.#resting.delete(order);
      },
    };
  }

  worth(): number {
    let sum = this.#cash;
    for (const [key, lots] of this.#holdings) {
      const instrument = this.#terms.findIndex(({ symbol }) => key.endsWith(` ${symbol}`));
      const { symbol, tick, lot } = this.#terms[instrument] as MarketTerms;
      const mid = this.#source.price(symbol)?.mid ?? 0;
      const value = this.#dollars(instrument) * lots * Number(lot) * mid * Number(tick);
      sum += value - Math.abs(value) * (this.#fees[instrument] as { taker: number }).taker;
    }
    return sum;
  }
}

/** Lets one trader trade for the days and reports what it earned. */
export function compete(trader: Trader, options: ArenaOptions): Result {
  const symbols = trader.symbols ?? [options.symbol];
  const arena = new Arena(options, symbols, trader.scenario ?? {});
  const turn = trader.enter();
  const { random, step } = options;
  const profits: number[] = [];
  const sides = new Array<Side>(symbols.length).fill('buy');
  const others = (view: View): void => {
    sides.forEach((side, index) => {
      if (random.unit() < CROWD_TURNS) sides[index] = side === 'buy' ? 'sell' : 'buy';
      const lots = Math.ceil(random.unit() * 2 * options.crowd * view.terms(index).house.depth);
      view.take(index, sides[index] as Side, lots, Number.NEGATIVE_INFINITY);
    });
  };
  const { takeOvers } = trader.scenario ?? {};
  let worth = 0;
  const end = START + options.days * 24 * HOUR;
  for (let now = START; now < end; now += step) {
    if (takeOvers !== undefined && now > START && (now - START) % takeOvers < step) arena.takeOver(now);
    arena.step(now);
    const view = arena.view(now);
    if (options.crowd > 0 && now % CROWD_EVERY < step) others(view);
    if (now % trader.every < step) turn(view);
    if ((now + step - START) % (options.block * HOUR) < step) {
      const value = arena.worth() - arena.fromOthers;
      profits.push((value - worth) / arena.depthValue);
      worth = value;
    }
  }
  const mean = profits.reduce((sum, profit) => sum + profit, 0) / profits.length;
  const variance = profits.reduce((sum, profit) => sum + (profit - mean) ** 2, 0) / Math.max(1, profits.length - 1);
  const t = variance > 0 ? mean / Math.sqrt(variance / profits.length) : 0;
  const gained = arena.fromOthers / arena.depthValue / profits.length;
  return {
    name: trader.name,
    mean,
    others: gained,
    t,
    blocks: profits.length,
    trades: arena.trades,
    inventory: arena.inventory,
  };
}
