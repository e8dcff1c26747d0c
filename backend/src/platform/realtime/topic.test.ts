import { EventEmitter } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { movingMarket } from '../../../test/moving-market.ts';
import { textsOf } from '../../../test/websocket-frames.ts';
import { createHub, type Hub } from './hub.ts';
import type { TopicParts } from './topic.ts';

/** A client that takes everything. */
class Page extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly writableLength = 0;
  readonly frames: Record<string, unknown>[] = [];
  write(bytes: Buffer, taken: () => void): boolean {
    this.frames.push(...textsOf(bytes).map((text) => JSON.parse(text) as Record<string, unknown>));
    taken();
    return true;
  }
  say = (frame: unknown): void => void this.emit('message', Buffer.from(JSON.stringify(frame)));
  subscribe = (...channels: string[]): void => this.say({ op: 'subscribe', channels });
  of = (channel: string) => this.frames.filter(({ ch }) => ch === channel).flatMap(({ d }) => d as unknown[]);
  errors = () => this.frames.flatMap(({ op, error }) => (op === 'error' ? [error] : []));
  close(): void {
    this.readyState = 3;
    this.emit('close');
  }
  terminate = (): void => this.close();
}

let hub: Hub;
let opened: string[];
let closed: string[];
let rows: string[];
let parts: TopicParts;
let users: Map<string, Promise<string | null>>;

beforeEach(() => {
  opened = [];
  closed = [];
  rows = [];
  users = new Map([
    ['of ann', Promise.resolve('1')],
    ['of bea', Promise.resolve('2')],
  ]);
  hub = createHub({
    feed: movingMarket(() => 0),
    topics: () => [
      {
        kind: 'chat',
        open(name, given) {
          if (name === 'nowhere') return null;
          opened.push(name);
          parts = given;
          return {
            first: () => new Map([['state', '{"revision":7}']]),
            next: () => (rows.length > 0 ? new Map(rows.splice(0).map((row) => [row, row])) : null),
            close: () => void closed.push(name),
          };
        },
      },
    ],
    now: () => 0,
    wake: () => undefined,
    userOf: (token) => users.get(token) ?? Promise.resolve(null),
    report: () => undefined,
  });
});

const join = (token?: string): Page => {
  const page = new Page();
  hub.accept(page as unknown as WebSocket, page, '127.0.0.1');
  if (token) page.say({ op: 'auth', token });
  return page;
};
const settled = () => new Promise(setImmediate);

it('a topic is joined once it is known whose the connection is, opened once, and closed behind the last listener', async () => {
  const [ann, again, bea] = [join('of ann'), join('of ann'), join('of bea')];
  for (const page of [ann, again, bea]) page.subscribe('chat:en');
  expect(opened).toEqual([]);
  await settled();
  expect(opened).toEqual(['en']);
  expect(parts.listeners()).toBe(2);
  expect(bea.of('chat:en')).toEqual([{ revision: 7 }]);
  rows.push('{"revision":8}', '{"revision":9}');
  parts.wake();
  await hub.turn();
  expect(ann.of('chat:en')).toEqual([{ revision: 7 }, { revision: 8 }, { revision: 9 }]);
  ann.close();
  again.say({ op: 'unsubscribe', channels: ['chat:en'] });
  expect(closed).toEqual([]);
  bea.close();
  expect(closed).toEqual(['en']);
});

it('guests, forged tokens and unknown names are rejected, and hear nothing', async () => {
  const [guest, forger, lost] = [join(), join('forged'), join('of ann')];
  guest.subscribe('chat:en');
  forger.subscribe('chat:en');
  lost.subscribe('chat:nowhere');
  await settled();
  expect(guest.errors()).toEqual(['sign_in_required']);
  expect(forger.errors()).toEqual(['session_invalid', 'sign_in_required']);
  expect(lost.errors()).toEqual(['unknown_channel']);
  expect(opened).toEqual([]);
});

it('a connection that is left, or whose token is replaced by an invalid one, leaves its topics', async () => {
  const ann = join('of ann');
  ann.subscribe('chat:en');
  await settled();
  ann.say({ op: 'auth', token: 'forged' });
  await settled();
  expect(closed).toEqual(['en']);
  // Unsubscribed, or gone, before it is known whose it is.
  const [fickle, gone] = [join('of bea'), join('of bea')];
  for (const page of [fickle, gone]) page.subscribe('chat:de');
  fickle.say({ op: 'unsubscribe', channels: ['chat:de'] });
  gone.close();
  await settled();
  expect(opened).toEqual(['en']);
});
