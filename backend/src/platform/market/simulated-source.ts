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
 */

const DAY_MS = 86_400_000;
/** Trades of a symbol in 24 h where one is worth a lot or more. */
const TRADES_A_DAY = 40_000;
/** Standard deviation of the log size of a trade: the median is half of the mean. */
const SIZE_DEVIATION = 1.2;
/** Most trades of a symbol in one step. */
const MOST_TRADES = 20;
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

/** It was written by `state`. */
const isState = (value: unknown): value is SimulatedState =>
  typeof value === 'object' && value !== null && 'process' in value && 'at' in value;

class SimulatedSource implements PriceSource {
  readonly name = 'simulated';
  readonly #random: Random;
  #terms: readonly MarketTerms[];
  #indexOf: ReadonlyMap<string, number>;
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
    const log = { ...process.log };
    for (const { symbol, tick } of terms) {
      const price = prices.get(symbol);
      if (price !== undefined && price > 0) log[symbol] = Math.log(price * Number(tick));
    }
    this.#indexOf = indexOf(terms);
    this.#process = this.#processOf(terms, { ...process, log });
  }

  #processOf(terms: readonly MarketTerms[], state: ProcessState): PriceProcess {
    const start = new Map(terms.map(({ symbol, simulation }) => [symbol, Math.log(simulation.start)]));
    return priceProcess(
      terms.map(({ symbol, simulation }) => ({ symbol, parts: simulation.parts })),
      this.#random,
      (symbol) => start.get(symbol) ?? 0,
      state,
    );
  }

  sourceOf(): string {
    return this.name;
  }

  revise(terms: readonly MarketTerms[]): void {
    this.#process = this.#processOf(terms, this.#process.state());
    this.#terms = terms;
    this.#indexOf = indexOf(terms);
    this.#prints = new Map();
  }

  advance(at: number, open: (symbol: string) => boolean): void {
    const elapsed = this.#at === null ? 0 : Math.min(LONGEST_STEP, Math.max(0, at - this.#at));
    this.#at = at;
    const opens = this.#terms.map(({ symbol }) => open(symbol));
    this.#prints = new Map();
    if (elapsed === 0) return;
    this.#process.step(at, elapsed, (index) => opens[index] === true);
    this.#terms.forEach((terms, index) => {
      if (opens[index]) this.#trade(terms, index, at, elapsed);
    });
  }

  #trade({ symbol, tick, lot, simulation }: MarketTerms, index: number, _at: number, elapsed: number): void {
    if (simulation.dailyTurnover <= 0) return;
    const lotValue = Math.exp(this.#process.log(index)) * Number(lot);
    // Trades of a symbol with a coarse lot are fewer, not larger.
    const size = Math.max(simulation.dailyTurnover / TRADES_A_DAY, 2 * lotValue);
    const rate = ((simulation.dailyTurnover / size) * elapsed) / DAY_MS;
    const trades = poisson(this.#random, rate * this.#process.agitation(index));
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
    const index = this.#indexOf.get(symbol);
    if (index === undefined || this.#at === null) return null;
    const tick = Number((this.#terms[index] as MarketTerms).tick);
    return { mid: Math.exp(this.#process.log(index)) / tick, at: this.#at, spread: 0 };
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

const indexOf = (terms: readonly MarketTerms[]): ReadonlyMap<string, number> =>
  new Map(terms.map(({ symbol }, index) => [symbol, index]));

/** Number of events of a Poisson process with this mean (Knuth, 1969), at most `MOST_TRADES`. */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.unit(); product > limit && count < MOST_TRADES; product *= random.unit()) count++;
  return count;
}
