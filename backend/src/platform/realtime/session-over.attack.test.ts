import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { movingMarket } from '../../../test/moving-market.ts';
import { textsOf } from '../../../test/websocket-frames.ts';
import { createHub, type Hub } from './hub.ts';

/* A connection outlives its session by a minute and a sweep at most, however the session ended. */

const MINUTE = 60_000;

class Page extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly writableLength = 0;
  readonly rows: unknown[] = [];
  closedBy: number | null = null;

  write(bytes: Buffer, taken: () => void): boolean {
    for (const frame of textsOf(bytes).map((text) => JSON.parse(text)))
      if (frame.ch === 'chat:en') this.rows.push(...frame.d);
    taken();
    return true;
  }
  say = (frame: unknown): void => void this.emit('message', Buffer.from(JSON.stringify(frame)));
  ping = (): void => void this.emit('pong');
  close(code: number): void {
    this.closedBy = code;
    this.readyState = 3;
    this.emit('close');
  }
  terminate = (): void => this.close(1006);
}

describe('a connection with a channel of signed-in users', () => {
  let time: number;
  let hub: Hub;
  let rows: string[];
  let wake: () => void;
  let lookUps: string[];
  let session: 'open' | 'over' | 'unknown';

  beforeEach(() => {
    time = Date.UTC(2026, 10, 18);
    rows = [];
    lookUps = [];
    session = 'open';
    hub = createHub({
      feed: movingMarket(() => time, []),
      topics: () => [
        {
          kind: 'chat',
          open(_, parts) {
            wake = parts.wake;
            return {
              first: () => new Map(),
              next: () => (rows.length > 0 ? new Map(rows.splice(0).map((row) => [row, row])) : null),
            };
          },
        },
      ],
      now: () => time,
      wake: () => undefined,
      report: () => undefined,
      async userOf(token) {
        lookUps.push(token);
        if (session === 'unknown') throw new Error('no database');
        return session === 'open' ? '7' : null;
      },
    });
  });

  const settled = () => new Promise(setImmediate);

  async function join(channel = 'chat:en'): Promise<Page> {
    const page = new Page();
    hub.accept(page as unknown as WebSocket, page, '198.51.100.7');
    page.say({ op: 'auth', token: channel });
    page.say({ op: 'subscribe', channels: [channel] });
    await settled();
    return page;
  }

  /** A minute of sweeps and then a message in the room. */
  async function aMinuteLater(page: Page, row: string): Promise<void> {
    for (let sweeps = 0; sweeps < 5; sweeps += 1) {
      time += MINUTE / 4;
      page.emit('pong');
      await hub.sweep();
    }
    rows.push(`"${row}"`);
    wake();
    await hub.turn();
  }

  it('hears it while the session is open, and is closed once its time is over, without any event', async () => {
    const page = await join();
    await aMinuteLater(page, 'first');
    expect(page.rows).toEqual(['first']);
    session = 'over';
    await aMinuteLater(page, 'second');
    expect([page.rows, page.closedBy]).toEqual([['first'], 1008]);
    expect(hub.size()).toBe(0);
  });

  it('is looked up once a minute, and one without such a channel not at all', async () => {
    const [page, prices] = [await join(), await join('site:paused')];
    lookUps.length = 0;
    for (let minutes = 0; minutes < 4; minutes += 1) {
      prices.emit('pong');
      await aMinuteLater(page, 'x');
    }
    expect(lookUps).toEqual(Array.from({ length: 4 }, () => 'chat:en'));
  });

  it('is tried again while the session cannot be looked up', async () => {
    const page = await join();
    session = 'unknown';
    await aMinuteLater(page, 'first');
    session = 'over';
    await aMinuteLater(page, 'second');
    expect(page.closedBy).toBe(1008);
  });
});
