import type { KlineRow, QuoteRow, ServerFrame, TradeRow } from '@tessera/api/realtime';
import type { Bar, Depth, Quote, Trade } from '../feed/feed.ts';

/** An encoded frame: encoded once for all receivers. */
export type Encoded = Buffer;

export const encode = (frame: ServerFrame): Encoded => Buffer.from(JSON.stringify(frame));

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

/** One quote as text: frames around several are put together from these. */
export const encodeQuote = (quote: Quote): string => JSON.stringify(quoteRow(quote));

export const quoteFrame = (rows: readonly string[]): Encoded => Buffer.from(`{"ch":"quote","d":[${rows.join(',')}]}`);

export const encodeDepth = (symbol: string, depth: Depth): Encoded => encode({ ch: `depth:${symbol}`, d: depth });

const tradeRow = ({ id, price, amount, side, at }: Trade): TradeRow => [id, price, amount, side, at];

export const encodeTrades = (symbol: string, trades: readonly Trade[]): Encoded =>
  encode({ ch: `trades:${symbol}`, d: trades.map(tradeRow) });

export const encodeBar = (channel: `kline:${string}`, bar: Bar): Encoded =>
  Buffer.from(JSON.stringify({ ch: channel, d: bar satisfies KlineRow }));
