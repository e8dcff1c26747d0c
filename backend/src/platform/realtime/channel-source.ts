import type { BookRow, ChannelParts } from '@tessera/api/realtime';
import type { Interval } from '@tessera/api/rules';
import type { Bar, Depth, Feed } from '../feed/feed.ts';
import { barText, depthText, quoteText, tradeText } from './frames.ts';
import { MOST_ROWS, oneRow, type Rows } from './rows.ts';

/** Levels of the book on each side. */
const DEPTH_LEVELS = 20;

/** Rows of a channel: `first` for a new subscriber, `next` for all; null if nothing changed since the last time. */
export type Source = {
  first(): Rows | null;
  next(): Rows | null;
  /** No connection of this node listens any more. */
  close?(): void;
};

type State = {
  readonly row: string;
  /** What tells it from the state before; the row itself unless given. */
  readonly mark?: string;
};

/** One row that is sent when it changed. */
function stateSource(read: () => State | null): Source {
  let said: string | null = null;
  return {
    first() {
      const state = read();
      // The first listener has already received it.
      said ??= state && (state.mark ?? state.row);
      return state && oneRow(state.row);
    },
    next() {
      const state = read();
      const mark = state && (state.mark ?? state.row);
      if (!state || mark === said) return null;
      said = mark;
      return oneRow(state.row);
    },
  };
}

const quoteSource = (feed: Feed, symbol: string): Source =>
  stateSource(() => {
    const quote = feed.quote(symbol);
    return quote && { row: quoteText(quote) };
  });

/** The book; one that differs from the last by its time alone is not sent. */
const depthSource = (feed: Feed, symbol: string): Source =>
  stateSource(() => {
    const depth = feed.depth(symbol, DEPTH_LEVELS);
    return depth && { row: depthText(depth), mark: depthText({ ...depth, at: 0 }) };
  });

/** Rows of an aggregated book on each side. */
const BOOK_ROWS = 20;

type BookSide = Depth['bids'];

/** What has changed on a side; an amount of 0 is a level that is gone. */
function changesOf(before: BookSide, after: BookSide): BookSide {
  const [was, is] = [new Map(before), new Map(after)];
  const gone = before.filter(([price]) => !is.has(price)).map(([price]) => [price, '0'] as const);
  return [...gone, ...after.filter(([price, amount]) => was.get(price) !== amount)];
}

/**
 * The book in rows of a step. A new listener receives it as it was sent last; then follow differences, or the whole
 * where that is shorter. Each row names the sequence that it is of and the one that it follows, so that a client that missed
 * one knows.
 */
function bookSource(feed: Feed, symbol: string, step: string): Source {
  type Sent = { readonly seq: number; readonly depth: Depth };
  let sent: Sent | null = null;
  const read = (): Sent | null => {
    const depth = feed.depth(symbol, BOOK_ROWS, step);
    return depth && { seq: feed.sequence, depth };
  };
  const row = (seq: number, value: BookRow): Rows => new Map([[String(seq), JSON.stringify(value)]]);
  const whole = ({ seq, depth: { bids, asks } }: Sent): Rows => row(seq, [seq, null, bids, asks]);
  return {
    first() {
      sent ??= read();
      return sent && whole(sent);
    },
    next() {
      const before = sent;
      const after = read();
      if (!after) return null;
      if (!before) {
        sent = after;
        return whole(after);
      }
      const bids = changesOf(before.depth.bids, after.depth.bids);
      const asks = changesOf(before.depth.asks, after.depth.asks);
      if (bids.length + asks.length === 0) return null;
      sent = after;
      const shorter = bids.length + asks.length < after.depth.bids.length + after.depth.asks.length;
      return shorter ? row(after.seq, [after.seq, before.seq, bids, asks]) : whole(after);
    },
  };
}

function tradesSource(feed: Feed, symbol: string): Source {
  const rowsOf = (trades: ReturnType<Feed['trades']>): Rows =>
    new Map(trades.map((trade) => [trade.id, tradeText(trade)]));
  const latest = () => feed.trades(symbol, 0, MOST_ROWS);
  const [newest] = feed.trades(symbol, 0, 1);
  let last = newest ? { id: Number(newest.id), at: newest.at } : { id: Number.NEGATIVE_INFINITY, at: 0 };
  return {
    first: () => rowsOf(latest()),
    next() {
      // Several frames may have the time of one trade.
      const since = Math.max(0, last.at - 1);
      const fresh = feed.trades(symbol, since, MOST_ROWS).filter(({ id }) => Number(id) > last.id);
      const end = fresh.at(-1);
      if (!end) return null;
      last = { id: Number(end.id), at: end.at };
      return rowsOf(fresh);
    },
  };
}

/**
 * The current bar. When it ends, its final state is read from history and sent with the first state of the next bar,
 * before it, so that charts draw them in order.
 */
function klineSource({ feed, wake, report }: SourceParts, symbol: string, interval: Interval): Source {
  let opening: number | null = null;
  let ending = false;
  let ended: Bar | undefined;
  let said: string | null = null;

  async function end(opened: number): Promise<void> {
    ending = true;
    try {
      [ended] = await feed.bars(symbol, interval, { from: opened, to: opened, limit: 1 });
    } finally {
      ending = false;
      wake(symbol);
    }
  }

  return {
    first() {
      const bar = feed.liveBar(symbol, interval);
      if (!bar) return null;
      const text = barText(bar);
      opening ??= bar[0];
      said ??= text;
      return new Map([[String(bar[0]), text]]);
    },
    next() {
      if (ending) return null;
      const bar = feed.liveBar(symbol, interval);
      const before = opening;
      opening = bar?.[0] ?? null;
      if (before !== null && before !== opening) {
        end(before).catch(report);
        return null;
      }
      const rows = new Map<string, string>();
      if (ended) rows.set(String(ended[0]), barText(ended));
      ended = undefined;
      const text = bar && barText(bar);
      if (bar && text !== null && text !== said) rows.set(String(bar[0]), text);
      said = text;
      return rows.size > 0 ? rows : null;
    },
  };
}

export type SourceParts = {
  readonly feed: Feed;
  /** A source has something to send although the feed did not change. */
  readonly wake: (symbol: string) => void;
  readonly report: (error: unknown) => void;
};

export function channelSource(channel: Extract<ChannelParts, { readonly symbol: string }>, parts: SourceParts): Source {
  switch (channel.kind) {
    case 'quote':
      return quoteSource(parts.feed, channel.symbol);
    case 'depth':
      return depthSource(parts.feed, channel.symbol);
    case 'book':
      return bookSource(parts.feed, channel.symbol, channel.step);
    case 'trades':
      return tradesSource(parts.feed, channel.symbol);
    case 'kline':
      return klineSource(parts, channel.symbol, channel.interval);
  }
}
