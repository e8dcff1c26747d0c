import type { QuoteRow } from '@tessera/api/realtime';

/** The current price of an instrument; figures are decimal strings, times Unix ms. */
export type LiveQuote = {
  readonly symbol: string;
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  /** A ratio: `0.0123` is +1.23 %. */
  readonly change24h: string;
  readonly high24h: string;
  readonly low24h: string;
  readonly volume24h: string;
  readonly turnover24h: string;
  /** When the price was made. */
  readonly at: number;
  /** False outside trading hours. */
  readonly open: boolean;
};

export function quoteOf(row: QuoteRow): LiveQuote {
  const [symbol, last, bid, ask, change24h, high24h, low24h, volume24h, turnover24h, at, open] = row;
  return { symbol, last, bid, ask, change24h, high24h, low24h, volume24h, turnover24h, at, open: open === 1 };
}

/** The price fields of an instrument in `GET /currency/quotation_new`. */
export type QuotedInstrument = {
  readonly symbol: string;
  readonly open: boolean;
  readonly latest: {
    readonly last: string;
    readonly bid: string;
    readonly ask: string;
    readonly change_24h: string;
    readonly high_24h: string;
    readonly low_24h: string;
    readonly volume_24h: string;
    readonly turnover_24h: string;
    readonly at: number;
  } | null;
};

export function quoteOfInstrument({ symbol, open, latest }: QuotedInstrument): LiveQuote | null {
  if (!latest) return null;
  const { last, bid, ask, at } = latest;
  return {
    ...{ symbol, last, bid, ask, at, open },
    change24h: latest.change_24h,
    high24h: latest.high_24h,
    low24h: latest.low_24h,
    volume24h: latest.volume_24h,
    turnover24h: latest.turnover_24h,
  };
}
