import type { WebSocket } from 'ws';

/** Bytes that may wait for a client that does not read; one that falls behind further is let go. */
const MOST_BUFFERED = 1024 * 1024;
/** `try again later`. */
const TOO_SLOW = 1013;

/** One client of the hub: its socket, what it listens to, and who it is. */
export class Connection {
  readonly channels = new Set<string>();
  userId: string | null = null;
  /** Unix ms of the last sign of life. */
  heardAt: number;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket, now: number) {
    this.#socket = socket;
    this.heardAt = now;
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MOST_BUFFERED) this.#socket.close(TOO_SLOW, 'too slow');
    else this.#socket.send(text);
  }

  close(): void {
    this.#socket.terminate();
  }
}
