// @vitest-environment jsdom
import type { Channel, ServerFrame } from '@tessera/api/realtime';
import type { HostBus, RealtimeState } from '@tessera/bus';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBus } from '../../bus/src/bus.ts';
import { type Connection, connect } from './connection.ts';
import { createSubscriptions } from './subscriptions.ts';

/** A socket whose other end is the test. */
class Socket extends EventTarget {
  static readonly CLOSING = 2;
  static readonly made: Socket[] = [];
  static get last(): Socket {
    return Socket.made.at(-1) as Socket;
  }
  readonly sent: unknown[] = [];
  readyState = 0;
  binaryType = 'blob';
  constructor() {
    super();
    Socket.made.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  hear(frame: ServerFrame | string): void {
    const data = typeof frame === 'string' ? frame : JSON.stringify(frame);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  close(): void {
    this.readyState = 3;
  }
  drop(): void {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  }
}

const session = (uid: string | null) =>
  uid === null
    ? null
    : {
        user: {
          uid,
          accountName: '',
          nickname: '',
          avatar: null,
          verificationLevel: 0 as const,
          hasPayPassword: false,
        },
      };

let bus: HostBus;
let token: string | null;
let states: RealtimeState['status'][];
let received: ServerFrame[];
let connection: Connection;
let subscriptions: ReturnType<typeof createSubscriptions>;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  Socket.made.length = 0;
  bus = createBus();
  token = null;
  states = [];
  received = [];
  bus.on('realtime', ({ status }) => states.push(status));
  subscriptions = createSubscriptions();
  connection = connect(
    { url: 'ws://exchange/realtime', token: () => token },
    { bus, subscriptions, receive: (frame) => received.push(frame) },
  );
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const channel: Channel = 'quote:BTC/USDT';

test('the state is published: connecting, open, offline when the connection is lost, open again', async () => {
  Socket.last.open();
  Socket.last.drop();
  await vi.advanceTimersByTimeAsync(5_000);
  Socket.last.open();
  expect(states).toEqual(['connecting', 'open', 'offline', 'open']);
});

test('a lost connection is tried again after one to five seconds, again and again', async () => {
  for (let round = 0; round < 6; round++) {
    const before = Socket.made.length;
    Socket.last.drop();
    await vi.advanceTimersByTimeAsync(990);
    expect(Socket.made.length).toBe(before);
    await vi.advanceTimersByTimeAsync(4_100);
    expect(Socket.made.length).toBe(before + 1);
  }
});

test('subscriptions are restored after a reconnect, and authentication comes first', async () => {
  token = 'secret';
  subscriptions.hold(channel);
  Socket.last.open();
  const opening = [
    { op: 'auth', token: 'secret' },
    { op: 'subscribe', channels: [channel], moments: true },
  ];
  expect(Socket.last.sent).toEqual(opening);
  Socket.last.drop();
  await vi.advanceTimersByTimeAsync(5_000);
  Socket.last.open();
  expect(Socket.made).toHaveLength(2);
  expect(Socket.last.sent).toEqual(opening);
});

test('a log-in and a log-out leave the connection for a new one, which has the cookies of now', async () => {
  Socket.last.open();
  token = 'secret';
  bus.emit('session', session('1'));
  await vi.advanceTimersByTimeAsync(0);
  expect(Socket.made.map(({ sent }) => sent)).toEqual([[], []]);
  Socket.last.open();
  expect(Socket.last.sent).toEqual([{ op: 'auth', token: 'secret' }]);
  // The same session, with another name of its user.
  bus.emit('session', session('1'));
  token = null;
  bus.emit('session', session(null));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(Socket.made).toHaveLength(3);
  Socket.last.open();
  expect(Socket.last.sent).toEqual([]);
});

test('a rejected session is announced, so that the account is read again', () => {
  const heard = vi.fn();
  bus.on('account', heard);
  Socket.last.open();
  Socket.last.hear({ op: 'error', error: 'unknown_channel', channel: 'quote:NOPE' });
  expect(heard).not.toHaveBeenCalled();
  Socket.last.hear({ op: 'error', error: 'session_invalid' });
  expect(heard).toHaveBeenCalledWith({ kind: 'session' });
});

test('a refused proof is made again once, as the clock may have been set right meanwhile', () => {
  token = 'secret';
  Socket.last.open();
  const auth = () => Socket.last.sent.filter((frame) => (frame as { op: string }).op === 'auth').length;
  expect(auth()).toBe(1);
  for (let times = 0; times < 3; times++) Socket.last.hear({ op: 'error', error: 'session_invalid' });
  expect(auth()).toBe(2);
});

test('a silent connection is closed, a responding one is kept', async () => {
  Socket.last.open();
  for (let ping = 0; ping < 6; ping++) {
    await vi.advanceTimersByTimeAsync(10_000);
    Socket.last.hear({ op: 'pong', t: 0 });
  }
  expect(Socket.made).toHaveLength(1);
  expect(Socket.last.sent).toContainEqual(expect.objectContaining({ op: 'ping' }));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states.at(-1)).toBe('offline');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(Socket.made.length).toBeGreaterThan(1);
});

test('a connection that does not open within twenty seconds is given up', async () => {
  await vi.advanceTimersByTimeAsync(26_000);
  expect(Socket.made.length).toBe(2);
});

test('going offline is published immediately, and going online reconnects immediately', async () => {
  Socket.last.open();
  window.dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('offline');
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(Socket.made).toHaveLength(2);
});

test('account and release frames go to the bus, the others to the store, and rubbish nowhere', () => {
  const accounts: unknown[] = [];
  bus.on('account', (event) => accounts.push(event));
  Socket.last.open();
  Socket.last.hear({ ch: 'account', d: { kind: 'order', id: '7', status: 'filled' } });
  Socket.last.hear({ ch: 'release', d: { epoch: 12 } });
  Socket.last.hear({ op: 'ready', feed: 'simulated', now: 5 });
  Socket.last.hear('{"ch":"quo');
  expect(accounts).toEqual([{ kind: 'order', id: '7', status: 'filled' }]);
  expect(bus.last('release')).toEqual({ epoch: 12 });
  expect(received).toEqual([{ op: 'ready', feed: 'simulated', now: 5 }]);
});
