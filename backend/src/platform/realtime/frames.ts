import type { Depth as DepthRow, KlineRow, QuoteRow, ServerFrame, TradeRow } from '@tessera/api/realtime';
import type { Bar, Depth, Quote, Trade } from '../feed/feed.ts';
import type { Change } from './rows.ts';

/** An encoded frame: encoded once for all receivers. */
export type Encoded = Buffer;

export const encode = (frame: ServerFrame): Encoded => Buffer.from(JSON.stringify(frame));

function quoteRow(quote: Quote): QuoteRow {
  return [
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
    quote.sequence,
    quote.halt,
    quote.haltedAt,
    quote.index,
    quote.mark,
  ];
}

export const quoteText = (quote: Quote): string => JSON.stringify(quoteRow(quote));

export const depthText = (depth: Depth): string => JSON.stringify(depth satisfies DepthRow);

export const tradeText = ({ id, price, amount, side, at }: Trade): string =>
  JSON.stringify([id, price, amount, side, at] satisfies TradeRow);

export const barText = (bar: Bar): string => JSON.stringify(bar satisfies KlineRow);

/** The frames of channels as JSON: rows of quotes travel together. */
export function channelFrames(change: Change): string[] {
  const quotes: string[] = [];
  const frames: string[] = [];
  for (const [channel, rows] of change) {
    const texts = [...rows.values()];
    if (channel.startsWith('quote:')) quotes.push(...texts);
    else if (channel.startsWith('trades:')) frames.push(`{"ch":${JSON.stringify(channel)},"d":[${texts.join()}]}`);
    else frames.push(...texts.map((row) => `{"ch":${JSON.stringify(channel)},"d":${row}}`));
  }
  if (quotes.length > 0) frames.push(`{"ch":"quote","d":[${quotes.join()}]}`);
  return frames;
}

/** What changed until one frame of the market, for all connections with the same channels. */
export class Update {
  readonly change: Change;
  readonly sequence: number;
  #moment: readonly Encoded[] | null = null;
  #separate: readonly Encoded[] | null = null;

  constructor(change: Change, sequence: number) {
    this.change = change;
    this.sequence = sequence;
  }

  /** One frame, for pages that ask for moments. */
  get moment(): readonly Encoded[] {
    this.#moment ??= [Buffer.from(`{"ch":"moment","seq":${this.sequence},"d":[${channelFrames(this.change).join()}]}`)];
    return this.#moment;
  }

  /** One frame a channel, for pages of former versions. */
  get separate(): readonly Encoded[] {
    this.#separate ??= channelFrames(this.change).map((frame) => Buffer.from(frame));
    return this.#separate;
  }
}
