import { type Channel, type ChannelParts, channelOf } from '@tessera/api/realtime';
import type { Interval } from '@tessera/api/rules';
import type { Feed } from '../feed/feed.ts';
import { type Encoded, encodeBar, encodeDepth, encodeQuote, encodeTrades } from './frames.ts';

/** Levels of the book on each side. */
const DEPTH_LEVELS = 20;
/** Trades at first, and in one step. */
const MOST_TRADES = 40;

/** Frames of a channel: `first` for a new subscriber, `next` for all; null if nothing changed since the last one. */
export type Source<Said> = { first(): Said | null; next(): Said | null };

/** Returns a value only when it changed. */
function changes<Said>(read: () => Said | null, same: (a: Said, b: Said) => boolean): Source<Said> {
  let said: Said | null = null;
  return {
    first() {
      const now = read();
      // The first listener has already received it.
      said ??= now;
      return now;
    },
    next() {
      const now = read();
      if (now === null || (said !== null && same(now, said))) return null;
      said = now;
      return now;
    },
  };
}

/** The row of a quote; rows travel together. */
export const quoteSource = (feed: Feed, symbol: string): Source<string> =>
  changes(
    () => {
      const quote = feed.quote(symbol);
      return quote && encodeQuote(quote);
    },
    (a, b) => a === b,
  );

const depthSource = (feed: Feed, symbol: string): Source<Encoded> =>
  changes(
    () => {
      const depth = feed.depth(symbol, DEPTH_LEVELS);
      return depth && encodeDepth(symbol, depth);
    },
    (a, b) => a.equals(b),
  );

function tradesSource(feed: Feed, symbol: string, now: () => number): Source<Encoded> {
  let since = now();
  return {
    first: () => encodeTrades(symbol, feed.trades(symbol, 0, MOST_TRADES)),
    next() {
      const trades = feed.trades(symbol, since, MOST_TRADES);
      const last = trades.at(-1);
      if (!last) return null;
      since = last.at;
      return encodeTrades(symbol, trades);
    },
  };
}

type Kline = { readonly symbol: string; readonly interval: Interval };

/**
 * The current bar. When it ends, its final state is read from history and sent before the first state of the next bar,
 * so that charts draw them in order.
 */
function klineSource(
  feed: Feed,
  kline: Kline,
  say: (frame: Encoded) => Promise<void>,
  report: (error: unknown) => void,
): Source<Encoded> {
  const { symbol, interval } = kline;
  const channel = `kline:${symbol}:${interval}` as const;
  const openingNow = (): number | null => feed.liveBar(symbol, interval)?.[0] ?? null;
  let opening: number | null = null;
  let ending = false;

  async function end(opened: number): Promise<void> {
    ending = true;
    try {
      const [bar] = await feed.bars(symbol, interval, { from: opened, to: opened, limit: 1 });
      if (bar) await say(encodeBar(channel, bar));
    } finally {
      ending = false;
    }
  }

  const forming = changes(
    () => {
      const bar = feed.liveBar(symbol, interval);
      return bar && encodeBar(channel, bar);
    },
    (a, b) => a.equals(b),
  );
  return {
    first() {
      opening ??= openingNow();
      return forming.first();
    },
    next() {
      if (ending) return null;
      const before = opening;
      opening = openingNow();
      if (before === null || before === opening) return forming.next();
      end(before).catch(report);
      return null;
    },
  };
}

export type SourceParts = {
  readonly feed: Feed;
  readonly now: () => number;
  /** Sends to all subscribers of the channel. */
  readonly publish: (channel: Channel, frame: Encoded) => Promise<void>;
  readonly report: (error: unknown) => void;
};

/** Null for a quote: quotes travel together, each from its `quoteSource`. */
export function channelSource(
  parts: ChannelParts,
  { feed, now, publish, report }: SourceParts,
): Source<Encoded> | null {
  switch (parts.kind) {
    case 'quote':
      return null;
    case 'depth':
      return depthSource(feed, parts.symbol);
    case 'trades':
      return tradesSource(feed, parts.symbol, now);
    case 'kline':
      return klineSource(feed, parts, (frame) => publish(channelOf(parts), frame), report);
  }
}
