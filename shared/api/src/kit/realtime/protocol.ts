import type { AccountEvent } from '@tessera/bus';
import type { HaltReason, Interval } from '../rules/vocabulary.ts';

export type { AccountEvent, HaltReason };

/*
 * The realtime protocol: JSON text frames over the WebSocket at `/realtime`. Figures are decimal strings, times Unix ms.
 * `account` frames come after a successful `auth`, `release` frames to all pages; neither is subscribed to.
 */

/**
 * What a domain sends live, by name: the chat room `chat:en` to signed-in users, the pools of `quiz:realtime`, the
 * auction `nft:AURORA-01` and the paused services `site:paused` to all.
 */
export type TopicChannel = `chat:${string}` | `quiz:${string}` | `site:${string}` | `nft:${string}`;

/** The book in rows of a step, a decimal: `book:BTC/USDT:0.5`. */
export type BookChannel = `book:${string}:${string}`;

/** Channels whose rows are handed on as they come. */
export type RowsChannel = TopicChannel | BookChannel;

export type Channel =
  | `quote:${string}`
  | `depth:${string}`
  | `trades:${string}`
  | `kline:${string}:${Interval}`
  | RowsChannel;

export type ClientFrame =
  | {
      readonly op: 'subscribe' | 'unsubscribe';
      readonly channels: readonly Channel[];
      /** From now on, what belongs to one instant comes as one `moment`. Pages of former versions do not ask for it. */
      readonly moments?: true | undefined;
    }
  | {
      readonly op: 'auth';
      readonly token: string;
      /** Proves the key of a session that is bound to one, as the header `DPoP` does for `GET /realtime`. */
      readonly proof?: string | undefined;
    }
  | { readonly op: 'ping'; readonly t: number };

export type QuoteRow = readonly [
  symbol: string,
  last: string,
  bid: string,
  ask: string,
  /** Ratio: '0.0123' is +1.23 %. */
  change24h: string,
  high24h: string,
  low24h: string,
  /** In units of the base. */
  volume24h: string,
  /** In units of the quote currency. */
  turnover24h: string,
  at: number,
  open: 0 | 1,
  /** Of the frame of the market that changed the symbol last. Former versions of the backend do not send what follows. */
  seq?: number,
  /** Null while it takes orders, and while it is closed. */
  halt?: HaltReason | null,
  /** When it halted; null where that is not known. */
  haltedAt?: number | null,
  /** The source's price, which no order moves. */
  index?: string,
  /** By which positions are valued and liquidated. */
  mark?: string,
];

/** At most 20 levels a side, best first. */
export type Depth = {
  readonly bids: readonly (readonly [price: string, amount: string])[];
  readonly asks: readonly (readonly [price: string, amount: string])[];
  readonly at: number;
};

/**
 * An aggregated book as of the frame `seq` of the market, best first. With `prev` it is what has changed since that frame,
 * an amount of 0 being a level that is gone; without, the whole book.
 */
export type BookRow = readonly [seq: number, prev: number | null, bids: Depth['bids'], asks: Depth['asks']];

export type TradeRow = readonly [id: string, price: string, amount: string, taker: 'buy' | 'sell', at: number];

/** `t` is the opening time of the bar. */
export type KlineRow = readonly [t: number, open: string, high: string, low: string, close: string, volume: string];

export type RealtimeError =
  | 'invalid_frame'
  | 'unknown_channel'
  | 'too_many_channels'
  | 'too_many_connections'
  /** Only signed-in users may listen to the channel. */
  | 'sign_in_required'
  | 'session_invalid';

/** The state of channels; several rows only of quotes and trades. */
export type ChannelFrame =
  | { readonly ch: 'quote'; readonly d: readonly QuoteRow[] }
  | { readonly ch: `depth:${string}`; readonly d: Depth }
  | { readonly ch: `trades:${string}`; readonly d: readonly TradeRow[] }
  | { readonly ch: `kline:${string}:${Interval}`; readonly d: KlineRow }
  /** Rows as the domain of the topic defines them, or of a book. */
  | { readonly ch: RowsChannel; readonly d: readonly unknown[] };

export type ServerFrame =
  | { readonly op: 'ready'; readonly feed: 'simulated' | 'live'; readonly now: number }
  | { readonly op: 'pong'; readonly t: number }
  | { readonly op: 'error'; readonly error: RealtimeError; readonly channel?: string }
  | ChannelFrame
  /**
   * What changed in the channels of this connection until the frame `seq` of the market. All channels of a symbol are
   * as of that frame; one that is not in it has not changed since it came last.
   */
  | { readonly ch: 'moment'; readonly seq: number; readonly d: readonly ChannelFrame[] }
  | { readonly ch: 'account'; readonly d: AccountEvent }
  | { readonly ch: 'release'; readonly d: { readonly epoch: number } };
