import type { ChatEvent } from '@tessera/api/chat/wire';
import type { ServerFrame } from '@tessera/api/realtime';
import { WebSocket } from 'ws';
import { authFrame } from './session-key.ts';

type Change = Extract<ChatEvent, { readonly list: unknown }>;

/** Reads what changed in a room after a revision, as the page does. */
export type Fetch = (
  after: number,
) => Promise<{ readonly list: readonly { readonly seq: number }[]; readonly revision: number }>;

/**
 * A page with a room open: it takes live rows in their order, and fetches after its last one where it has missed some.
 * What it shows is counted by sequence.
 */
export class ChatClient {
  /** How often each message was shown as a new one, by sequence. */
  readonly shown = new Map<number, number>();
  readonly errors: string[] = [];
  revision: number | null = null;
  present = 0;
  #socket: WebSocket | null = null;
  #working: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  readonly #token: string | null;
  readonly #room: string;
  readonly #fetch: Fetch;
  readonly #now: () => number;

  /** `now` is the clock of the node, Unix ms. */
  constructor(token: string | null, room: string, fetch: Fetch, now: () => number = Date.now) {
    this.#now = now;
    this.#token = token;
    this.#room = room;
    this.#fetch = fetch;
  }

  async open(url: string): Promise<void> {
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as ServerFrame;
      if ('op' in frame && frame.op === 'error') this.errors.push(frame.error);
      const frames = 'ch' in frame && frame.ch === 'moment' ? frame.d : 'ch' in frame ? [frame] : [];
      for (const each of frames) {
        if (each.ch === `chat:${this.#room}`) for (const row of each.d as readonly ChatEvent[]) this.#queue(row);
      }
      this.#wake();
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    if (this.#token) socket.send(JSON.stringify(authFrame(this.#token, this.#now())));
    socket.send(JSON.stringify({ op: 'subscribe', channels: [`chat:${this.#room}`], moments: true }));
  }

  cut(): void {
    this.#socket?.terminate();
  }

  /** Resolves once the condition holds; it is looked at after each frame. */
  async until(holds: () => boolean): Promise<void> {
    for (;;) {
      await this.#working;
      if (holds()) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #queue(row: ChatEvent): void {
    this.#working = this.#working.then(() => this.#take(row)).then(() => this.#wake());
  }

  async #take(row: ChatEvent): Promise<void> {
    if ('present' in row) this.present = row.present;
    // The first state: from here on nothing may be missing.
    if (this.revision === null) {
      this.revision = 'list' in row ? row.after : row.revision;
    }
    if ('list' in row && row.after <= this.revision) return this.#show(row);
    if (row.revision > this.revision) this.#show(await this.#fetch(this.revision));
  }

  #show({ list, revision }: Pick<Change, 'revision'> & { readonly list: readonly { readonly seq: number }[] }): void {
    if (revision <= (this.revision ?? 0)) return;
    for (const { seq } of list) this.shown.set(seq, (this.shown.get(seq) ?? 0) + 1);
    this.revision = revision;
  }
}
