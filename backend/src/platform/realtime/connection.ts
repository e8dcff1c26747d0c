import type { Channel, RealtimeError } from '@tessera/api/realtime';
import type { WebSocket } from 'ws';
import { type Encoded, encode } from './frames.ts';

/**
 * Maximum bytes buffered for a slow client; a client that exceeds it is disconnected, and gets a fresh state on
 * reconnect.
 */
const MOST_BUFFERED = 1024 * 1024;

/** Frames that a client may send in a window; a page that scrolls as fast as it can stays far below. */
const WINDOW_MS = 10_000;
const FRAMES_A_WINDOW = 200;

/** The claimed identity of a connection. `userId` is null until the token is verified. */
export type Claim = { readonly token: string; readonly userId: string | null; readonly checkedAt: number };

/** One client of the hub: its socket, subscriptions and identity. */
export class Connection {
  readonly channels = new Set<Channel>();
  /** Symbols whose quotes it wants, in order; connections with the same key share their frames. */
  quotes: readonly string[] = [];
  quoteKey = '';
  claim: Claim | null = null;
  /** Unix ms of the last sign of life. */
  heardAt: number;
  readonly #socket: WebSocket;
  #windowFrom: number;
  #framesInWindow = 0;

  constructor(socket: WebSocket, now: number) {
    this.#socket = socket;
    this.heardAt = now;
    this.#windowFrom = now;
  }

  send(frame: Encoded): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate();
    else socket.send(frame, { binary: false });
  }

  reject(error: RealtimeError, channel?: string): void {
    this.send(encode(channel === undefined ? { op: 'error', error } : { op: 'error', error, channel }));
  }

  /** Notes a frame of the client; false if it exceeds the rate limit. */
  hear(now: number): boolean {
    this.heardAt = now;
    if (now - this.#windowFrom >= WINDOW_MS) {
      this.#windowFrom = now;
      this.#framesInWindow = 0;
    }
    this.#framesInWindow += 1;
    return this.#framesInWindow <= FRAMES_A_WINDOW;
  }

  /** To be called after a change of its channels. */
  channelsChanged(): void {
    this.quotes = [...this.channels].flatMap((each) => (each.startsWith('quote:') ? [each.slice(6)] : [])).sort();
    this.quoteKey = this.quotes.join(' ');
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
