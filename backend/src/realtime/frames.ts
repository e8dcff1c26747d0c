import type { KlineRow, QuoteRow, ServerFrame, TradeRow, Depth as WireDepth } from '@tessera/api/realtime';
import type { Bar, Depth, Quote, Trade } from '../feed/feed.ts';

/** Levels of the book on each side. */
export const DEPTH_LEVELS = 20;

const quoteRow = (quote: Quote): QuoteRow => [
  quote.symbol,
  quote.last,
  quote.bid,
  quote.ask,
  quote.change24h,
  quote.high24h,
  quote.low24h,
  quote.volume24h,
  quote.turnover24h,
  quote.at,
  quote.open ? 1 : 0,
];

/** One quote as text; the frame around several is put together per connection, the quotes are encoded once for all. */
export const encodeQuote = (quote: Quote): string => JSON.stringify(quoteRow(quote));

export const quoteFrame = (rows: readonly string[]): string => `{"ch":"quote","d":[${rows.join(',')}]}`;

export const encodeDepth = (symbol: string, depth: Depth): string =>
  JSON.stringify({ ch: `depth:${symbol}`, d: depth satisfies WireDepth });

const tradeRow = ({ id, price, amount, side, at }: Trade): TradeRow => [id, price, amount, side, at];

export const encodeTrades = (symbol: string, trades: readonly Trade[]): string =>
  JSON.stringify({ ch: `trades:${symbol}`, d: trades.map(tradeRow) });

export const encodeBar = (symbol: string, interval: string, bar: Bar): string =>
  JSON.stringify({ ch: `kline:${symbol}:${interval}`, d: bar satisfies KlineRow });

export const encode = (frame: ServerFrame): string => JSON.stringify(frame);
