import type { Channel, ChannelFrame, Depth, KlineRow, RowsChannel, ServerFrame } from '@tessera/api/realtime';
import { barOf, type LiveBar, withBar } from './klines.ts';
import { createFrameQueue, createLiveValues, type FrameScheduler, type LiveValues } from './live-values.ts';
import { type LiveQuote, type QuotedInstrument, quoteOf, quoteOfInstrument } from './quotes.ts';
import type { Subscriptions } from './subscriptions.ts';
import { type LiveTrade, withTrades } from './trades.ts';

type KlineChannel = Extract<Channel, `kline:${string}`>;

export type LiveSource<T> = {
  /** The value in force; the same object until it changes. */
  get(symbol: string): T | undefined;
  /** Subscribes while there are listeners. */
  listen(symbol: string, changed: () => void): () => void;
};

export type MarketStore = {
  readonly quotes: LiveSource<LiveQuote>;
  readonly depths: LiveSource<Depth>;
  readonly trades: LiveSource<readonly LiveTrade[]>;
  /** Every state of the forming bar that a frame has time for, and the last state of each finished one. */
  klines(channel: KlineChannel, onBar: (bar: LiveBar) => void): () => void;
  /** Reads a channel anew: its state comes again, from the beginning. */
  renew(channel: RowsChannel): void;
  /** Rows of a topic as they arrive; all of them, so not once per frame. */
  topic(channel: RowsChannel, onRows: (rows: readonly unknown[]) => void): () => void;
  /** Prices of a list that was read by a call; they apply until a newer one arrives. */
  seed(instruments: readonly QuotedInstrument[]): void;
  receive(frame: ServerFrame): void;
  /** There is no connection any more: prices of a list are newer again. */
  lost(): void;
};

const isOf = <K extends string>(channel: string, kind: K): channel is `${K}:${string}` =>
  channel.startsWith(`${kind}:`);

/** `kline:BTC/USDT:1m`, or `BTC/USDT` itself. */
const symbolOf = (key: string): string => key.split(':')[1] ?? key;

/**
 * What the page shows of the market. All that one frame brings of a symbol becomes visible at once: last price, book,
 * tape and forming candle on the screen are those of one instant.
 */
export function createMarketStore(subscriptions: Subscriptions, nextFrame: FrameScheduler): MarketStore {
  const queue = createFrameQueue(nextFrame);
  const quotes = createLiveValues<LiveQuote>(queue);
  const depths = createLiveValues<Depth>(queue);
  const trades = createLiveValues<readonly LiveTrade[]>(queue);
  const bars = createLiveValues<readonly LiveBar[]>(queue, symbolOf);
  const topics = new Map<string, Set<(rows: readonly unknown[]) => void>>();
  /** Symbols whose quotes come over this connection. */
  const live = new Set<string>();

  // A channel that was left misses what happens: what is known of it would stand beside newer figures of others.
  subscriptions.onDropped((channel) => {
    const symbol = symbolOf(channel);
    if (isOf(channel, 'quote')) live.delete(symbol);
    else if (isOf(channel, 'depth')) depths.forget(symbol);
    else if (isOf(channel, 'trades')) trades.forget(symbol);
  });

  function source<T>(kind: 'quote' | 'depth' | 'trades', values: LiveValues<T>): LiveSource<T> {
    return {
      get: (symbol) => values.get(symbol),
      listen(symbol, changed) {
        const release = subscriptions.hold(`${kind}:${symbol}`);
        const stop = values.listen(symbol, changed);
        return () => {
          stop();
          release();
        };
      },
    };
  }

  const newer = (quote: LiveQuote) => (before: LiveQuote | undefined) =>
    before && before.at > quote.at ? before : quote;

  function receive(frame: ChannelFrame): void {
    const channel: string = frame.ch;
    if (frame.ch === 'quote') {
      for (const row of frame.d) {
        live.add(row[0]);
        quotes.put(row[0], () => quoteOf(row));
      }
    } else if (isOf(channel, 'depth')) depths.put(channel.slice(6), () => frame.d as Depth);
    else if (isOf(channel, 'trades'))
      trades.put(channel.slice(7), (before = []) => withTrades(before, frame.d as Parameters<typeof withTrades>[1]));
    else if (isOf(channel, 'kline')) bars.put(channel, (before = []) => withBar(before, barOf(frame.d as KlineRow)));
    else for (const onRows of topics.get(channel) ?? []) onRows(frame.d as readonly unknown[]);
  }

  return {
    quotes: source('quote', quotes),
    depths: source('depth', depths),
    trades: source('trades', trades),
    klines(channel, onBar) {
      const release = subscriptions.hold(channel);
      const stop = bars.listen(channel, () => {
        for (const bar of bars.get(channel) ?? []) onBar(bar);
        // Handed over to every listener; the next frame starts from nothing.
        queueMicrotask(() => bars.forget(channel));
      });
      return () => {
        stop();
        release();
      };
    },
    topic(channel, onRows) {
      const release = subscriptions.hold(channel);
      const listeners = topics.get(channel) ?? new Set();
      topics.set(channel, listeners.add(onRows));
      // Rows of a book build on those before: who comes later, as the next page does, needs the first one as well.
      if (isOf(channel, 'book')) subscriptions.renew(channel);
      return () => {
        listeners.delete(onRows);
        release();
      };
    },
    renew: subscriptions.renew,
    seed(instruments) {
      for (const instrument of instruments) {
        const quote = quoteOfInstrument(instrument);
        // A price of another instant than the book beside it could lie outside its spread.
        if (!quote || live.has(quote.symbol) || depths.get(quote.symbol)) continue;
        if (quotes.get(quote.symbol)) quotes.put(quote.symbol, newer(quote));
        else quotes.set(quote.symbol, quote);
      }
    },
    receive(frame) {
      if (!('ch' in frame)) return;
      if (frame.ch === 'moment') for (const each of frame.d) receive(each);
      else if (frame.ch !== 'account' && frame.ch !== 'release') receive(frame);
    },
    lost: () => live.clear(),
  };
}
