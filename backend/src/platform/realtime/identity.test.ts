import { EventEmitter } from 'node:events';
import type { AccountEvent, ServerFrame } from '@tessera/api/realtime';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { movingMarket } from '../../../test/moving-market.ts';
import { textsOf } from '../../../test/websocket-frames.ts';
import { createHub, type Hub } from './hub.ts';

/* No account event is lost while the session of a connection is looked up. */

const MINUTE = 60_000;

class Socket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly writableLength = 0;
  readonly frames: ServerFrame[] = [];
  closedBy: number | null = null;

  write(data: Buffer, taken: () => void): boolean {
    this.frames.push(...textsOf(data).map((text) => JSON.parse(text)));
    taken();
    return true;
  }

  say = (frame: unknown): void => void this.emit('message', Buffer.from(JSON.stringify(frame)));
  close(code: number): void {
    this.closedBy = code;
  }

  get events(): AccountEvent[] {
    return this.frames.flatMap((frame) => ('ch' in frame && frame.ch === 'account' ? [frame.d] : []));
  }
}

type LookUp = { readonly token: string; readonly found: (userId: string | null) => void; readonly lost: () => void };

let time: number;
let lookUps: LookUp[];
let reported: unknown[];
let hub: Hub;
let page: Socket;

beforeEach(() => {
  time = Date.UTC(2026, 10, 18);
  lookUps = [];
  reported = [];
  hub = createHub({
    feed: movingMarket(() => time, []),
    now: () => time,
    wake: () => undefined,
    report: (error) => reported.push(error),
    userOf: (token) =>
      new Promise((found, fail) => lookUps.push({ token, found, lost: () => fail(new Error('no database')) })),
  });
  page = new Socket();
  hub.accept(page as unknown as WebSocket, page, '198.51.100.7');
  page.say({ op: 'auth', token: 'first' });
});

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What the database responds to the look-up that waits. */
async function respond(outcome: 'lost' | string | null): Promise<void> {
  const lookUp = lookUps.shift();
  if (outcome === 'lost') lookUp?.lost();
  else lookUp?.found(outcome);
  await settled();
}

describe('an account event', () => {
  it('waits while the token of a new connection is looked up', async () => {
    const told = hub.tell('7', { kind: 'balance' });
    const stranger = hub.tell('8', { kind: 'order' });
    expect(page.events).toEqual([]);
    await respond('7');
    await Promise.all([told, stranger]);
    expect(page.events).toEqual([{ kind: 'balance' }]);
  });

  it('is sent in its turn while a session is looked up again', async () => {
    await respond('7');
    time += MINUTE + 1;
    // As of a payment by staff: two events of one transaction.
    const told = [hub.tell('7', { kind: 'balance' }), hub.tell('7', { kind: 'withdrawal', id: '5', status: 'sent' })];
    expect(lookUps).toHaveLength(1);
    await respond('7');
    await Promise.all(told);
    expect(page.events).toEqual([{ kind: 'balance' }, { kind: 'withdrawal', id: '5', status: 'sent' }]);
    await hub.tell('7', { kind: 'order' });
    expect(page.events).toHaveLength(3);
    expect(lookUps).toEqual([]);
  });

  it('keeps no other connection waiting', async () => {
    await respond('7');
    const other = new Socket();
    hub.accept(other as unknown as WebSocket, other, '198.51.100.8');
    other.say({ op: 'auth', token: 'slow' });
    const told = hub.tell('7', { kind: 'balance' });
    expect(page.events).toEqual([{ kind: 'balance' }]);
    await respond('7');
    await told;
    expect(other.events).toEqual([{ kind: 'balance' }]);
  });

  it('is made up for when the session could not be looked up', async () => {
    await respond('7');
    time += MINUTE + 1;
    const told = [hub.tell('7', { kind: 'balance' }), hub.tell('7', { kind: 'order', id: '1' })];
    await respond('lost');
    await Promise.all(told);
    expect(page.events).toEqual([]);
    expect(reported).toHaveLength(1);
    // Events come while the database is away: none of them asks it again.
    for (let event = 0; event < 50; event += 1) await hub.tell('7', { kind: 'message' });
    expect(lookUps).toEqual([]);
    page.emit('pong');
    const swept = hub.sweep();
    await respond('7');
    await swept;
    expect(page.events).toEqual([{ kind: 'balance' }, { kind: 'order' }, { kind: 'message' }]);
  });

  it('does not reach a session that has ended, nor the user of a former token', async () => {
    await respond('7');
    time += MINUTE + 1;
    const late = hub.tell('7', { kind: 'balance' });
    page.say({ op: 'auth', token: 'second' });
    await respond('7');
    await respond('8');
    await late;
    expect(page.events).toEqual([]);
    const ended = hub.tell('8', { kind: 'session' });
    await respond(null);
    await ended;
    expect(page.events).toEqual([]);
    expect(page.closedBy).toBe(1008);
  });

  it('does not reach a session that ends while it waits for an earlier look-up', async () => {
    await respond('7');
    time += MINUTE + 1;
    const late = hub.tell('7', { kind: 'balance' });
    const ended = hub.tell('7', { kind: 'session' });
    // The first was read before the session ended.
    await respond('7');
    await respond(null);
    await Promise.all([late, ended]);
    expect(page.events).toEqual([]);
  });
});
