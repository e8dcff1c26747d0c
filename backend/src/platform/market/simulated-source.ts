import { type PriceProcess, type ProcessState, priceProcess } from './price-process.ts';
import type { PriceSource, SourcePrint } from './price-source.ts';
import { type Random, seededRandom, systemRandom } from './random.ts';
import type { MarketTerms } from './terms.ts';

/*
 * Prices, trades and volume of the simulated market. All of it is drawn at the step, from the operating system's
 * randomness: nothing that was published foretells what comes.
 *
 * Trades arrive as a Poisson process whose rate follows the volatility of the moment, and their sizes are lognormal: volume
 * clusters with volatility. Their side is drawn apart from the price, so that the tape foretells nothing.
 *
 * Every price is fair in dollars. An instrument that is quoted in another currency is the ratio of two dollar prices: if
 * each had a fair price of its own, they would drift apart, and going around the circle would earn the difference.
 */

const DAY_MS = 86_400_000;
/** Trades of a symbol in 24 h where one is worth a lot or more. */
const TRADES_A_DAY = 400_000;
/** Standard deviation of the log size of a trade: the median is 0.6 of the mean. */
const SIZE_DEVIATION = 1;
/** Most trades of a symbol in one step. */
const MOST_TRADES = 50;
/** The longest time for which the price moves at once, ms: while no node draws, the market stands still. */
const LONGEST_STEP = 10_000;

export type SimulatedOptions = {
  readonly terms: readonly MarketTerms[];
  /** `state()` of a former holder. */
  readonly state?: unknown;
  /** Prices from which symbols go on, in ticks; those of the state by default. */
  readonly prices?: ReadonlyMap<string, number>;
  /** The same draws for the same seed: in tests and rehearsals only. */
  readonly seed?: string;
};

type SimulatedState = {
  /** Of its last step, Unix ms. */
  readonly at: number | null;
  readonly process: ProcessState;
};

/** The simulated market. */
export function createSimulatedSource({ terms, state, prices, seed }: SimulatedOptions): PriceSource {
  return new SimulatedSource(terms, isState(state) ? state : NEW, prices ?? new Map(), randomOf(seed));
}

const randomOf = (seed: string | undefined): Random => (seed === undefined ? systemRandom() : seededRandom(seed));

const NEW: SimulatedState = { at: null, process: { volatility: {}, log: {} } };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether it was written by `state`. */
const isState = (value: unknown): value is SimulatedState =>
  isObject(value) &&
  'at' in value &&
  'process' in value &&
  isObject(value.process) &&
  'volatility' in value.process &&
  isObject(value.process.volatility) &&
  'log' in value.process &&
  isObject(value.process.log);

/** Quote currencies that stand for a dollar. */
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USD']);

/** A price as the product of dollar prices, each to the power of 1 or −1; by their index in the process. */
type Composition = readonly { readonly index: number; readonly power: 1 | -1 }[];

/** What the process moves: dollar prices, by the symbol from which each comes. */
type Arrangement = {
  readonly moving: readonly { readonly terms: MarketTerms; readonly power: 1 | -1 }[];
  /** By symbol. */
  readonly compositions: ReadonlyMap<string, Composition>;
};

/** Which symbols have a dollar price of their own, and which follow from two of those. */
export function arrange(terms: readonly MarketTerms[]): Arrangement {
  const pairs = new Map(terms.map((each) => [each.symbol, each.symbol.split('/')] as const));
  const dollars = new Map<string, { readonly terms: MarketTerms; readonly power: 1 | -1 }>();
  for (const each of terms) {
    const [base = '', quote = ''] = pairs.get(each.symbol) ?? [];
    if (DOLLARS.has(quote) && !dollars.has(base)) dollars.set(base, { terms: each, power: 1 });
    else if (DOLLARS.has(base) && quote !== '' && !dollars.has(quote)) dollars.set(quote, { terms: each, power: -1 });
  }
  const moving: { readonly terms: MarketTerms; readonly power: 1 | -1 }[] = [];
  const indexes = new Map<string, number>();
  const legsOf = ({ symbol }: MarketTerms) => {
    const [base = '', quote = ''] = pairs.get(symbol) ?? [];
    const over = dollars.get(base);
    const under = dollars.get(quote);
    return over && under && over.terms.symbol !== symbol && under.terms.symbol !== symbol ? { over, under } : null;
  };
  for (const each of terms) {
    if (legsOf(each)) continue;
    const [base = '', quote = ''] = pairs.get(each.symbol) ?? [];
    indexes.set(each.symbol, moving.length);
    moving.push({ terms: each, power: DOLLARS.has(base) && !DOLLARS.has(quote) ? -1 : 1 });
  }
  const legOf = ({ terms: { symbol } }: { readonly terms: MarketTerms }): number => indexes.get(symbol) as number;
  const compositions = terms.map((each): [string, Composition] => {
    const legs = legsOf(each);
    if (legs) {
      return [
        each.symbol,
        [
          { index: legOf(legs.over), power: 1 },
          { index: legOf(legs.under), power: -1 },
        ],
      ];
    }
    const index = indexes.get(each.symbol) as number;
    return [each.symbol, [{ index, power: (moving[index] as (typeof moving)[number]).power }]];
  });
  return { moving, compositions: new Map(compositions) };
}

class SimulatedSource implements PriceSource {
  readonly name = 'simulated';
  readonly #random: Random;
  #terms: readonly MarketTerms[];
  #tickOf: ReadonlyMap<string, number>;
  #arrangement: Arrangement;
  #process: PriceProcess;
  #at: number | null;
  #prints = new Map<string, SourcePrint[]>();

  constructor(
    terms: readonly MarketTerms[],
    { at, process }: SimulatedState,
    prices: ReadonlyMap<string, number>,
    random: Random,
  ) {
    this.#random = random;
    this.#terms = terms;
    this.#at = at;
    this.#tickOf = ticksOf(terms);
    this.#arrangement = arrange(terms);
    const known = (symbol: string): number | undefined => {
      const price = prices.get(symbol);
      return price !== undefined && price > 0 ? Math.log(price * (this.#tickOf.get(symbol) as number)) : undefined;
    };
    this.#process = this.#processOf(process, known);
  }

  /** `known` are log prices of symbols that the state of the process may not have. */
  #processOf(state: ProcessState, known: (symbol: string) => number | undefined): PriceProcess {
    const { moving } = this.#arrangement;
    const start = new Map(
      moving.map(({ terms: { symbol, simulation }, power }) => [symbol, power * Math.log(simulation.start)]),
    );
    const log = { ...state.log };
    for (const { terms, power } of moving) {
      const price = known(terms.symbol);
      if (price !== undefined) log[terms.symbol] = power * price;
    }
    return priceProcess(
      moving.map(({ terms: { symbol, simulation }, power }) => ({
        symbol,
        parts: simulation.parts.map(({ key, weight }) => ({ key, weight: power * weight })),
      })),
      this.#random,
      (symbol) => start.get(symbol) ?? 0,
      { ...state, log },
    );
  }

  #compositionOf(symbol: string): Composition {
    return this.#arrangement.compositions.get(symbol) ?? [];
  }

  #log(symbol: string): number {
    return this.#compositionOf(symbol).reduce((sum, { index, power }) => sum + power * this.#process.log(index), 0);
  }

  #agitation(symbol: string): number {
    const composition = this.#compositionOf(symbol);
    return composition.reduce((sum, { index }) => sum + this.#process.agitation(index), 0) / composition.length;
  }

  sourceOf(): string {
    return this.name;
  }

  revise(terms: readonly MarketTerms[]): void {
    const before = new Map(this.#terms.map(({ symbol }) => [symbol, this.#log(symbol)]));
    this.#terms = terms;
    this.#tickOf = ticksOf(terms);
    this.#arrangement = arrange(terms);
    this.#process = this.#processOf(this.#process.state(), (symbol) => before.get(symbol));
    this.#prints = new Map();
  }

  advance(at: number, open: (symbol: string) => boolean): void {
    const elapsed = this.#at === null ? 0 : Math.min(LONGEST_STEP, Math.max(0, at - this.#at));
    this.#at = at;
    const opens = this.#arrangement.moving.map(({ terms: { symbol } }) => open(symbol));
    this.#prints = new Map();
    if (elapsed === 0) return;
    this.#process.step(at, elapsed, (index) => opens[index] === true);
    for (const terms of this.#terms) if (open(terms.symbol)) this.#trade(terms, elapsed);
  }

  #trade({ symbol, tick, lot, simulation }: MarketTerms, elapsed: number): void {
    if (simulation.dailyTurnover <= 0) return;
    const lotValue = Math.exp(this.#log(symbol)) * Number(lot);
    // Trades of a symbol with a coarse lot are fewer, not larger.
    const size = Math.max(simulation.dailyTurnover / TRADES_A_DAY, 2 * lotValue);
    const rate = ((simulation.dailyTurnover / size) * elapsed) / DAY_MS;
    const trades = poisson(this.#random, rate * this.#agitation(symbol));
    if (trades === 0 || !(Number(tick) > 0)) return;
    const prints: SourcePrint[] = [];
    for (let trade = 0; trade < trades; trade++) {
      const drawn = Math.exp(SIZE_DEVIATION * this.#random.normal() - SIZE_DEVIATION ** 2 / 2);
      const lots = Math.max(1, Math.round((size * drawn) / lotValue));
      prints.push({ price: null, lots, side: this.#random.unit() < 0.5 ? 'buy' : 'sell' });
    }
    this.#prints.set(symbol, prints);
  }

  price(symbol: string): { mid: number; at: number; spread: number } | null {
    const tick = this.#tickOf.get(symbol);
    if (tick === undefined || this.#at === null) return null;
    return { mid: Math.exp(this.#log(symbol)) / tick, at: this.#at, spread: 0 };
  }

  prints(symbol: string): readonly SourcePrint[] {
    return this.#prints.get(symbol) ?? [];
  }

  state(): SimulatedState {
    return { at: this.#at, process: this.#process.state() };
  }

  async close(): Promise<void> {
    // Holds nothing.
  }
}

const ticksOf = (terms: readonly MarketTerms[]): ReadonlyMap<string, number> =>
  new Map(terms.map(({ symbol, tick }) => [symbol, Number(tick)]));

/** Number of events of a Poisson process with this mean (Knuth, 1969), at most `MOST_TRADES`. */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.unit(); product > limit && count < MOST_TRADES; product *= random.unit()) count++;
  return count;
}
