import { createHash } from 'node:crypto';
import type { AccountEvent, Channel, RealtimeError } from '@tessera/api/realtime';
import type { WebSocket } from 'ws';
import type { Backlog } from './backlog.ts';
import { type Encoded, encode, Update } from './frames.ts';
import { mergedRows, type Rows } from './rows.ts';

/** ms after which a client that has not taken all of its bytes once is disconnected. */
const STALLED_AFTER = 30_000;

/** WebSocket close code: the connection broke a rule, or has no session any more. */
export const AGAINST_POLICY = 1008;

/** WebSocket close code: the page connects again, a moment later. */
export const TRY_AGAIN_LATER = 1013;

/** Work that a client may ask for in a window; a page that scrolls as fast as it can stays far below. */
const WINDOW_MS = 10_000;
const WORK_A_WINDOW = 200;

/** The claimed identity of a connection. */
export type Claim = {
  readonly token: string;
  /** The key that the client has proved, see `provenKey` of the hub. It is looked at once, with the first call. */
  readonly key: () => Promise<string | null>;
  /** Whose the token was when it was looked up last; null until the first time. */
  readonly userId: string | null;
  /** Unix ms. */
  readonly checkedAt: number;
  /** Resolves when the look-up under way has ended; null while there is none. */
  readonly lookUp: Promise<void> | null;
};

/** What a channel that waits counts for in the backlog, bytes: its rows are shared, their place in the map is not. */
const HELD_CHANNEL = 128;

/** Characters above which a key is a hash: one of a thousand channels has twenty thousand. */
const LONG = 128;
const keyOf = (channels: string): string =>
  channels.length > LONG ? createHash('sha256').update(channels).digest('base64') : channels;

/**
 * The connection beneath a WebSocket without compression. The hub's frames are the same bytes for many clients: they are
 * written as they are, where the library would make a header for each client and write it by itself. The library has no
 * frame half written between two calls, so that its pings and closing frames stand between the hub's.
 */
export type Wire = {
  /** Bytes that the system has not taken yet. */
  readonly writableLength: number;
  write(bytes: Encoded, taken: () => void): boolean;
};

export type Opened = {
  readonly backlog: Backlog;
  /** Unix ms. */
  readonly now: number;
  readonly address: string;
  readonly browser: string | null;
  /** Its claim is another one. */
  readonly onClaim: (connection: Connection, before: Claim | null) => void;
};

/** One client of the hub: its socket, subscriptions and identity. */
export class Connection {
  readonly channels = new Set<Channel>();
  /** Channels of signed-in users that wait until it is known whose the connection is. */
  readonly awaiting = new Set<Channel>();
  /** Connections with the same key share their frames. */
  channelKey = '';
  /** Takes the channels of one instant as one frame. */
  moments = false;
  #claim: Claim | null = null;
  /** Those of its channels that are for signed-in users. */
  readonly privateChannels = new Set<Channel>();
  /** What changed of its user's while the session could not be looked up. */
  readonly owed = new Set<AccountEvent['kind']>();
  /** Unix ms of the last sign of life. */
  heardAt: number;
  readonly address: string;
  /** The cookie of the browser that opened it, see `readBrowser`; null for none. */
  readonly browser: string | null;
  readonly #socket: WebSocket;
  readonly #wire: Wire;
  readonly #backlog: Backlog;
  readonly #onClaim: Opened['onClaim'];
  /** The newest state of each channel that waits until the client has taken what was sent before. */
  readonly #held = new Map<Channel, Rows>();
  #heldSequence = 0;
  /** Bytes that the backlog knows of. */
  #waiting = 0;
  /** Unix ms when no byte was waiting. */
  #drainedAt: number;
  #windowFrom: number;
  #workInWindow = 0;

  constructor(socket: WebSocket, wire: Wire, { backlog, now, address, browser, onClaim }: Opened) {
    this.#socket = socket;
    this.#wire = wire;
    this.#backlog = backlog;
    this.#onClaim = onClaim;
    this.heardAt = now;
    this.address = address;
    this.browser = browser;
    this.#drainedAt = now;
    this.#windowFrom = now;
  }

  get claim(): Claim | null {
    return this.#claim;
  }

  set claim(next: Claim | null) {
    const before = this.#claim;
    this.#claim = next;
    this.#onClaim(this, before);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(frames: Encoded): void {
    const socket = this.#socket;
    if (!this.isOpen) return;
    this.#wire.write(frames, this.#taken);
    // A client that is too slow is disconnected, and gets a fresh state on reconnect.
    if (!this.#measure()) socket.terminate();
  }

  /**
   * Sends a change of its channels. While earlier bytes wait for a slow client only the newest state of each channel
   * waits with them: what the client gets later is later, not more.
   */
  deliver(update: Update): void {
    if (this.#held.size === 0 && this.#wire.writableLength === 0) {
      this.#write(update);
      return;
    }
    for (const [channel, rows] of update.change) {
      if (this.channels.has(channel)) this.#held.set(channel, mergedRows(this.#held.get(channel), rows));
    }
    this.#heldSequence = update.sequence;
    if (!this.#measure()) this.#socket.terminate();
  }

  #write(update: Update): void {
    this.send(this.moments ? update.moment : update.separate);
  }

  /** The socket has passed bytes on. */
  readonly #taken = (): void => {
    if (this.#held.size === 0 || this.#wire.writableLength > 0) return;
    const update = new Update(new Map(this.#held), this.#heldSequence);
    this.#held.clear();
    this.#write(update);
  };

  /** Whether the client takes what is sent; to be called from time to time. */
  isTaking(now: number): boolean {
    const mayHold = this.#measure();
    if (this.#waiting === 0) this.#drainedAt = now;
    return mayHold && now - this.#drainedAt < STALLED_AFTER;
  }

  /** To be called when the socket has closed: nothing waits for it any more. */
  closed(): void {
    this.claim = null;
    this.#held.clear();
    this.#backlog.change(this.#waiting, 0);
    this.#waiting = 0;
  }

  #measure(): boolean {
    const before = this.#waiting;
    this.#waiting = this.#wire.writableLength + this.#held.size * HELD_CHANNEL;
    return this.#backlog.change(before, this.#waiting);
  }

  reject(error: RealtimeError, channel?: string): void {
    this.send(encode(channel === undefined ? { op: 'error', error } : { op: 'error', error, channel }));
  }

  /** Notes what a frame of the client costs; false if it exceeds the rate limit. */
  hear(now: number, work: number): boolean {
    this.heardAt = now;
    if (now - this.#windowFrom >= WINDOW_MS) {
      this.#windowFrom = now;
      this.#workInWindow = 0;
    }
    this.#workInWindow += work;
    return this.#workInWindow <= WORK_A_WINDOW;
  }

  /** To be called after a change of its channels. */
  channelsChanged(): void {
    this.channelKey = keyOf([...this.channels].sort().join(' '));
    for (const channel of this.#held.keys()) if (!this.channels.has(channel)) this.#held.delete(channel);
  }

  /** Browsers respond to pings automatically, also for hidden pages. */
  ping(): void {
    this.#socket.ping();
  }

  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  drop(): void {
    this.#socket.terminate();
  }
}
