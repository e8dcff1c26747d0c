import type { HaltReason, QuoteRow } from '@tessera/api/realtime';

export type { HaltReason };

/** The current price of an instrument; figures are decimal strings, times Unix ms. */
export type LiveQuote = {
  readonly symbol: string;
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  /** The source's price, which no order moves; with three digits more than a tick. */
  readonly index: string;
  /** By which positions are valued and liquidated. */
  readonly mark: string;
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
  /** Why it takes no orders although its market is open; null where it does. */
  readonly halt: HaltReason | null;
  /** When it halted, Unix ms; null where that is not known. */
  readonly haltedAt: number | null;
  /** Of the frame of the market that changed the symbol last; undefined in a list that was read by a call. */
  readonly sequence?: number | undefined;
};

export function quoteOf(row: QuoteRow): LiveQuote {
  const [symbol, last, bid, ask, change24h, high24h, low24h, volume24h, turnover24h, at, open, sequence] = row;
  // Former versions of the backend send neither halt nor index and mark.
  const [, , , , , , , , , , , , halt = null, haltedAt = null, index = last, mark = index] = row;
  return {
    ...{ symbol, last, bid, ask, change24h, high24h, low24h, volume24h, turnover24h, at, open: open === 1 },
    ...{ halt, haltedAt, index, mark, sequence },
  };
}

/** The price fields of an instrument in `GET /currency/quotation_new`. */
export type QuotedInstrument = {
  readonly symbol: string;
  readonly open: boolean;
  /** Former versions of the backend do not send it. */
  readonly halt?: { readonly reason: HaltReason; readonly since: number | null } | null | undefined;
  readonly latest: {
    readonly last: string;
    readonly bid: string;
    readonly ask: string;
    readonly index?: string | undefined;
    readonly mark?: string | undefined;
    readonly change_24h: string;
    readonly high_24h: string;
    readonly low_24h: string;
    readonly volume_24h: string;
    readonly turnover_24h: string;
    readonly at: number;
  } | null;
};

export function quoteOfInstrument({ symbol, open, halt, latest }: QuotedInstrument): LiveQuote | null {
  if (!latest) return null;
  const { last, bid, ask, at } = latest;
  return {
    ...{ symbol, last, bid, ask, at, open },
    index: latest.index ?? last,
    mark: latest.mark ?? latest.index ?? last,
    change24h: latest.change_24h,
    high24h: latest.high_24h,
    low24h: latest.low_24h,
    volume24h: latest.volume_24h,
    turnover24h: latest.turnover_24h,
    halt: halt?.reason ?? null,
    haltedAt: halt?.since ?? null,
  };
}
