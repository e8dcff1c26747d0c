import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseClientFrame } from '@tessera/api/kit';
import { type AccountEvent, type Channel, type ClientFrame, channelParts } from '@tessera/api/realtime';
import type { WebSocket } from 'ws';
import type { Feed } from '../feed/feed.ts';
import { Backlog } from './backlog.ts';
import { broadcast } from './broadcast.ts';
import { channelSource, quoteSource, type Source } from './channel-source.ts';
import { AGAINST_POLICY, Connection } from './connection.ts';
import { type Encoded, encode, quoteFrame } from './frames.ts';
import { createIdentity, type IdentityParts } from './identity.ts';
import { type PlaceLimits, Places } from './places.ts';

/** Maximum channels per connection: several times the longest list and a trade page. */
const MOST_CHANNELS = 1_000;
const PLACES: PlaceLimits = { connections: 20_000, ofAccount: 20 };
/** Silence in ms after which a client is pinged, and then disconnected. */
const ASKED_AFTER = 20_000;
const SILENT_FOR = 45_000;

/** WebSocket close code. */
const TRY_AGAIN_LATER = 1013;

export type HubParts = IdentityParts & { readonly feed: Feed; readonly limits?: PlaceLimits };

/** What a frame costs: a token is looked up in the database, and each channel has a first frame. */
function workOf(frame: ClientFrame | null): number {
  if (frame?.op === 'auth') return 20;
  return frame && 'channels' in frame ? 1 + Math.floor(frame.channels.length / 50) : 1;
}

export type Hub = {
  /** Connections that are open. */
  readonly size: () => number;
  /** Bytes that wait for slow clients. */
  readonly waiting: () => number;
  accept(socket: WebSocket, address: string): void;
  /** Sends the quotes, trades and bars that changed since the last time. */
  turn(): Promise<void>;
  /** The same for books. */
  turnDepth(): Promise<void>;
  /** Sends to every connection of a user. */
  tell(userId: string, event: AccountEvent): Promise<void>;
  /** Announces the current release to all clients, including later ones. */
  announce(epoch: number): Promise<void>;
  /** Drops dead connections, pings silent ones, and retries failed token checks. */
  sweep(): Promise<void>;
  close(): void;
};

/** Distributes prices and events: each symbol is read and encoded once per tick for all listeners. */
export function createHub({ feed, now, userOf, report, limits = PLACES }: HubParts): Hub {
  const identity = createIdentity({ userOf, now, report });
  const connections = new Set<Connection>();
  const places = new Places<Connection>(limits);
  const backlog = new Backlog();
  const listeners = new Map<Channel, Set<Connection>>();
  const quotes = new Map<string, Source<string>>();
  const sources = new Map<Channel, Source<Encoded>>();
  let release: number | null = null;

  const publish = (channel: Channel, frame: Encoded): Promise<void> =>
    broadcast(listeners.get(channel) ?? [], () => frame, nextTurn);

  function leave(connection: Connection, channel: Channel): void {
    connection.channels.delete(channel);
    const others = listeners.get(channel);
    others?.delete(connection);
    if (others?.size) return;
    listeners.delete(channel);
    sources.delete(channel);
    if (channel.startsWith('quote:')) quotes.delete(channel.slice(6));
  }

  /** Returns the first frame for the new listener; the row of a quote waits for those of others. */
  function join(connection: Connection, channel: Channel, rows: string[]): Encoded | null {
    const parts = channelParts(channel);
    if (connection.channels.has(channel)) return null;
    if (!parts || !feed.symbols.includes(parts.symbol)) {
      connection.reject('unknown_channel', channel);
      return null;
    }
    if (connection.channels.size >= MOST_CHANNELS) {
      connection.reject('too_many_channels', channel);
      return null;
    }
    connection.channels.add(channel);
    listeners.set(channel, (listeners.get(channel) ?? new Set()).add(connection));
    const source = sources.get(channel) ?? channelSource(parts, { feed, now, publish, report });
    if (source) {
      sources.set(channel, source);
      return source.first();
    }
    const quote = quotes.get(parts.symbol) ?? quoteSource(feed, parts.symbol);
    quotes.set(parts.symbol, quote);
    const row = quote.first();
    if (row !== null) rows.push(row);
    return null;
  }

  function subscribe(connection: Connection, channels: readonly Channel[]): void {
    const rows: string[] = [];
    const first = channels.map((channel) => join(connection, channel, rows));
    connection.channelsChanged();
    if (rows.length > 0) connection.send(quoteFrame(rows));
    for (const frame of first) if (frame) connection.send(frame);
  }

  async function signIn(connection: Connection, token: string): Promise<void> {
    await identity.claim(connection, token);
    count(connection);
  }

  /** A connection beyond the number of its account stays a guest: prices go on, account events do not. */
  function count(connection: Connection): void {
    if (places.identify(connection, connection.claim?.userId ?? null)) return;
    connection.claim = null;
    places.identify(connection, null);
    connection.reject('too_many_connections');
  }

  function obey(connection: Connection, frame: ClientFrame): void {
    switch (frame.op) {
      case 'subscribe':
        subscribe(connection, frame.channels);
        return;
      case 'unsubscribe':
        for (const channel of frame.channels) if (connection.channels.has(channel)) leave(connection, channel);
        connection.channelsChanged();
        return;
      case 'auth':
        void signIn(connection, frame.token);
        return;
      case 'ping':
        connection.send(encode({ op: 'pong', t: frame.t }));
    }
  }

  function receive(connection: Connection, data: string): void {
    const frame = parseClientFrame(data);
    if (!connection.hear(now(), workOf(frame))) {
      connection.end(AGAINST_POLICY, 'too many frames');
      return;
    }
    if (frame) obey(connection, frame);
    else connection.reject('invalid_frame');
  }

  async function sendQuotes(): Promise<void> {
    const changed = new Map<string, string>();
    for (const [symbol, source] of quotes) {
      const row = source.next();
      if (row !== null) changed.set(symbol, row);
    }
    if (changed.size === 0) return;
    const frames = new Map<string, Encoded | null>();
    const frameFor = ({ quoteKey, quotes: wanted }: Connection): Encoded | null => {
      const known = frames.get(quoteKey);
      if (known !== undefined) return known;
      const rows = wanted.flatMap((symbol) => changed.get(symbol) ?? []);
      const frame = rows.length > 0 ? quoteFrame(rows) : null;
      frames.set(quoteKey, frame);
      return frame;
    };
    await broadcast(connections, frameFor, nextTurn);
  }

  async function sendOthers(isWanted: (channel: Channel) => boolean): Promise<void> {
    for (const [channel, source] of [...sources]) {
      const frame = isWanted(channel) ? source.next() : null;
      if (frame) await publish(channel, frame);
    }
  }

  const isDepth = (channel: Channel): boolean => channel.startsWith('depth:');

  return {
    size: () => connections.size,
    waiting: () => backlog.waiting,
    accept(socket, address) {
      const connection = new Connection(socket, backlog, now());
      // A socket that breaks closes next; without a listener its error would end the process.
      socket.on('error', () => connection.drop());
      if (!places.enter(connection, address)) {
        connection.end(TRY_AGAIN_LATER, 'too many connections');
        return;
      }
      connections.add(connection);
      socket.on('message', (data) => receive(connection, data.toString()));
      socket.on('pong', () => {
        connection.heardAt = now();
      });
      socket.on('close', () => {
        for (const channel of [...connection.channels]) leave(connection, channel);
        connections.delete(connection);
        places.leave(connection);
        connection.closed();
      });
      connection.send(encode({ op: 'ready', feed: feed.source, now: now() }));
      if (release !== null) connection.send(encode({ ch: 'release', d: { epoch: release } }));
    },
    async turn() {
      await sendQuotes();
      await sendOthers((channel) => !isDepth(channel));
    },
    turnDepth: () => sendOthers(isDepth),
    async tell(userId, event) {
      // Before anything else is sent: connections of sessions that have just ended are closed.
      if (event.kind === 'session') {
        await Promise.all([...connections].map((connection) => identity.verify(connection, userId)));
      }
      const frame = encode({ ch: 'account', d: event });
      for (const connection of [...connections])
        if (connection.claim?.userId === userId && (await identity.isStill(connection, userId))) connection.send(frame);
    },
    announce(epoch) {
      release = epoch;
      const frame = encode({ ch: 'release', d: { epoch } });
      return broadcast(connections, () => frame, nextTurn);
    },
    async sweep() {
      for (const connection of [...connections]) {
        const silence = now() - connection.heardAt;
        if (silence > SILENT_FOR || !connection.isTaking(now())) connection.drop();
        else if (silence > ASKED_AFTER) connection.ping();
        await identity.retry(connection);
        count(connection);
      }
    },
    close() {
      // Not a closing handshake: a client that is gone would keep the server from stopping.
      for (const connection of connections) connection.drop();
    },
  };
}
