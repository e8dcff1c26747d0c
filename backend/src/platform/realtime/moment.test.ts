import { EventEmitter } from 'node:events';
import type { ChannelFrame, Depth, QuoteRow, ServerFrame, TradeRow } from '@tessera/api/realtime';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type MovingMarket, movingMarket } from '../../../test/moving-market.ts';
import { textsOf } from '../../../test/websocket-frames.ts';
import { createHub, type Hub } from './hub.ts';

/* What belongs to one instant arrives as one, also at a slow client. */

const NOON = Date.UTC(2026, 10, 18, 12, 0, 0);
const SYMBOL = 'BTC/USDT';
const CHANNELS = [`quote:${SYMBOL}`, `depth:${SYMBOL}`, `trades:${SYMBOL}`, `kline:${SYMBOL}:1m`];

/** A socket that takes what it is sent only while it `reads`. */
class Socket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  reads = true;
  readonly frames: ServerFrame[] = [];
  /** What each write had. */
  readonly written: Buffer[] = [];
  readonly #waiting: { data: Buffer; taken: () => void }[] = [];

  get writableLength(): number {
    return this.#waiting.reduce((sum, { data }) => sum + data.length, 0);
  }

  write(data: Buffer, taken: () => void): boolean {
    this.written.push(data);
    this.#waiting.push({ data, taken });
    if (this.reads) this.catchUp();
    return this.reads;
  }

  catchUp(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.frames.push(...textsOf(next.data).map((text) => JSON.parse(text)));
      next.taken();
    }
  }

  say = (frame: unknown): void => void this.emit('message', Buffer.from(JSON.stringify(frame)));
  ping = (): void => undefined;
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
}

let time: number;
let feed: MovingMarket;
let hub: Hub;

beforeEach(() => {
  time = NOON;
  feed = movingMarket(() => time, [SYMBOL, 'ETH/USDT']);
  hub = createHub({
    feed,
    now: () => time,
    wake: () => undefined,
    userOf: async () => null,
    report: (error) => expect(error).toBeUndefined(),
  });
});

function join(): Socket {
  const socket = new Socket();
  hub.accept(socket as unknown as WebSocket, socket, '198.51.100.7');
  return socket;
}

/** The market moves on while the hub is sending. */
async function turn(): Promise<void> {
  time += 200;
  feed.step();
  hub.changed(feed.symbols);
  const sent = hub.turn();
  time += 50;
  feed.step();
  hub.changed(feed.symbols);
  await sent;
}

/** What a page shows, from the frames that it received. */
type Shown = { last?: number; bid?: number; ask?: number; seq?: number };

function show(shown: Shown, frame: ChannelFrame): void {
  if (frame.ch === 'quote') {
    const row = (frame.d as readonly QuoteRow[]).find(([symbol]) => symbol === SYMBOL);
    if (row) Object.assign(shown, { last: Number(row[1]), seq: row[11] });
  }
  if (frame.ch === `depth:${SYMBOL}`) {
    const { bids, asks } = frame.d as Depth;
    Object.assign(shown, { bid: Number(bids[0]?.[0]), ask: Number(asks[0]?.[0]) });
  }
}

const framesOf = (frame: ServerFrame): readonly ChannelFrame[] =>
  'ch' in frame && frame.ch === 'moment' ? frame.d : 'ch' in frame ? [frame as ChannelFrame] : [];

/** The states that a page passes through: after each frame of the connection. */
function states(frames: readonly ServerFrame[]): Shown[] {
  const shown: Shown = {};
  return frames.map((frame) => {
    for (const each of framesOf(frame)) show(shown, each);
    return { ...shown };
  });
}

const isOutside = ({ last, bid, ask }: Shown): boolean =>
  last !== undefined && bid !== undefined && ask !== undefined && (last < bid || last > ask);

const subscribe = { op: 'subscribe', channels: CHANNELS, moments: true };

describe('one instant', () => {
  it('reaches a page as one frame: its last price never lies outside its book', async () => {
    const page = join();
    page.say(subscribe);
    for (let turns = 0; turns < 300; turns += 1) await turn();
    const moments = states(page.frames);
    expect(moments.length).toBeGreaterThan(250);
    expect(moments.filter(isOutside)).toEqual([]);
    expect(page.frames.filter((frame) => 'ch' in frame && frame.ch !== 'moment')).toEqual([]);
    const numbers = page.frames.flatMap((frame) => ('ch' in frame && frame.ch === 'moment' ? [frame.seq] : []));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('reaches a page of a former version in frames of their channels, all of the same turn', async () => {
    const page = join();
    page.say({ ...subscribe, moments: undefined });
    for (let turns = 0; turns < 100; turns += 1) {
      const before = page.frames.length;
      await turn();
      // After a turn the page has all of it; the former hub sent books on a clock of their own.
      expect(isOutside(states(page.frames).at(-1) ?? {})).toBe(false);
      const channels = page.frames.slice(before).map((frame) => 'ch' in frame && frame.ch);
      expect(channels).not.toContain('moment');
    }
  });

  it.each([true, undefined])(
    'is one write, of the same bytes for all pages of its channels (moments: %s)',
    async (moments) => {
      const pages = [join(), join(), join()];
      for (const page of pages) page.say({ ...subscribe, moments });
      const before = pages.map(({ written }) => written.length);
      time += 200;
      feed.step();
      hub.changed(feed.symbols);
      await hub.turn();
      expect(pages.map(({ written }) => written.length)).toEqual(before.map((count) => count + 1));
      const [bytes, ...others] = pages.map(({ written }) => written.at(-1));
      for (const other of others) expect(other).toBe(bytes);
    },
  );

  it('comes whole when a channel of the symbol is subscribed later', async () => {
    const page = join();
    page.say({ ...subscribe, channels: [`quote:${SYMBOL}`] });
    await turn();
    time += 60_000;
    page.say({ ...subscribe, channels: [`depth:${SYMBOL}`] });
    const channels = framesOf(page.frames.at(-1) as ServerFrame).map(({ ch }) => ch);
    expect(channels).toEqual([`depth:${SYMBOL}`, 'quote']);
    expect(states(page.frames).filter(isOutside)).toEqual([]);
  });

  it('never follows a later one that a subscription brought in the middle of a turn', async () => {
    const crowd = Array.from({ length: 600 }, join);
    for (const each of crowd) each.say(subscribe);
    const last = crowd.at(-1) as Socket;
    time += 200;
    hub.changed(feed.symbols);
    const sent = hub.turn();
    time += 400;
    last.say({ ...subscribe, channels: ['quote:ETH/USDT', `kline:${SYMBOL}:5m`] });
    await sent;
    const numbers = states(last.frames).map(({ seq }) => seq ?? 0);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(last.frames.at(-1)).toMatchObject({ seq: feed.sequence });
  });
});

describe('a slow client', () => {
  it('gets the newest state when it reads again, and every trade, in one frame', async () => {
    const page = join();
    const other = join();
    for (const each of [page, other]) each.say(subscribe);
    page.reads = false;
    for (let turns = 0; turns < 30; turns += 1) await turn();
    const [waiting, received] = [hub.waiting(), page.frames.length];
    for (let turns = 0; turns < 30; turns += 1) await turn();
    // One frame was on its way when it stopped; since then nothing has grown.
    expect(hub.waiting()).toBe(waiting);
    page.reads = true;
    page.catchUp();
    expect(page.frames.length - received).toBe(2);
    expect(states(page.frames).at(-1)).toEqual(states(other.frames).at(-1));
    const ids = (frames: readonly ServerFrame[]) =>
      frames
        .flatMap(framesOf)
        .flatMap((frame) =>
          frame.ch === `trades:${SYMBOL}` ? (frame.d as readonly TradeRow[]).map(([id]) => id) : [],
        );
    expect(ids(page.frames).slice(-40)).toEqual(ids(other.frames).slice(-40));
    expect(hub.waiting()).toBe(0);
  });

  it('gets nothing of a channel that it has left meanwhile', async () => {
    const page = join();
    page.say(subscribe);
    page.reads = false;
    for (let turns = 0; turns < 5; turns += 1) await turn();
    page.say({ op: 'unsubscribe', channels: CHANNELS.slice(1) });
    page.reads = true;
    page.catchUp();
    expect(framesOf(page.frames.at(-1) as ServerFrame).map(({ ch }) => ch)).toEqual(['quote']);
  });
});
