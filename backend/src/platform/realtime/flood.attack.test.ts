import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type MovingMarket, movingMarket } from '../../../test/moving-market.ts';
import { textsOf } from '../../../test/websocket-frames.ts';
import { seededCatalogue } from '../../domains/instruments/seeded.ts';
import { Connection } from './connection.ts';
import { createHub, type Hub } from './hub.ts';
import type { TopicParts } from './topic.ts';

/* The hub against clients that take nothing, too many, or ask for too much. */

const NOON = Date.UTC(2026, 10, 18, 12, 0, 0);
const KIB = 1024;
const MB = KIB * KIB;

/** A socket that counts what waits; `reads` is whether the client takes it. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  writableLength = 0;
  closedWith: number | null = null;
  readonly frames: unknown[] = [];
  readonly #reads: boolean;

  constructor(reads: boolean) {
    super();
    this.#reads = reads;
  }

  write(bytes: Buffer, taken: () => void): boolean {
    if (this.#reads) {
      this.frames.push(...textsOf(bytes).map((text) => JSON.parse(text)));
      taken();
    } else this.writableLength += bytes.length;
    return this.#reads;
  }

  ping(): void {
    if (this.#reads) this.emit('pong');
  }

  say = (frame: unknown): void => void this.emit('message', Buffer.from(JSON.stringify(frame)));

  close(code: number): void {
    this.readyState = 3;
    this.closedWith = code;
    this.emit('close');
  }

  terminate = (): void => this.close(1006);
}

let time: number;
let hub: Hub;
let feed: MovingMarket;
let lookedUp: number;
let away: boolean;
const limits = { connections: 20_000, ofAccount: 3 };

beforeEach(() => {
  time = NOON;
  lookedUp = 0;
  away = false;
  feed = movingMarket(() => time);
  const userOf = async (token: string) => {
    lookedUp += 1;
    if (away) throw new Error('the database is away');
    return token.startsWith('user') ? token : null;
  };
  hub = createHub({ feed, now: () => time, wake: () => undefined, userOf, report: () => undefined, limits });
});

/** One turn over a market that has moved. */
async function turn(): Promise<void> {
  time += 250;
  feed.step();
  hub.changed(feed.symbols);
  await hub.turn();
}

function join(address = '198.51.100.7', reads = true): FakeSocket {
  const socket = new FakeSocket(reads);
  hub.accept(socket as unknown as WebSocket, socket, address);
  return socket;
}

const everything = seededCatalogue.instruments
  .slice(0, 150)
  .flatMap(({ symbol }) => [`quote:${symbol}`, `depth:${symbol}`]);

describe('clients that take nothing', () => {
  it('hold the first state and the newest one, however long they take nothing', async () => {
    const sockets = Array.from({ length: 40 }, () => join('198.51.100.7', false));
    for (const socket of sockets) socket.say({ op: 'subscribe', channels: everything });
    await turn();
    const first = hub.waiting();
    for (let turns = 0; turns < 60; turns += 1) await turn();
    expect(hub.waiting()).toBe(first);
    expect(first).toBeLessThan(40 * 256 * KIB);
    await hub.sweep();
    time += 31_000;
    await hub.sweep();
    expect(sockets.map(({ closedWith }) => closedWith)).toEqual(sockets.map(() => 1006));
    expect([hub.size(), hub.waiting()]).toEqual([0, 0]);
  });

  it('hold no more together than a node can bear, however many they are', async () => {
    const sockets = Array.from({ length: 600 }, (_, index) => join(`203.0.113.${index % 200}`, false));
    for (const socket of sockets) socket.writableLength = 200 * 1024;
    for (let turns = 0; turns < 3; turns += 1) {
      for (const socket of sockets) if (socket.readyState === 1) socket.say({ op: 'ping', t: turns });
      await turn();
    }
    expect(hub.waiting()).toBeLessThan(65 * MB);
    expect(hub.size()).toBeGreaterThan(100);
  });

  it('are disconnected after half a minute, though they keep sending', async () => {
    const stalled = join('198.51.100.7', false);
    const lively = join();
    for (let seconds = 0; seconds < 45; seconds += 15) {
      time += 15_000;
      for (const each of [stalled, lively]) each.say({ op: 'ping', t: seconds });
      await hub.sweep();
    }
    expect([stalled.closedWith, lively.closedWith]).toEqual([1006, null]);
  });
});

describe('places', () => {
  it('are there for 2,500 guests behind one carrier address, and for others beside a flood', () => {
    for (let index = 0; index < 2_500; index += 1) expect(join().closedWith).toBeNull();
    const flood = Array.from({ length: 5_000 }, () => join());
    expect(flood.filter(({ closedWith }) => closedWith === 1013).length).toBeGreaterThan(3_000);
    expect(join('203.0.113.9').closedWith).toBeNull();
  });

  it('of signed-in users are counted for their account, not for the address they share', async () => {
    const users = Array.from({ length: 4_500 }, (_, index) => ({ token: `user ${index}` }));
    for (const { token } of users) {
      const socket = join();
      socket.say({ op: 'auth', token });
      await Promise.resolve();
      expect(socket.closedWith).toBeNull();
    }
  });

  it('of one account are limited: one more stays a guest, until another has left', async () => {
    const signIn = async () => {
      const socket = join();
      socket.say({ op: 'auth', token: 'user ann' });
      await new Promise(setImmediate);
      return socket;
    };
    const [first] = [await signIn(), await signIn(), await signIn()];
    const fourth = await signIn();
    expect(fourth.frames.at(-1)).toEqual({ op: 'error', error: 'too_many_connections' });
    await hub.tell('user ann', { kind: 'balance' });
    expect(fourth.frames.some((frame) => JSON.stringify(frame).includes('account'))).toBe(false);
    expect(fourth.closedWith).toBeNull();
    first?.close(1000);
    const fifth = await signIn();
    await hub.tell('user ann', { kind: 'balance' });
    expect(fifth.frames.at(-1)).toMatchObject({ ch: 'account' });
  });
});

describe('a session that could not be looked up', () => {
  it('is counted for its account once it can', async () => {
    away = true;
    const sockets = Array.from({ length: 5 }, () => join());
    for (const socket of sockets) socket.say({ op: 'auth', token: 'user ann' });
    await new Promise(setImmediate);
    away = false;
    await hub.sweep();
    const rejected = sockets.filter(({ frames }) => JSON.stringify(frames).includes('too_many_connections'));
    expect(rejected).toHaveLength(2);
  });
});

describe('a client that asks for much', () => {
  it('has few tokens looked up', async () => {
    const socket = join();
    for (let tries = 0; tries < 200; tries += 1)
      if (socket.readyState === 1) socket.say({ op: 'auth', token: `x${tries}` });
    // Four at a time, and none of a token that another one has replaced.
    expect([socket.closedWith, lookedUp]).toEqual([1008, 4]);
  });

  it('is disconnected after some thousand channels in a moment', () => {
    const socket = join();
    let asked = 0;
    while (socket.readyState === 1) {
      socket.say({ op: asked % 2 ? 'unsubscribe' : 'subscribe', channels: everything });
      asked += 1;
    }
    expect(asked * everything.length).toBeLessThan(10_000);
  });

  it('cannot have one book read again and again by other spellings of its step', () => {
    const socket = join();
    socket.say({ op: 'subscribe', channels: ['book:BTC/USDT:0.5'] });
    const first = socket.frames.length;
    for (const step of ['0.50', '00.5', '000000000.500000000000', '0.5000'])
      socket.say({ op: 'subscribe', channels: [`book:BTC/USDT:${step}`] });
    const rejected = { op: 'error', error: 'invalid_frame' };
    expect(socket.frames.slice(first)).toEqual([rejected, rejected, rejected, rejected]);
  });

  it('has few books of a symbol without a price', () => {
    hub = createHub({
      feed: Object.assign(Object.create(feed) as MovingMarket, { depth: () => null }),
      ...{ now: () => time, wake: () => undefined, userOf: async () => null, report: () => undefined, limits },
    });
    const socket = join();
    const channels = Array.from({ length: 100 }, (_, index) => `book:BTC/USDT:${index + 1}`);
    socket.say({ op: 'subscribe', channels });
    expect(socket.frames.filter((frame) => JSON.stringify(frame).includes('unknown_channel'))).toHaveLength(36);
  });

  it('is written to with others in short pieces, however much each takes', async () => {
    const kinds = ['quote', 'depth', 'trades'] as const;
    const all = seededCatalogue.instruments.flatMap(({ symbol }) => kinds.map((kind) => `${kind}:${symbol}`));
    for (let index = 0; index < 150; index += 1) {
      const socket = join(`198.51.100.${index}`, true);
      // What others listen to is not written for it: each has channels of its own.
      const channels = all.filter((_, place) => place % 150 !== index);
      for (let from = 0; from < channels.length; from += 200)
        socket.say({ op: 'subscribe', channels: channels.slice(from, from + 200), moments: true });
    }
    await turn();
    let pieces = 0;
    let isDone = false;
    const between = () => {
      pieces += 1;
      if (!isDone) setImmediate(between);
    };
    setImmediate(between);
    await turn();
    isDone = true;
    expect(pieces).toBeGreaterThan(0);
  });

  it('has no frame served to an idle connection of an address that has used its time', async () => {
    await turn();
    const symbols = seededCatalogue.instruments.map(({ symbol }) => symbol);
    const kinds = ['quote', 'depth', 'trades'];
    const channels = kinds.flatMap((kind) => symbols.map((symbol) => `${kind}:${symbol}`)).slice(0, 500);
    const sockets = Array.from({ length: 1_000 }, () => join('198.51.100.7'));
    for (const socket of sockets) {
      socket.write = (_, taken) => {
        taken();
        return true;
      };
    }
    const from = process.cpuUsage();
    for (const socket of sockets) socket.say({ op: 'subscribe', channels });
    const { user, system } = process.cpuUsage(from);
    // 17 s of the processor before, on the machine on which it is 4.
    expect((user + system) / 1_000).toBeLessThan(7_000);
  }, 60_000);

  it('holds a node for 4 of 10 s at most, by however many connections of an address, and others go on', async () => {
    await turn();
    const channels = seededCatalogue.instruments.map(({ symbol }) => `trades:${symbol}`);
    let ended = 0;
    let held = 0;
    for (let index = 0; index < 60; index += 1) {
      const socket = join('198.51.100.7');
      socket.write = (_, taken) => {
        taken();
        return true;
      };
      const from = performance.now();
      for (let frames = 0; frames < 36 && socket.readyState === 1; frames += 1)
        socket.say({ op: frames % 2 ? 'unsubscribe' : 'subscribe', channels });
      held += performance.now() - from;
      if (socket.closedWith === 1013) ended += 1;
    }
    expect(held).toBeLessThan(6_000);
    // A fast machine does all of it within that time.
    if (held > 4_500) expect(ended).toBeGreaterThan(0);
    const other = join('203.0.113.9');
    other.say({ op: 'subscribe', channels: ['quote:BTC/USDT'] });
    expect(other.closedWith).toBeNull();
    time += 10_000;
    const later = join('198.51.100.7');
    later.say({ op: 'subscribe', channels: ['quote:BTC/USDT'] });
    expect([later.closedWith, later.frames.length]).toEqual([null, 2]);
  }, 30_000);

  it('whose address has used its time is served no frame, however short, and its connections stay for signs of life', async () => {
    const idle = Array.from({ length: 4 }, () => join('198.51.100.7'));
    const [asks, leaves, pings, keepsPinging] = idle as [FakeSocket, FakeSocket, FakeSocket, FakeSocket];
    leaves.say({ op: 'subscribe', channels: ['quote:BTC/USDT'] });
    const sent = idle.map(({ frames }) => frames.length);
    for (let index = 0; index < 900; index += 1) {
      const socket = join('198.51.100.7');
      for (let tries = 0; tries < 10 && socket.readyState === 1; tries += 1)
        socket.say({ op: 'auth', token: `x${tries}` });
    }
    asks.say({ op: 'subscribe', channels: ['kline:BTC/USDT:1m'] });
    leaves.say({ op: 'unsubscribe', channels: ['quote:BTC/USDT'] });
    pings.say({ op: 'ping', t: 1 });
    for (let times = 0; times < 4; times += 1) keepsPinging.say({ op: 'ping', t: times });
    expect(idle.map(({ closedWith }) => closedWith)).toEqual([1013, 1013, null, 1013]);
    expect(idle.map(({ frames }) => frames.length)).toEqual(sent);
    // A handshake costs as much as a frame.
    expect(join('198.51.100.7').closedWith).toBe(1013);
    expect(join('203.0.113.9').closedWith).toBeNull();
    time += 10_000;
    pings.say({ op: 'ping', t: 2 });
    expect(pings.frames.at(-1)).toEqual({ op: 'pong', t: 2 });
    expect(join('198.51.100.7').closedWith).toBeNull();
  });

  it('has no more channels than are free, and those that it leaves are free again', () => {
    hub = createHub({
      ...{ feed, now: () => time, wake: () => undefined, userOf: async () => null, report: () => undefined },
      limits: { ...limits, channels: 3 },
    });
    const socket = join();
    const other = join('203.0.113.9');
    socket.say({ op: 'subscribe', channels: ['quote:BTC/USDT', 'depth:BTC/USDT', 'trades:BTC/USDT'] });
    other.say({ op: 'subscribe', channels: ['quote:BTC/USDT'] });
    const rejected = { op: 'error', error: 'too_many_channels', channel: 'quote:BTC/USDT' };
    expect(other.frames).toContainEqual(rejected);
    socket.close(1000);
    const before = other.frames.length;
    other.say({ op: 'subscribe', channels: ['quote:BTC/USDT'] });
    expect(other.frames.slice(before)).not.toContainEqual(rejected);
    expect(other.frames.length).toBe(before + 1);
  });
});

describe('what concerns one user', () => {
  /** Connections that are not looked at, whatever is done. */
  const looksAt = () => vi.spyOn(Connection.prototype, 'claim', 'get');

  it('looks up no session of others anew, however many of them are being looked up', async () => {
    const found: (() => void)[] = [];
    let lookUps = 0;
    let proofs = 0;
    hub = createHub({
      ...{ feed, now: () => time, wake: () => undefined, report: () => undefined, limits },
      provenKey: async () => {
        proofs += 1;
        return null;
      },
      userOf: async (token, key) => {
        lookUps += 1;
        await key();
        return new Promise((resolve) => found.push(() => resolve(token)));
      },
    });
    const sockets = Array.from({ length: 500 }, () => join());
    for (const [index, socket] of sockets.entries()) socket.say({ op: 'auth', token: `user ${index}`, proof: 'junk' });
    // A proof is looked at in the same turn: it asks for the session, too.
    expect([lookUps, proofs]).toEqual([4, 4]);
    for (let events = 0; events < 100; events += 1) await hub.tell('a stranger', { kind: 'session' });
    await hub.tell('user 499', { kind: 'balance' });
    await hub.tell('user 498', { kind: 'session' });
    expect([lookUps, proofs]).toEqual([4, 4]);
    while (found.length > 0) {
      for (const answer of found.splice(0)) answer();
      await new Promise(setImmediate);
    }
    // One of them was perhaps read before its session ended.
    expect(lookUps).toBe(501);
    const told = sockets.map(({ frames }) => frames.filter((frame) => JSON.stringify(frame).includes('"account"')));
    expect(told.flat()).toHaveLength(2);
    expect(told[499]).toEqual([{ ch: 'account', d: { kind: 'balance' } }]);
  });

  it('looks at no connection of others, in an event, in a count of listeners, or in a sweep of guests', async () => {
    let listeners: () => number = () => 0;
    const topic = {
      kind: 'chat' as const,
      open: (_: string, parts: TopicParts) => {
        listeners = parts.listeners;
        return { first: () => null, next: () => null };
      },
    };
    const userOf = async (token: string) => token;
    hub = createHub({
      ...{ feed, now: () => time, wake: () => undefined, report: () => undefined, limits, userOf },
      topics: () => [topic],
    });
    const users = Array.from({ length: 300 }, () => join());
    for (const [index, socket] of users.entries()) {
      socket.say({ op: 'auth', token: `user ${index % 150}` });
      await new Promise(setImmediate);
      socket.say({ op: 'subscribe', channels: ['chat:1'] });
    }
    const guests = Array.from({ length: 1_000 }, () => join('203.0.113.9'));
    for (const socket of guests) socket.say({ op: 'subscribe', channels: ['quote:BTC/USDT'] });
    const looks = looksAt();
    try {
      expect(listeners()).toBe(150);
      expect(looks).not.toHaveBeenCalled();
      await hub.tell('user 7', { kind: 'session' });
      await hub.tell('user 7', { kind: 'order' });
      await hub.tell('a stranger', { kind: 'session' });
      expect(looks.mock.calls.length).toBeLessThan(40);
      looks.mockClear();
      await hub.sweep();
      expect(looks.mock.calls.length).toBeLessThan(10 * users.length);
    } finally {
      looks.mockRestore();
    }
    for (const socket of users.slice(0, 150)) socket.close(1000);
    expect(listeners()).toBe(150);
    users[299]?.close(1000);
    expect(listeners()).toBe(149);
    // Another token of the same page is of another user, who listens to nothing until it is known.
    users[298]?.say({ op: 'auth', token: 'user 297' });
    expect(listeners()).toBe(148);
  });
});
