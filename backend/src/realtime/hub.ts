import { parseClientFrame } from '@tessera/api/contract';
import { type AccountEvent, channelParts } from '@tessera/api/realtime';
import type { WebSocket } from 'ws';
import type { Feed } from '../feed/feed.ts';
import { Connection } from './connection.ts';
import { DEPTH_LEVELS, encode, encodeBar, encodeDepth, encodeQuote, encodeTrades, quoteFrame } from './frames.ts';

/** Channels that one connection may hold: the longest list and a trade page, several times over. */
const MOST_CHANNELS = 1_000;
const TRADES_AT_FIRST = 40;
/** A client that said nothing for this long, ms, is gone: ours ask every ten seconds. */
const SILENT_FOR = 45_000;

export type HubParts = {
  readonly feed: Feed;
  readonly now: () => number;
  /** The user that a token belongs to; null for none. */
  readonly userOf: (token: string) => Promise<string | null>;
};

export type Hub = {
  accept(socket: WebSocket): void;
  /** Sends what changed since the last turn: quotes and bars each time, the book every other time. */
  turn(): void;
  /** Tells every connection of a user. */
  tell(userId: string, event: AccountEvent): void;
  /** Tells everybody of the release in force, and whoever comes later. */
  announce(epoch: number): void;
  /** Lets go of connections that are no more. */
  sweep(): void;
  close(): void;
};

/** Hands prices and events to many connections: each symbol is read and encoded once a turn, whoever listens. */
export function createHub({ feed, now, userOf }: HubParts): Hub {
  const connections = new Set<Connection>();
  const listeners = new Map<string, Set<Connection>>();
  const lastSent = new Map<string, string>();
  const tradesUntil = new Map<string, number>();
  let release: number | null = null;
  let turns = 0;

  function leave(connection: Connection, channel: string): void {
    connection.channels.delete(channel);
    const others = listeners.get(channel);
    others?.delete(connection);
    if (others?.size) return;
    listeners.delete(channel);
    lastSent.delete(channel);
    tradesUntil.delete(channel);
  }

  /** What a channel says to somebody who just came; null while there is nothing to say. */
  function greeting(channel: string): string | null {
    const parts = channelParts(channel);
    if (!parts) return null;
    const { symbol } = parts;
    switch (parts.kind) {
      case 'quote': {
        const quote = feed.quote(symbol);
        return quote && quoteFrame([encodeQuote(quote)]);
      }
      case 'depth': {
        const depth = feed.depth(symbol, DEPTH_LEVELS);
        return depth && encodeDepth(symbol, depth);
      }
      case 'trades':
        return encodeTrades(symbol, feed.trades(symbol, 0, TRADES_AT_FIRST));
      case 'kline': {
        const bar = feed.liveBar(symbol, parts.interval);
        return bar && encodeBar(symbol, parts.interval, bar);
      }
    }
  }

  function join(connection: Connection, channel: string): void {
    const parts = channelParts(channel);
    if (!parts || !feed.symbols.includes(parts.symbol)) {
      connection.send(encode({ op: 'error', error: 'unknown_channel', channel }));
      return;
    }
    if (connection.channels.has(channel)) return;
    if (connection.channels.size >= MOST_CHANNELS) {
      connection.send(encode({ op: 'error', error: 'too_many_channels', channel }));
      return;
    }
    connection.channels.add(channel);
    const others = listeners.get(channel);
    if (others) others.add(connection);
    else {
      listeners.set(channel, new Set([connection]));
      if (parts.kind === 'trades') tradesUntil.set(channel, now());
    }
    const first = greeting(channel);
    if (first) connection.send(first);
  }

  async function authenticate(connection: Connection, token: string): Promise<void> {
    const userId = await userOf(token);
    if (userId) connection.userId = userId;
    else connection.send(encode({ op: 'error', error: 'session_invalid' }));
  }

  function receive(connection: Connection, data: string): void {
    connection.heardAt = now();
    const frame = parseClientFrame(data);
    switch (frame?.op) {
      case 'subscribe':
        for (const channel of frame.channels) join(connection, channel);
        return;
      case 'unsubscribe':
        for (const channel of frame.channels) leave(connection, channel);
        return;
      case 'auth':
        // A database that is away is no reason to end the connection: prices go on, the client asks again.
        authenticate(connection, frame.token).catch(() =>
          connection.send(encode({ op: 'error', error: 'session_invalid' })),
        );
        return;
      case 'ping':
        connection.send(encode({ op: 'pong', t: frame.t }));
        return;
      default:
        connection.send(encode({ op: 'error', error: 'invalid_frame' }));
    }
  }

  /** Sends a text to all who listen to a channel, unless it is what they were sent last. */
  function publish(channel: string, text: string): void {
    if (lastSent.get(channel) === text) return;
    lastSent.set(channel, text);
    for (const connection of listeners.get(channel) ?? []) connection.send(text);
  }

  function sendQuotes(): void {
    const rows = new Map<Connection, string[]>();
    for (const [channel, listening] of listeners) {
      const parts = channelParts(channel);
      if (parts?.kind !== 'quote') continue;
      const quote = feed.quote(parts.symbol);
      if (!quote) continue;
      const row = encodeQuote(quote);
      if (lastSent.get(channel) === row) continue;
      lastSent.set(channel, row);
      for (const connection of listening) {
        const own = rows.get(connection);
        if (own) own.push(row);
        else rows.set(connection, [row]);
      }
    }
    for (const [connection, own] of rows) connection.send(quoteFrame(own));
  }

  function sendTrades(channel: string, symbol: string): void {
    const trades = feed.trades(symbol, tradesUntil.get(channel) ?? now(), TRADES_AT_FIRST);
    const last = trades.at(-1);
    if (!last) return;
    tradesUntil.set(channel, last.at);
    publish(channel, encodeTrades(symbol, trades));
  }

  return {
    accept(socket) {
      const connection = new Connection(socket, now());
      connections.add(connection);
      connection.send(encode({ op: 'ready', feed: feed.source, now: now() }));
      if (release !== null) connection.send(encode({ ch: 'release', d: { epoch: release } }));
      socket.on('message', (data) => receive(connection, data.toString()));
      socket.on('error', () => connection.close());
      socket.on('close', () => {
        for (const channel of connection.channels) leave(connection, channel);
        connections.delete(connection);
      });
    },
    turn() {
      turns += 1;
      sendQuotes();
      for (const channel of listeners.keys()) {
        const parts = channelParts(channel);
        if (parts?.kind === 'trades') sendTrades(channel, parts.symbol);
        if (parts?.kind === 'kline') {
          const bar = feed.liveBar(parts.symbol, parts.interval);
          if (bar) publish(channel, encodeBar(parts.symbol, parts.interval, bar));
        }
        if (parts?.kind === 'depth' && turns % 2 === 0) {
          const depth = feed.depth(parts.symbol, DEPTH_LEVELS);
          if (depth) publish(channel, encodeDepth(parts.symbol, depth));
        }
      }
    },
    tell(userId, event) {
      const text = encode({ ch: 'account', d: event });
      for (const connection of connections) if (connection.userId === userId) connection.send(text);
    },
    announce(epoch) {
      release = epoch;
      const text = encode({ ch: 'release', d: { epoch } });
      for (const connection of connections) connection.send(text);
    },
    sweep() {
      for (const connection of connections) if (now() - connection.heardAt > SILENT_FOR) connection.close();
    },
    close() {
      for (const connection of connections) connection.close();
    },
  };
}
