import { calendar } from '../src/platform/calendar/calendar.ts';
import { createEngine, type EngineOptions } from '../src/platform/market/engine.ts';
import type { MarketEngine, SymbolFill } from '../src/platform/market/engine-types.ts';
import type { SymbolFrame } from '../src/platform/market/frame.ts';
import type { IndexPrice, PriceSource, SourcePrint, TradedRange } from '../src/platform/market/price-source.ts';
import type { NewOrder, Placed } from '../src/platform/market/symbol-market.ts';
import type { MarketTerms } from '../src/platform/market/terms.ts';

/* A market in memory whose prices a test sets, stepped by hand. */

export const ALWAYS_OPEN = calendar('UTC', [[0, 1_440]], [], [0, 1, 2, 3, 4, 5, 6]);

/** A coin at 100 USDT: 10,000 ticks. A full side of the house holds 400 lots of 0.1, its cap is 800. */
export const coin = (symbol: string, more: Partial<MarketTerms> = {}): MarketTerms => ({
  symbol,
  assetClass: 'coin',
  quote: symbol.split('/')[1] ?? 'USDT',
  tick: '0.01',
  lot: '0.1',
  calendar: ALWAYS_OPEN,
  halted: false,
  house: { halfSpread: 0.001, width: 0.01, levels: 4, depth: 400, cap: 2, skew: 0.001, refill: 10_000 },
  breaker: { jump: 0.05, spread: 0.02, age: 5_000, pause: 30_000 },
  markBand: 0.005,
  simulation: { start: 100, parts: [], dailyTurnover: 0 },
  ...more,
});

/** Prices that the test sets, in ticks. */
export class ScriptedSource implements PriceSource {
  readonly name = 'simulated';
  readonly #prices = new Map<string, IndexPrice>();
  readonly #prints = new Map<string, readonly SourcePrint[]>();
  readonly #missed = new Map<string, TradedRange>();
  #at = 0;
  /** Steps that were drawn. */
  advances = 0;

  /** Without a time, the price is new at each step. */
  set(symbol: string, mid: number, { at = Number.NaN, spread = 0 } = {}): void {
    this.#prices.set(symbol, { mid, at, spread });
  }

  /** There is no price any more. */
  lose(symbol: string): void {
    this.#prices.delete(symbol);
  }

  /** Trades of the next step. */
  print(symbol: string, ...prints: readonly SourcePrint[]): void {
    this.#prints.set(symbol, prints);
  }

  miss(symbol: string, range: TradedRange): void {
    this.#missed.set(symbol, range);
  }

  sourceOf(): string {
    return this.name;
  }

  revise(): void {}

  advance(at: number): void {
    this.#at = at;
    this.advances++;
  }

  price(symbol: string): IndexPrice | null {
    const price = this.#prices.get(symbol);
    return price ? { ...price, at: Number.isNaN(price.at) ? this.#at : price.at } : null;
  }

  prints(symbol: string): readonly SourcePrint[] {
    return this.#prints.get(symbol) ?? [];
  }

  missed(symbol: string): TradedRange | null {
    return this.#missed.get(symbol) ?? null;
  }

  state(): undefined {}

  async close(): Promise<void> {}
}

export type ScriptedMarket = {
  readonly engine: MarketEngine;
  readonly source: ScriptedSource;
  /** Unix ms. */
  readonly now: () => number;
  readonly after: (ms: number) => void;
  readonly batch: <Result>(run: () => Result) => Result;
  /** Steps of 200 ms. */
  readonly step: (count?: number) => SymbolFill[];
  /** By default a market order of ann to buy one lot. */
  readonly place: (symbol: string, order: Partial<NewOrder>) => Placed & { readonly id: string };
  readonly frame: (symbol: string) => SymbolFrame;
};

/** A market of these symbols at 10,000 ticks, from `from` on, Unix ms; no step has been made. */
export function scriptedMarket(
  terms: readonly MarketTerms[] = [coin('A')],
  { from = Date.UTC(2026, 10, 23, 12), ...options }: Partial<EngineOptions> & { readonly from?: number } = {},
): ScriptedMarket {
  const source = new ScriptedSource();
  for (const { symbol } of terms) source.set(symbol, 10_000);
  const engine = createEngine({ terms, source, overallCap: 1e9, ...options });
  let now = from;
  let ids = 0;
  const batch = <Result>(run: () => Result): Result => {
    engine.begin();
    const result = run();
    engine.commit();
    return result;
  };
  return {
    engine,
    source,
    now: () => now,
    after: (ms) => {
      now += ms;
    },
    batch,
    step: (count = 1) =>
      Array.from({ length: count }, () => {
        now += 200;
        return batch(() => engine.tick(now));
      }).flat(),
    place: (symbol, order) => {
      const whole: NewOrder = {
        id: `o${ids++}`,
        userId: 'ann',
        side: 'buy',
        price: null,
        lots: 1,
        timeInForce: 'GTC',
        ...order,
      };
      return { id: whole.id, ...batch(() => engine.place(symbol, whole)) };
    },
    frame: (symbol) => {
      const found = engine.takeFrame(now)?.symbols.find((one) => one.symbol === symbol);
      if (!found) throw new Error(`${symbol} has not changed`);
      return found;
    },
  };
}
