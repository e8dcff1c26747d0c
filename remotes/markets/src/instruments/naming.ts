import type { Instrument } from './instruments.ts';

export type InstrumentName = {
  /** Stressed: `BTC`, `AAPL`. */
  readonly base: string;
  /** Quiet, after the base: `/USDT`. Empty where the symbol names no pair. */
  readonly quote: string;
  readonly perpetual: boolean;
};

const PERPETUAL = '-PERP';

/** How a list writes a symbol. */
export function nameOf(symbol: string): InstrumentName {
  const perpetual = symbol.endsWith(PERPETUAL);
  const pair = perpetual ? symbol.slice(0, -PERPETUAL.length) : symbol;
  const slash = pair.indexOf('/');
  return slash < 0
    ? { base: pair, quote: '', perpetual }
    : { base: pair.slice(0, slash), quote: pair.slice(slash), perpetual };
}

/** Where a tap on an instrument leads: coins to the spot page, everything else to the pair's own. */
export function tradePath({ symbol, trades }: Pick<Instrument, 'symbol' | 'trades'>): string {
  const page = trades.includes('spot') ? '/pages/transaction/index' : '/pages/transaction/currency';
  return `${page}?symbol=${encodeURIComponent(symbol)}`;
}
