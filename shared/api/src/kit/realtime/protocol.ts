import type { AccountEvent } from '@tessera/bus';
import type { Interval } from '../rules/vocabulary.ts';

export type { AccountEvent };

/*
 * The realtime protocol: JSON text frames over the WebSocket at `/realtime`. Figures are decimal strings, times Unix ms.
 * `account` frames come after a successful `auth`, `release` frames to everybody; neither is subscribed to.
 */

export type Channel = `quote:${string}` | `depth:${string}` | `trades:${string}` | `kline:${string}:${Interval}`;

export type ClientFrame =
  | { readonly op: 'subscribe' | 'unsubscribe'; readonly channels: readonly Channel[] }
  | { readonly op: 'auth'; readonly token: string }
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
];

/** At most 20 levels a side, best first. */
export type Depth = {
  readonly bids: readonly (readonly [price: string, amount: string])[];
  readonly asks: readonly (readonly [price: string, amount: string])[];
  readonly at: number;
};

export type TradeRow = readonly [id: string, price: string, amount: string, taker: 'buy' | 'sell', at: number];

/** `t` is the opening time of the bar. */
export type KlineRow = readonly [t: number, open: string, high: string, low: string, close: string, volume: string];

export type RealtimeError =
  | 'invalid_frame'
  | 'unknown_channel'
  | 'too_many_channels'
  | 'too_many_connections'
  | 'session_invalid';

export type ServerFrame =
  | { readonly op: 'ready'; readonly feed: 'simulated' | 'live'; readonly now: number }
  | { readonly op: 'pong'; readonly t: number }
  | { readonly op: 'error'; readonly error: RealtimeError; readonly channel?: string }
  | { readonly ch: 'quote'; readonly d: readonly QuoteRow[] }
  | { readonly ch: `depth:${string}`; readonly d: Depth }
  | { readonly ch: `trades:${string}`; readonly d: readonly TradeRow[] }
  | { readonly ch: `kline:${string}:${Interval}`; readonly d: KlineRow }
  | { readonly ch: 'account'; readonly d: AccountEvent }
  | { readonly ch: 'release'; readonly d: { readonly epoch: number } };
