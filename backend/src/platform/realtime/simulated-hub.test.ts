import { createServer, type Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerFrame } from '@tessera/api/realtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type MovingMarket, movingMarket } from '../../../test/moving-market.ts';
import { createHub, type Hub } from './hub.ts';

/* The hub on the simulated market, its turns made by the test. */

const NOON = Date.UTC(2026, 10, 18, 12, 0, 0);

let time: number;
let hub: Hub;
let feed: MovingMarket;
let server: Server;
let sockets: WebSocketServer;
let users: Map<string, string>;
let reported: unknown[];
let lookUp: (token: string) => Promise<string | null>;
const opened: WebSocket[] = [];

beforeEach(async () => {
  time = NOON;
  users = new Map([['ann’s token', 'ann']]);
  reported = [];
  lookUp = async (token) => users.get(token) ?? null;
  feed = movingMarket(() => time);
  hub = createHub({
    feed,
    now: () => time,
    wake: () => undefined,
    userOf: (token) => lookUp(token),
    report: (error) => reported.push(error),
  });
  server = createServer();
  sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => hub.accept(socket, request.socket, '127.0.0.1'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  hub.close();
  sockets.close();
  await new Promise((done) => server.close(done));
});

/** One turn over a market that has moved. */
async function turn(): Promise<void> {
  feed.step();
  hub.changed(feed.symbols);
  await hub.turn();
}

async function join() {
  const address = server.address();
  const socket = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  opened.push(socket);
  const frames: ServerFrame[] = [];
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const each of waiting.splice(0)) each();
  };
  let closedWith: number | null = null;
  socket.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    wake();
  });
  socket.on('close', (code) => {
    closedWith = code;
    wake();
  });
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const send = (frame: unknown) => socket.send(JSON.stringify(frame));
  let pings = 0;
  /** Waits until all previous frames in both directions are processed. */
  const settled = async () => {
    const t = ++pings;
    send({ op: 'ping', t });
    await until(() => frames.find((frame) => 'op' in frame && frame.op === 'pong' && frame.t === t));
  };
  const on = (channel: string) => frames.filter((frame) => 'ch' in frame && frame.ch === channel);
  const closed = () => until(() => closedWith ?? undefined);
  await until(() => frames[0]);
  return { frames, send, settled, until, on, closed };
}

it('sends the end of a bar before the start of the next', async () => {
  const client = await join();
  const channel = 'kline:BTC/USDT:1m';
  client.send({ op: 'subscribe', channels: [channel] });
  await client.settled();
  await turn();
  time = NOON + 60_000;
  await turn();
  // The final state is read from history.
  await nextTurn();
  await turn();
  const ended = await client.until(() => client.on(channel)[1]);
  await client.until(() => client.on(channel)[2]);
  const bars = client.on(channel).map((frame) => ('d' in frame ? (frame.d as readonly [number, ...string[]]) : [0]));
  expect(bars.map(([t]) => t)).toEqual([NOON, NOON, NOON + 60_000]);
  expect('d' in ended && ended.d).toEqual((await feed.bars('BTC/USDT', '1m', { from: NOON, limit: 1 }))[0]);
});

it('sends quotes together, and none that did not change', async () => {
  const client = await join();
  client.send({ op: 'subscribe', channels: ['quote:BTC/USDT', 'quote:ETH/USDT', 'quote:0700.HK'] });
  await client.settled();
  await turn();
  await client.settled();
  const symbols = () =>
    client
      .on('quote')
      .map((frame) => ('d' in frame ? (frame.d as readonly (readonly [string, ...unknown[]])[]).map(([s]) => s) : []));
  expect(symbols()[0]).toEqual(['BTC/USDT', 'ETH/USDT', '0700.HK']);
  const before = symbols().length;
  time += 200;
  await turn();
  await client.settled();
  expect(symbols().slice(before)).toEqual([['BTC/USDT', 'ETH/USDT']]);
  await turn();
  await client.settled();
  expect(symbols()).toHaveLength(before + 1);
});

it('prints each trade once, in order', async () => {
  const client = await join();
  client.send({ op: 'subscribe', channels: ['trades:BTC/USDT'] });
  await client.settled();
  for (let step = 0; step < 60; step++) {
    time += 2_000;
    await turn();
  }
  await client.settled();
  const ids = client
    .on('trades:BTC/USDT')
    .flatMap((frame) =>
      'd' in frame ? (frame.d as readonly (readonly [string, ...unknown[]])[]).map(([id]) => Number(id)) : [],
    );
  expect(ids.length).toBeGreaterThan(40);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
});

it('sends nothing to an ended session', async () => {
  const client = await join();
  client.send({ op: 'auth', token: 'ann’s token' });
  await client.settled();
  await hub.tell('ann', { kind: 'balance' });
  await client.until(() => client.on('account')[0]);
  users.clear();
  time += 61_000;
  await hub.tell('ann', { kind: 'balance' });
  await client.closed();
  expect(client.on('account')).toHaveLength(1);
});

it('does not believe a look-up that began before its session ended', async () => {
  const original = lookUp;
  const answers: ((userId: string | null) => void)[] = [];
  lookUp = () => new Promise((resolve) => answers.push(resolve));
  const client = await join();
  client.send({ op: 'auth', token: 'ann’s token' });
  await client.settled();
  const told = hub.tell('ann', { kind: 'session' });
  // The first look-up was made before the session ended, the second after it.
  answers[0]?.('ann');
  await told;
  await client.settled();
  answers[1]?.(null);
  expect(answers).toHaveLength(2);
  lookUp = original;
  await hub.tell('ann', { kind: 'balance' });
  expect(await client.closed()).toBe(1008);
  expect(client.on('account')).toHaveLength(0);
});

it('retries a failed session check', async () => {
  const original = lookUp;
  lookUp = () => Promise.reject(new Error('the database is away'));
  const client = await join();
  client.send({ op: 'auth', token: 'ann’s token' });
  await client.settled();
  expect(reported).toHaveLength(1);
  lookUp = original;
  await hub.sweep();
  await hub.tell('ann', { kind: 'profile' });
  await client.until(() => client.on('account')[0]);
});

it('disconnects a silent client, and keeps one that responds to pings', async () => {
  const silent = await join();
  time += 46_000;
  const lively = await join();
  time += 21_000;
  await hub.sweep();
  expect(await silent.closed()).toBe(1006);
  await lively.settled();
});

it('closes on a client that never stops sending', async () => {
  const client = await join();
  for (let sent = 0; sent <= 200; sent++) client.send({ op: 'ping', t: sent });
  expect(await client.closed()).toBe(1008);
});

it('holds a thousand channels for a client and rejects more', async () => {
  const client = await join();
  const intervals = ['1m', '5m', '15m', '30m', '1h'];
  const channels = feed.symbols.flatMap((symbol) => intervals.map((interval) => `kline:${symbol}:${interval}`));
  for (let from = 0; from < channels.length; from += 500)
    client.send({ op: 'subscribe', channels: channels.slice(from, from + 500) });
  await client.settled();
  const rejected = client.frames.filter((frame) => 'op' in frame && frame.op === 'error');
  expect(rejected).toHaveLength(channels.length - 1_000);
  expect(rejected[0]).toMatchObject({ error: 'too_many_channels' });
});
