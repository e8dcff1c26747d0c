import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseClientFrame } from '@tessera/api/kit';
import {
  type AccountEvent,
  type Channel,
  type ChannelParts,
  type ClientFrame,
  channelParts,
} from '@tessera/api/realtime';
import type { WebSocket } from 'ws';
import { Owners } from '../events/owners.ts';
import type { Feed } from '../feed/feed.ts';
import { Backlog } from './backlog.ts';
import { channelSource, type Source } from './channel-source.ts';
import { AGAINST_POLICY, type Claim, Connection, TRY_AGAIN_LATER, type Wire } from './connection.ts';
import { encode, Update } from './frames.ts';
import { createIdentity, type IdentityParts } from './identity.ts';
import { type PlaceLimits, Places } from './places.ts';
import type { Change, Rows } from './rows.ts';
import type { LiveTopic } from './topic.ts';
import { createWorkTime } from './work-time.ts';

/** Maximum channels per connection: several times the longest list and a trade page. */
const MOST_CHANNELS = 1_000;
/** Channels of a symbol without a price: more than it has steps. */
const MOST_UNPRICED = 64;
const PLACES: PlaceLimits = { connections: 20_000, ofAccount: 20 };
/** Silence in ms after which a client is pinged, and then disconnected. */
const ASKED_AFTER = 20_000;
const SILENT_FOR = 45_000;
/** What the look-up of a session is charged: it goes on beside the frame that asks for it, in part in the database. */
const LOOK_UP_MS = 0.5;
/** What the handshake of a connection is charged: most of it is done before the hub has the socket. */
const HANDSHAKE_MS = 0.2;
/** A sign of life, and how many characters one has at most. */
const PING = /^\{"op":"ping"/;
const SHORT = 64;
/** What a sign of life counts as while the time of its address is spent: a page sends one in a window. */
const PING_THEN = 60;
/** Sessions that a sweep looks up at a time. */
const RENEWED_AT_ONCE = 20;

/**
 * ms for which sockets are written to before other work runs: writing to ten thousand at once stalls a node for 300 ms, and to
 * 400 of which each has 1,000 channels of its own for 750.
 */
const SLICE_MS = 10;

/** What is to be awaited within long work: other work runs there after each `SLICE_MS`. */
function pauses(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

export type HubParts = IdentityParts & {
  readonly feed: Feed;
  /** The key that a client proves for a token, looked at once; null for none and for what proves nothing. */
  readonly provenKey?: (token: string, proof: string | undefined) => Promise<string | null>;
  /** Read when a channel is joined. */
  readonly topics?: () => readonly LiveTopic[];
  /** A turn is due. */
  readonly wake: () => void;
  readonly limits?: PlaceLimits;
};

/** Channels of one key are read together. A symbol contains no colon, a topic's key does. */
const keyOf = (parts: ChannelParts): string => ('symbol' in parts ? parts.symbol : `${parts.kind}:${parts.name}`);

/** Channels of signed-in users; all others are public. */
const isPrivate = (channel: Channel): boolean => channelParts(channel)?.kind === 'chat';

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
  /** `wire` is what the socket writes to, `browser` the cookie of who opened it. */
  accept(socket: WebSocket, wire: Wire, address: string, browser?: string | null): void;
  /** These symbols have changed: the next turn sends them. */
  changed(symbols: readonly string[]): void;
  /** Sends what changed since the last turn, all of one instant. Resolves with the ms for which nothing else could run. */
  turn(): Promise<number>;
  /** Sends to every connection of a user. */
  tell(userId: string, event: AccountEvent): Promise<void>;
  /** Announces the current release to all clients, including later ones. */
  announce(epoch: number): Promise<void>;
  /** Drops dead connections, pings silent ones, and renews token checks that failed, or that private channels rest on. */
  sweep(): Promise<void>;
  close(): void;
};

/** Distributes prices and events: each symbol is read and encoded once for all listeners. */
export function createHub({
  feed,
  topics = () => [],
  now,
  userOf,
  provenKey = async () => null,
  report,
  wake,
  limits = PLACES,
}: HubParts): Hub {
  const identity = createIdentity({ userOf, now, report });
  const connections = new Set<Connection>();
  /** Those that claim to be of a user, and those of each user whose claim was looked up. */
  const claiming = new Set<Connection>();
  const owners = new Owners<Connection>();
  /** Connections that listen to a channel of signed-in users, by their user. */
  const audiences = new Map<Channel, Owners<Connection>>();
  let renewing = false;
  const places = new Places<Connection>(limits);
  const workTime = createWorkTime();
  const backlog = new Backlog();
  /** Connections by channel. */
  const listeners = new Map<Channel, number>();
  const sources = new Map<string, Map<Channel, Source>>();
  const changedSymbols = new Set<string>();
  /** Updates of the turn under way that are not sent yet. */
  const unsent = new Map<Connection, Update>();
  let release: number | null = null;

  function changed(symbols: readonly string[]): void {
    for (const symbol of symbols) if (sources.has(symbol)) changedSymbols.add(symbol);
    if (changedSymbols.size > 0) wake();
  }

  const parts = { feed, report, wake: (symbol: string) => changed([symbol]) };

  function onClaim(connection: Connection, before: Claim | null): void {
    const { claim } = connection;
    if (claim) claiming.add(connection);
    else claiming.delete(connection);
    const [from, to] = [before?.userId ?? null, claim?.userId ?? null];
    if (from === to) return;
    owners.move(connection, from, to);
    for (const channel of connection.privateChannels) audiences.get(channel)?.move(connection, from, to);
  }

  function enterAudience(connection: Connection, channel: Channel): void {
    if (!isPrivate(channel)) return;
    connection.privateChannels.add(channel);
    const audience = audiences.get(channel) ?? new Owners<Connection>();
    audiences.set(channel, audience);
    audience.move(connection, null, connection.claim?.userId ?? null);
  }

  function leaveAudience(connection: Connection, channel: Channel): void {
    if (!connection.privateChannels.delete(channel)) return;
    const audience = audiences.get(channel);
    audience?.move(connection, connection.claim?.userId ?? null, null);
    if (audience?.users === 0) audiences.delete(channel);
  }

  function leave(connection: Connection, channel: Channel): void {
    connection.channels.delete(channel);
    leaveAudience(connection, channel);
    places.letGo(connection, 1);
    const others = (listeners.get(channel) ?? 0) - 1;
    listeners.set(channel, others);
    if (others > 0) return;
    listeners.delete(channel);
    const parts = channelParts(channel);
    const key = parts ? keyOf(parts) : '';
    const ofKey = sources.get(key);
    ofKey?.get(channel)?.close?.();
    ofKey?.delete(channel);
    if (ofKey?.size === 0) sources.delete(key);
  }

  const listenersOf = (channel: Channel): number => audiences.get(channel)?.users ?? 0;

  /** Steps that no instrument has would make channels without end; before its first price any may be one. */
  const isStepOf = ({ symbol, step }: { readonly symbol: string; readonly step: string }): boolean =>
    feed.depth(symbol, 1, step) !== null ||
    (feed.depth(symbol, 1) === null && (sources.get(symbol)?.size ?? 0) < MOST_UNPRICED);

  /** What a channel sends; null where there is no such channel. */
  function sourceOf(channel: Channel, of: ChannelParts): Source | null {
    if ('symbol' in of) {
      if (!feed.symbols.includes(of.symbol) || (of.kind === 'book' && !isStepOf(of))) return null;
      return channelSource(of, parts);
    }
    const topic = topics().find(({ kind }) => kind === of.kind);
    return topic?.open(of.name, { wake: () => changed([keyOf(of)]), listeners: () => listenersOf(channel) }) ?? null;
  }

  /** Whether a connection may listen to a channel now. Where it is not known yet whose it is, the channel waits. */
  function mayJoin(connection: Connection, channel: Channel): boolean {
    if (!isPrivate(channel) || connection.claim?.userId) return true;
    if (!connection.claim) connection.reject('sign_in_required', channel);
    else if (connection.awaiting.has(channel)) return false;
    else if (connection.awaiting.size < MOST_CHANNELS && places.hold(connection)) connection.awaiting.add(channel);
    else connection.reject('too_many_channels', channel);
    return false;
  }

  /** Returns the key of a channel that the connection has joined, null where it has not. */
  function join(connection: Connection, channel: Channel): string | null {
    if (connection.channels.has(channel) || !mayJoin(connection, channel)) return null;
    if (connection.channels.size >= MOST_CHANNELS) {
      connection.reject('too_many_channels', channel);
      return null;
    }
    const channelOf = channelParts(channel);
    const key = channelOf && keyOf(channelOf);
    const source = channelOf && (sources.get(keyOf(channelOf))?.get(channel) ?? sourceOf(channel, channelOf));
    if (key === null || source === null) {
      connection.reject('unknown_channel', channel);
      return null;
    }
    if (!places.hold(connection)) {
      // One that was opened for it alone is listened to by none.
      if (!listeners.has(channel)) source.close?.();
      connection.reject('too_many_channels', channel);
      return null;
    }
    connection.channels.add(channel);
    enterAudience(connection, channel);
    listeners.set(channel, (listeners.get(channel) ?? 0) + 1);
    const ofKey = sources.get(key) ?? new Map<Channel, Source>();
    sources.set(key, ofKey.set(channel, source));
    return key;
  }

  /** Joins the channels that waited for the look-up of the connection's user, or rejects them. */
  function admit(connection: Connection): void {
    if (connection.awaiting.size === 0 || (connection.claim && !connection.claim.userId)) return;
    const waiting = [...connection.awaiting];
    connection.awaiting.clear();
    places.letGo(connection, waiting.length);
    if (connections.has(connection)) subscribe(connection, waiting, false);
  }

  /** The state of now of every channel that the connection has of these keys: what it has may be of an earlier one. */
  function stateOf(connection: Connection, symbols: ReadonlySet<string>): Update {
    const state = new Map<Channel, Rows>();
    for (const symbol of symbols)
      for (const [channel, source] of sources.get(symbol) ?? []) {
        const rows = connection.channels.has(channel) ? source.first() : null;
        if (rows) state.set(channel, rows);
      }
    return new Update(state, feed.sequence);
  }

  function subscribe(connection: Connection, channels: readonly Channel[], moments: boolean): void {
    connection.moments ||= moments;
    sendUpdate(connection);
    const symbols = new Set<string>();
    for (const channel of channels) {
      const symbol = join(connection, channel);
      if (symbol !== null) symbols.add(symbol);
    }
    connection.channelsChanged();
    const state = stateOf(connection, symbols);
    if (state.change.size > 0) connection.deliver(state);
  }

  async function signIn(connection: Connection, token: string, proof: string | undefined): Promise<void> {
    let proven: Promise<string | null> | null = null;
    await identity.claim(connection, token, () => {
      if (proven) return proven;
      proven = provenKey(token, proof);
      proven.catch(report);
      return proven;
    });
    settle(connection);
  }

  /** A connection beyond the number of its account stays a guest: prices go on, account events do not. */
  function count(connection: Connection): void {
    if (places.identify(connection, connection.claim?.userId ?? null)) return;
    connection.claim = null;
    places.identify(connection, null);
    connection.reject('too_many_connections');
  }

  /** What follows from whose the connection is by now. */
  function settle(connection: Connection): void {
    count(connection);
    if (!connection.claim && connection.privateChannels.size > 0) {
      for (const channel of [...connection.privateChannels]) leave(connection, channel);
      connection.channelsChanged();
    }
    admit(connection);
  }

  function obey(connection: Connection, frame: ClientFrame): void {
    switch (frame.op) {
      case 'subscribe':
        subscribe(connection, frame.channels, frame.moments === true);
        return;
      case 'unsubscribe':
        for (const channel of frame.channels) {
          if (connection.awaiting.delete(channel)) places.letGo(connection, 1);
          if (connection.channels.has(channel)) leave(connection, channel);
        }
        connection.channelsChanged();
        return;
      case 'auth':
        void signIn(connection, frame.token, frame.proof);
        return;
      case 'ping':
        connection.send(encode({ op: 'pong', t: frame.t }));
    }
  }

  function receive(connection: Connection, received: Buffer): void {
    // What came before its end was heard is still handed on.
    if (!connection.isOpen) return;
    const charged = places.chargedOf(connection);
    // Before it is read: each of thousands of connections would have a frame of its own served.
    if (charged.some((each) => workTime.isSpent(each, now()))) {
      const isPing = received.length <= SHORT && PING.test(received.toString());
      // The page takes its prices, which go on, for an answer.
      if (!isPing || !connection.hear(now(), PING_THEN)) connection.end(TRY_AGAIN_LATER, 'too much work');
      return;
    }
    const data = received.toString();
    const began = performance.now();
    const frame = parseClientFrame(data);
    if (!connection.hear(now(), workOf(frame))) {
      connection.end(AGAINST_POLICY, 'too many frames');
      return;
    }
    if (frame) obey(connection, frame);
    else connection.reject('invalid_frame');
    const ms = performance.now() - began + (frame?.op === 'auth' ? LOOK_UP_MS : 0);
    const within = charged.map((each) => workTime.spend(each, ms, now()));
    if (within.includes(false)) connection.end(TRY_AGAIN_LATER, 'too much work');
  }

  /** What is new in the channels of the symbols: read without an `await` in between, so of one instant. */
  function readChanges(symbols: Iterable<string>): Change {
    const change = new Map<Channel, Rows>();
    for (const symbol of symbols)
      for (const [channel, source] of sources.get(symbol) ?? []) {
        const rows = source.next();
        if (rows) change.set(channel, rows);
      }
    return change;
  }

  function sendUpdate(connection: Connection): void {
    const update = unsent.get(connection);
    unsent.delete(connection);
    if (update) connection.deliver(update);
  }

  function updateOf(connection: Connection, change: Change, sequence: number): Update | null {
    const wanted = new Map<Channel, Rows>();
    for (const channel of connection.channels) {
      const rows = change.get(channel);
      if (rows) wanted.set(channel, rows);
    }
    return wanted.size > 0 ? new Update(wanted, sequence) : null;
  }

  async function turn(): Promise<number> {
    const from = performance.now();
    const change = readChanges(changedSymbols);
    changedSymbols.clear();
    if (change.size === 0) return performance.now() - from;
    const updates = new Map<string, Update | null>();
    for (const connection of connections) {
      const { channelKey } = connection;
      const known = updates.get(channelKey);
      const update = known === undefined ? updateOf(connection, change, feed.sequence) : known;
      if (known === undefined) updates.set(channelKey, update);
      if (!update) continue;
      sendUpdate(connection);
      unsent.set(connection, update);
    }
    const held = performance.now() - from;
    const pause = pauses();
    for (const connection of unsent.keys()) {
      sendUpdate(connection);
      const others = pause();
      if (others) await others;
    }
    return held;
  }

  return {
    size: () => connections.size,
    waiting: () => backlog.waiting,
    accept(socket, wire, address, browser = null) {
      const connection = new Connection(socket, wire, { backlog, now: now(), address, browser, onClaim });
      // A socket that breaks closes next; without a listener its error would end the process.
      socket.on('error', () => connection.drop());
      if (!places.enter(connection, address)) {
        connection.end(TRY_AGAIN_LATER, 'too many connections');
        return;
      }
      const charged = places.chargedOf(connection);
      if (charged.some((each) => workTime.isSpent(each, now()))) {
        places.leave(connection);
        connection.end(TRY_AGAIN_LATER, 'too much work');
        return;
      }
      for (const each of charged) workTime.spend(each, HANDSHAKE_MS, now());
      connections.add(connection);
      socket.on('message', (data: Buffer) => receive(connection, data));
      socket.on('pong', () => {
        connection.heardAt = now();
      });
      socket.on('close', () => {
        for (const channel of [...connection.channels]) leave(connection, channel);
        connections.delete(connection);
        unsent.delete(connection);
        places.leave(connection);
        connection.closed();
      });
      connection.send(encode({ op: 'ready', feed: feed.source, now: now() }));
      if (release !== null) connection.send(encode({ ch: 'release', d: { epoch: release } }));
    },
    changed,
    turn,
    async tell(userId, event) {
      identity.note(userId, event);
      const own = owners.of(userId);
      // Before anything else is sent: connections of sessions that have just ended are closed.
      if (event.kind === 'session') await Promise.all(own.map((connection) => identity.verify(connection, userId)));
      const later: Promise<void>[] = [];
      for (const connection of own) {
        const told = identity.tell(connection, userId, event);
        if (told) later.push(told);
      }
      await Promise.all(later);
    },
    async announce(epoch) {
      release = epoch;
      const frame = encode({ ch: 'release', d: { epoch } });
      const pause = pauses();
      for (const connection of [...connections]) {
        connection.send(frame);
        const others = pause();
        if (others) await others;
      }
    },
    async sweep() {
      const pause = pauses();
      for (const connection of [...connections]) {
        const silence = now() - connection.heardAt;
        if (silence > SILENT_FOR || !connection.isTaking(now())) connection.drop();
        else if (silence > ASKED_AFTER) connection.ping();
        const others = pause();
        if (others) await others;
      }
      // The look-ups of the sweep before go on where the database is slow.
      if (renewing) return;
      renewing = true;
      try {
        const all = [...claiming];
        for (let from = 0; from < all.length; from += RENEWED_AT_ONCE) {
          await Promise.all(
            all.slice(from, from + RENEWED_AT_ONCE).map(async (connection) => {
              // No event tells of a session that ends by time, or of a notice that was lost between nodes.
              await identity.renew(connection, connection.privateChannels.size === 0);
              settle(connection);
            }),
          );
          await pause();
        }
      } finally {
        renewing = false;
      }
    },
    close() {
      // Not a closing handshake: a client that is gone would keep the server from stopping.
      for (const connection of connections) connection.drop();
    },
  };
}
