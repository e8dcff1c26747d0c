import { connect } from '@nats-io/transport-node';
import type { ServerFrame } from '@tessera/api/realtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ChatClient } from '../../../test/chat-client.ts';
import { chatStage } from '../../../test/chat-stage.ts';
import { NATS_SERVER_PATH, type NatsServer, startNatsServer } from '../../../test/nats-server.ts';
import { signUp } from '../../../test/people.ts';
import { authFrame } from '../../../test/session-key.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { openNatsBus } from './nats-bus.ts';
import type { NodeBus, NodeMessage } from './node-bus.ts';

/** Timeout for a message or a reconnect, in ms. */
const WITHIN = { timeout: 10_000, interval: 20 };

let server: NatsServer;
const buses: NodeBus[] = [];
const warnings: string[] = [];
const log = { info: () => undefined, warn: (_: object, text: string) => void warnings.push(text) };

beforeAll(async () => {
  if (NATS_SERVER_PATH) server = await startNatsServer();
});
beforeEach(({ skip }) => skip(!NATS_SERVER_PATH, 'nats-server is missing (NATS_SERVER_PATH)'));
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
  warnings.splice(0);
});
afterAll(() => server?.kill());

function open(servers = [server.url]): { readonly bus: NodeBus; readonly heard: NodeMessage[] } {
  const bus = openNatsBus(servers, log);
  buses.push(bus);
  const heard: NodeMessage[] = [];
  bus.listen((message) => heard.push(message));
  return { bus, heard };
}

const connected = (...of: { readonly bus: NodeBus }[]) =>
  vi.waitFor(() => expect(of.map(({ bus }) => bus.connected())).toEqual(of.map(() => true)), WITHIN);

const order: NodeMessage = { kind: 'account', userId: '7', event: { kind: 'order', id: 'a1', status: 'filled' } };
const release = (epoch: number): NodeMessage => ({ kind: 'release', epoch });

describe('nodes on one server', () => {
  test('receive messages of others once, and never their own', async () => {
    const [one, two, three] = [open(), open(), open()];
    await connected(one, two, three);
    one.bus.tell(order);
    two.bus.tell(release(3));
    await vi.waitFor(() => expect(three.heard).toHaveLength(2), WITHIN);
    // One server keeps the order of what it passes on, so that a duplicate would arrive before this.
    three.bus.tell(release(4));
    await vi.waitFor(() => expect([one.heard.length, two.heard.length]).toEqual([2, 2]), WITHIN);
    expect(one.heard).toEqual([release(3), release(4)]);
    expect(two.heard).toEqual([order, release(4)]);
    expect(three.heard).toEqual(expect.arrayContaining([order, release(3)]));
  });

  test('pass on every kind of message', async () => {
    const [one, two] = [open(), open()];
    await connected(one, two);
    const kinds = [
      'balance',
      'order',
      'deposit',
      'withdrawal',
      'payee',
      'profile',
      'message',
      'session',
      'watchlist',
      'alert',
    ] as const;
    const messages: NodeMessage[] = [
      ...kinds.map((kind) => ({ kind: 'account', userId: '7', event: { kind } }) as const),
      { kind: 'spent', spent: [['user:7', 12.5]] },
    ];
    for (const message of messages) one.bus.tell(message);
    await vi.waitFor(() => expect(two.heard).toEqual(messages), WITHIN);
    expect(warnings).toEqual([]);
  });

  test('pass on texts of a topic to those who listen to it, whenever they began', async () => {
    const [one, two] = [open(), open()];
    const heard: string[] = [];
    two.bus.onBroadcast('early', (text) => heard.push(text));
    await connected(one, two);
    one.bus.onBroadcast('late', (text) => heard.push(`own ${text}`));
    const stop = two.bus.onBroadcast('late', (text) => heard.push(text));
    one.bus.broadcast('early', 'a');
    await vi.waitFor(() => expect(heard).toEqual(['a']), WITHIN);
    await vi.waitFor(() => {
      one.bus.broadcast('late', 'b');
      expect(heard).toContain('b');
    }, WITHIN);
    stop();
    const before = heard.length;
    one.bus.broadcast('late', 'c');
    one.bus.broadcast('early', 'd');
    await vi.waitFor(() => expect(heard.slice(before)).toContain('d'), WITHIN);
    expect(heard).not.toContain('c');
    expect(heard).not.toContain('own b');
  });

  test('reconnect after it was lost, and send nothing late', async () => {
    const [one, two] = [open(), open()];
    await connected(one, two);
    await server.kill();
    await vi.waitFor(() => expect([one.bus.connected(), two.bus.connected()]).toEqual([false, false]), WITHIN);
    one.bus.tell(release(5));
    await server.start();
    await connected(one, two);
    one.bus.tell(release(6));
    await vi.waitFor(() => expect(two.heard).toEqual([release(6)]), WITHIN);
  });

  test('start without it, and connect when it is available', async () => {
    await server.kill();
    const [one, two] = [open(), open()];
    one.bus.tell(release(7));
    expect(one.bus.connected()).toBe(false);
    await server.start();
    await connected(one, two);
    one.bus.tell(release(8));
    await vi.waitFor(() => expect(two.heard).toEqual([release(8)]), WITHIN);
  });

  test('go on to the next of several servers when one is away', async () => {
    const nobody = 'nats://127.0.0.1:1';
    const [one, two] = [open([nobody, server.url]), open([server.url, nobody])];
    await connected(one, two);
    one.bus.tell(order);
    await vi.waitFor(() => expect(two.heard).toEqual([order]), WITHIN);
  });

  test('drop and log invalid messages, and continue', async () => {
    const node = open();
    const stranger = await connect({ servers: server.url });
    await connected(node);
    for (const text of ['', '{', '[]', '{"from":"x"}', '{"from":"x","message":{"kind":"account","userId":7}}']) {
      stranger.publish('tessera.v1.nodes', text);
    }
    stranger.publish('tessera.v1.nodes', JSON.stringify({ from: 'x', message: { ...order, more: 1 } }));
    await vi.waitFor(() => expect(node.heard).toEqual([order]), WITHIN);
    expect(warnings).toHaveLength(5);
    await stranger.close();
  });
});

describe('requests between nodes', () => {
  const SOON = 5_000;

  test('reach the node that serves a topic, and no other, until it ends', async () => {
    const [one, two, three] = [open(), open(), open()];
    const before = two.bus.serve('early', async (text) => `early ${text}`);
    await connected(one, two, three);
    expect(await one.bus.request('early', 'a', SOON)).toBe('early a');
    before();
    const stop = two.bus.serve('sums', async (text) => String(Number(text) + 1));
    await vi.waitFor(async () => expect(await one.bus.request('sums', '4', SOON)).toBe('5'), WITHIN);
    expect(await three.bus.request('sums', '6', SOON)).toBe('7');
    expect(await two.bus.request('sums', '6', SOON)).toBeNull();
    stop();
    await vi.waitFor(async () => expect(await one.bus.request('sums', '4', SOON)).toBeNull(), WITHIN);
  });

  test('end without a response where the node fails, is silent or cannot be reached', async () => {
    const [one, two] = [open(), open()];
    await connected(one, two);
    two.bus.serve('fails', async () => {
      throw new Error('broken');
    });
    two.bus.serve('silent', () => new Promise(() => undefined));
    await vi.waitFor(async () => {
      expect(await one.bus.request('fails', '', 100)).toBeNull();
      expect(warnings).toContain('a request of another node failed');
    }, WITHIN);
    expect(await one.bus.request('silent', '', 100)).toBeNull();
    await server.kill();
    await vi.waitFor(() => expect(one.bus.connected()).toBe(false), WITHIN);
    expect(await one.bus.request('silent', '', SOON)).toBeNull();
    await server.start();
  });
});

describe('a backend of two nodes', () => {
  const INTERNAL_TOKEN = 'a-token-between-gateway-and-backend';
  const nodes: { readonly app: TestApp; readonly url: string; readonly stop: () => Promise<unknown> }[] = [];

  async function startNode(beside?: TestApp) {
    const { bus } = open();
    const app = await createTestApp({ INTERNAL_TOKEN }, {}, undefined, bus, beside);
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as { port: number };
    const stops = app.domains.flatMap((domain) => domain.start?.() ?? []);
    const node = { app, url: `127.0.0.1:${port}`, stop: () => Promise.all(stops.map((stop) => stop())) };
    nodes.push(node);
    await connected({ bus });
    return node;
  }

  afterEach(async () => {
    // One beside another uses its database.
    for (const { app, stop } of nodes.splice(0).reverse()) {
      await stop();
      await app.close();
    }
  });

  test('notify pages of one node of events on another', async () => {
    const [one, two] = [await startNode(), await startNode()];
    const page = new WebSocket(`ws://${two.url}/realtime`);
    const frames: ServerFrame[] = [];
    page.on('message', (data) => frames.push(JSON.parse(data.toString())));
    await new Promise((resolve) => page.once('open', resolve));
    const told = await fetch(`http://${one.url}/internal/release`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-token': INTERNAL_TOKEN },
      body: JSON.stringify({ epoch: 9 }),
    });
    expect(told.status).toBe(200);
    await vi.waitFor(() => expect(frames).toContainEqual({ ch: 'release', d: { epoch: 9 } }), WITHIN);
    page.terminate();

    const heard: unknown[] = [];
    two.app.accountEvents.listen((userId, event) => heard.push([userId, event]));
    one.app.accountEvents.emit('7', { kind: 'balance' });
    await vi.waitFor(() => expect(heard).toEqual([['7', { kind: 'balance' }]]), WITHIN);
    const health = await fetch(`http://${one.url}/api/health`);
    expect(await health.json()).toMatchObject({ status: 'ok', nodes: 'connected' });
  });

  test('bring each message of a chat room once to pages of either, whichever of them takes it', async () => {
    const one = await startNode();
    const two = await startNode(one.app);
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(one.app, { level: 1 })));
    const [first = ''] = people.map(({ token }) => token);
    const pages = [one, two].map(
      () =>
        new ChatClient(
          first,
          'en',
          (after) => one.app.ok('GET /chat/messages', { room: 'en', after }, { token: first }),
          one.app.now,
        ),
    );
    await Promise.all([one, two].map(({ url }, index) => pages[index]?.open(`ws://${url}/realtime`)));
    await Promise.all(pages.map((page) => page.until(() => page.revision !== null)));
    const stages = [one, two].map(({ app }) => chatStage(app));
    await stages[0]?.holdWithin(0);
    await Promise.all(
      people.flatMap((person, index) => Array.from({ length: 5 }, () => stages[index % 2]?.say(person))),
    );
    await Promise.all(pages.map((page) => page.until(() => page.shown.size === 20)));
    for (const page of pages) {
      expect([...page.shown]).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1, 1]));
      page.cut();
    }
  });

  test('close the connection of a revoked session, whichever node revokes it', async () => {
    const [one, two] = [await startNode(), await startNode()];
    const ann = await signUp(two.app);
    const page = new WebSocket(`ws://${two.url}/realtime`);
    const frames: ServerFrame[] = [];
    page.on('message', (data) => frames.push(JSON.parse(data.toString())));
    await new Promise((resolve) => page.once('open', resolve));
    page.send(JSON.stringify(authFrame(ann.token, two.app.now())));
    await vi.waitFor(() => {
      two.app.accountEvents.emit(ann.id, { kind: 'balance' });
      expect(frames).toContainEqual({ ch: 'account', d: { kind: 'balance' } });
    }, WITHIN);
    const closed = new Promise((resolve) => page.once('close', resolve));
    // Nodes share a database; here each has its own, so the one revokes and the other announces.
    await two.app.database.query('update session set ended_at = $1', [new Date(two.app.now())]);
    one.app.accountEvents.emit(ann.id, { kind: 'session' });
    expect(await closed).toBe(1008);
    expect(frames.at(-1)).toEqual({ op: 'error', error: 'session_invalid' });
  });
});
