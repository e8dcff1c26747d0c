import type { ClientFrame, ServerFrame } from '@tessera/api/realtime';
import type { HostBus, RealtimeState } from '@tessera/bus';
import ReconnectingWebSocket from 'reconnecting-websocket';
import type { Subscriptions } from './subscriptions.ts';

export type ConnectOptions = {
  /** `wss://…/realtime`. */
  readonly url: string;
  /** The session's token; null for a guest. Read whenever the connection opens and when the session changes. */
  readonly token: () => string | null;
  /** The proof of the session's key for this connection; null where the session has none. */
  readonly prove?: (token: string) => Promise<string | null> | null;
  /** Learns the server's time; returns whether proofs made so far were of another one. */
  readonly learnTime?: (serverNow: number) => boolean;
  /** Unix ms. */
  readonly now?: () => number;
};

export type Connection = { close(): void };

export type ConnectionParts = {
  readonly bus: HostBus;
  readonly subscriptions: Subscriptions;
  readonly receive: (frame: ServerFrame) => void;
};

/** The server sends a message at least this often, because it is pinged. */
const PING_MS = 10_000;
const SILENCE_MS = 22_000;
const CONNECT_TIMEOUT_MS = 20_000;

/** From about one to about five seconds; each client waits a little differently, so that a restart is not stormed. */
const delays = () => ({
  minReconnectionDelay: 1_000 + Math.random() * 500,
  maxReconnectionDelay: 4_000 + Math.random() * 1_000,
  reconnectionDelayGrowFactor: 1.5,
});

function parsed(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data) as ServerFrame;
  } catch {
    // Invalid frames are ignored; the next one contains the state again.
    return null;
  }
}

/** Keeps one connection open for the lifetime of the page and publishes its messages. */
export function connect(options: ConnectOptions, { bus, subscriptions, receive }: ConnectionParts): Connection {
  const now = options.now ?? Date.now;
  const socket = new ReconnectingWebSocket(options.url, [], {
    ...delays(),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    maxEnqueuedMessages: 0,
  });
  /** Frames that wait until the one before them, with a proof, is made. */
  let waiting: ClientFrame[] | null = null;
  const send = (frame: ClientFrame): void => {
    if (waiting) waiting.push(frame);
    else socket.send(JSON.stringify(frame));
  };
  let status: RealtimeState['status'] | null = null;
  let heardAt = now();
  let authed: string | null = null;
  /** A refused proof was made again on this connection. */
  let repeated = false;

  function publish(next: RealtimeState['status']): void {
    if (next === status) return;
    status = next;
    bus.emit('realtime', { status, since: now() });
  }

  function authenticate(): void {
    const token = options.token();
    if (token === null) return;
    authed = token;
    const proving = options.prove?.(token);
    if (proving) void signInWith(token, proving);
    else send({ op: 'auth', token });
  }

  /**
   * A connection is one session's from its opening: it cannot log out, and is known by the cookies of its opening, where a
   * log-in has brought others.
   */
  function sessionChanged(): void {
    if (status === 'open' && options.token() !== authed) socket.reconnect();
  }

  async function signInWith(token: string, proving: Promise<string | null>): Promise<void> {
    // What waits for a proof that is made again waits on.
    const frames: ClientFrame[] = [...(waiting ?? [])];
    waiting = frames;
    const proof = await proving.catch((error) => {
      console.warn('the connection cannot prove its session', error);
      return null;
    });
    // The connection was lost meanwhile: the next one begins anew.
    if (waiting !== frames) return;
    waiting = null;
    for (const frame of [{ op: 'auth', token, ...(proof && { proof }) } as const, ...frames]) send(frame);
  }

  function lost(): void {
    authed = null;
    repeated = false;
    waiting = null;
    subscriptions.closed();
    publish('offline');
  }

  socket.addEventListener('open', () => {
    heardAt = now();
    publish('open');
    authenticate();
    subscriptions.opened(send);
  });
  socket.addEventListener('close', lost);
  socket.addEventListener('message', ({ data }) => {
    heardAt = now();
    const frame = parsed(data);
    if (!frame) return;
    if ('ch' in frame && frame.ch === 'account') bus.emit('account', frame.d);
    else if ('ch' in frame && frame.ch === 'release') bus.emit('release', frame.d);
    else {
      // The account is read again, which tells whether the session has ended. Where only the clock was wrong, and a response
      // has set it right meanwhile, another proof is taken.
      if ('op' in frame && frame.op === 'error' && frame.error === 'session_invalid') {
        bus.emit('account', { kind: 'session' });
        if (!repeated) authenticate();
        repeated = true;
      }
      // The device's clock is wrong: the proof just sent is of no use.
      if ('op' in frame && frame.op === 'ready' && options.learnTime?.(frame.now) && authed !== null) authenticate();
      receive(frame);
    }
  });

  function retry(): void {
    lost();
    heardAt = now();
    socket.reconnect();
  }

  // A lost network does not close the connection: it is detected by silence.
  const heartbeat = setInterval(() => {
    if (status !== 'open') return;
    if (now() - heardAt > SILENCE_MS) retry();
    else send({ op: 'ping', t: now() });
  }, PING_MS);

  // A page that becomes visible again pings immediately.
  const shown = () => {
    if (document.visibilityState !== 'visible') return;
    if (status !== 'open' || now() - heardAt > SILENCE_MS) retry();
    else send({ op: 'ping', t: now() });
  };
  window.addEventListener('online', retry);
  window.addEventListener('offline', lost);
  document.addEventListener('visibilitychange', shown);
  const stopSession = bus.on('session', sessionChanged);
  publish('connecting');

  return {
    close() {
      clearInterval(heartbeat);
      window.removeEventListener('online', retry);
      window.removeEventListener('offline', lost);
      document.removeEventListener('visibilitychange', shown);
      stopSession();
      socket.close();
      lost();
    },
  };
}
