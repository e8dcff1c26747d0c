import { type ScreenUrl, screenUrl } from '@tessera/router';
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
export const tradePath = ({ symbol, trades }: Pick<Instrument, 'symbol' | 'trades'>): ScreenUrl =>
  trades.includes('spot')
    ? screenUrl('/pages/transaction/index', { symbol })
    : screenUrl('/pages/transaction/currency', { symbol });
