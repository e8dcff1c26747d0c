import type { Depth as DepthRow, KlineRow, QuoteRow, ServerFrame, TradeRow } from '@tessera/api/realtime';
import type { Bar, Depth, Quote, Trade } from '../feed/feed.ts';
import type { Change } from './rows.ts';

/** Bytes as they go over the wire, made once for all receivers. */
export type Encoded = Buffer;

/** The last frame of a message, which is a text. */
const TEXT = 0x81;

/**
 * Texts as WebSocket frames of a server, one after the other (RFC 6455, section 5.2). A server masks nothing and the hub
 * compresses nothing, so that the same bytes are for every client.
 */
export function framed(texts: readonly string[]): Encoded {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const headOf = (length: number) => (length < 126 ? 2 : length < 65_536 ? 4 : 10);
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + headOf(length) + length, 0));
  let at = 0;
  texts.forEach((text, index) => {
    const length = lengths[index] as number;
    const head = headOf(length);
    bytes[at] = TEXT;
    bytes[at + 1] = head === 2 ? length : head === 4 ? 126 : 127;
    if (head === 4) bytes.writeUInt16BE(length, at + 2);
    if (head === 10) bytes.writeBigUInt64BE(BigInt(length), at + 2);
    bytes.write(text, at + head);
    at += head + length;
  });
  return bytes;
}

export const encode = (frame: ServerFrame): Encoded => framed([JSON.stringify(frame)]);

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
    else if (/^(?:trades|book|chat|quiz|nft):/.test(channel))
      frames.push(`{"ch":${JSON.stringify(channel)},"d":[${texts.join()}]}`);
    else frames.push(...texts.map((row) => `{"ch":${JSON.stringify(channel)},"d":${row}}`));
  }
  if (quotes.length > 0) frames.push(`{"ch":"quote","d":[${quotes.join()}]}`);
  return frames;
}

/** What changed until one frame of the market, for all connections with the same channels. */
export class Update {
  readonly change: Change;
  readonly sequence: number;
  #moment: Encoded | null = null;
  #separate: Encoded | null = null;

  constructor(change: Change, sequence: number) {
    this.change = change;
    this.sequence = sequence;
  }

  /** One frame, for pages that ask for moments. */
  get moment(): Encoded {
    this.#moment ??= framed([`{"ch":"moment","seq":${this.sequence},"d":[${channelFrames(this.change).join()}]}`]);
    return this.#moment;
  }

  /** One frame a channel, for pages of former versions. */
  get separate(): Encoded {
    this.#separate ??= framed(channelFrames(this.change));
    return this.#separate;
  }
}
