import type { ServerFrame } from '@tessera/api/realtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RawData, WebSocket } from 'ws';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { authFrame, claimsOf, newSessionKey, proofOf, SESSION_KEY, signProof } from '../../../test/session-key.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const INTERNAL_TOKEN = 'a-token-between-gateway-and-backend';

let app: TestApp;
let ann: Person;
let url: string;
let stop: () => unknown;

beforeAll(async () => {
  app = await createTestApp({ INTERNAL_TOKEN });
  app.feed.setPrice('BTC/USDT', '96480.5');
  app.feed.setPrice('ETH/USDT', '3462.1');
  ann = await signUp(app);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the test app has no port');
  url = `ws://127.0.0.1:${address.port}/realtime`;
  const stops = app.domains.flatMap((domain) => domain.start?.() ?? []);
  stop = () => Promise.all(stops.map((end) => end()));
});
afterAll(async () => {
  await stop();
  await app.close();
});

/** A client that waits for expected frames among others. */
class Client {
  readonly frames: ServerFrame[] = [];
  readonly #socket: WebSocket;
  #wake: () => void = () => undefined;

  constructor(cookie?: string) {
    this.#socket = new WebSocket(url, { headers: cookie === undefined ? {} : { cookie } });
    this.#socket.on('message', (data: RawData) => {
      this.frames.push(JSON.parse(data.toString()));
      this.#wake();
    });
  }

  opened = () => new Promise((resolve) => this.#socket.once('open', resolve));
  send = (frame: unknown) => this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  close = () => this.#socket.terminate();
  closed = () =>
    new Promise<[code: number, reason: string]>((resolve) =>
      this.#socket.once('close', (code, reason) => resolve([code, reason.toString()])),
    );

  async until(isIt: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    for (;;) {
      const found = this.frames.findIndex(isIt);
      if (found >= 0) return this.frames.splice(found, 1)[0] as ServerFrame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

let client: Client;
beforeEach(async () => {
  client = new Client();
  await client.opened();
  return () => client.close();
});

const quoteOf = (symbol: string, last?: string) => (frame: ServerFrame) =>
  'ch' in frame && frame.ch === 'quote' && frame.d.some((row) => row[0] === symbol && (!last || row[1] === last));

describe('the realtime hub', () => {
  it('names the feed of its prices', async () => {
    expect(await client.until((frame) => 'op' in frame)).toEqual({ op: 'ready', feed: 'simulated', now: app.now() });
  });

  it('sends the price to a new subscriber immediately, and each change to all', async () => {
    client.send({ op: 'subscribe', channels: ['quote:BTC/USDT'] });
    await client.until(quoteOf('BTC/USDT', '96480.5'));
    app.feed.setPrice('BTC/USDT', '96500');
    await client.until(quoteOf('BTC/USDT', '96500'));
  });

  it('sends only subscribed channels, and none after unsubscribing', async () => {
    client.send({ op: 'subscribe', channels: ['quote:BTC/USDT', 'quote:ETH/USDT'] });
    await client.until(quoteOf('ETH/USDT'));
    client.send({ op: 'unsubscribe', channels: ['quote:BTC/USDT'] });
    client.send({ op: 'ping', t: 1 });
    await client.until((frame) => 'op' in frame && frame.op === 'pong');
    client.frames.length = 0;
    app.feed.setPrice('BTC/USDT', '97000');
    app.feed.setPrice('ETH/USDT', '3500');
    await client.until(quoteOf('ETH/USDT', '3500'));
    expect(client.frames.some(quoteOf('BTC/USDT'))).toBe(false);
  });

  it('sends the book with its levels', async () => {
    client.send({ op: 'subscribe', channels: ['depth:ETH/USDT'] });
    const frame = await client.until((each) => 'ch' in each && each.ch === 'depth:ETH/USDT');
    expect(frame).toMatchObject({ d: { bids: [[expect.any(String), expect.any(String)]] } });
  });

  it.each(['quote:NOPE', 'nonsense', 'kline:BTC/USDT:7m'])('rejects the channel %s', async (channel) => {
    client.send({ op: 'subscribe', channels: [channel] });
    const frame = await client.until((each) => 'op' in each && each.op === 'error');
    expect(frame).toMatchObject({ error: channel === 'quote:NOPE' ? 'unknown_channel' : 'invalid_frame' });
  });

  it.each(['', '{', '[]', '{"op":"dance"}', `{"op":"ping","t":${'9'.repeat(400)}}`])(
    'returns an error for %j and continues',
    async (data) => {
      client.send(data);
      await client.until((frame) => 'op' in frame && frame.op === 'error');
      client.send({ op: 'ping', t: 7 });
      expect(await client.until((frame) => 'op' in frame && frame.op === 'pong')).toEqual({ op: 'pong', t: 7 });
    },
  );

  it('sends account events only to their user', async () => {
    const stranger = new Client();
    await stranger.opened();
    client.send(authFrame(ann.token, app.now()));
    // The token is looked up in the database, so the event is repeated until the hub has registered the listener.
    const heard = client.until((frame) => 'ch' in frame && frame.ch === 'account');
    const repeat = setInterval(() => app.accountEvents.emit(ann.id, { kind: 'balance' }), 20);
    expect(await heard).toEqual({ ch: 'account', d: { kind: 'balance' } });
    clearInterval(repeat);
    stranger.send({ op: 'ping', t: 1 });
    await stranger.until((frame) => 'op' in frame && frame.op === 'pong');
    expect(stranger.frames.some((frame) => 'ch' in frame && frame.ch === 'account')).toBe(false);
    stranger.close();
  });

  it('notes the id of a proof of the session’s key, and none that a guest makes up', async () => {
    const claims = claimsOf({ method: 'GET', url: '/realtime', token: ann.token, now: app.now() });
    const answerTo = async (token: string, proof: string) => {
      const guest = new Client();
      await guest.opened();
      guest.send({ op: 'auth', token, proof });
      const answer = await guest.until((each) => 'op' in each && each.op === 'error');
      guest.close();
      return answer;
    };
    const invalid = { op: 'error', error: 'session_invalid' };
    const unknown = 'x'.repeat(43);
    const { jti } = claims;
    const ofUnknown = { ...claimsOf({ method: 'GET', url: '/realtime', token: unknown, now: app.now() }), jti };
    expect(await answerTo(ann.token, signProof(claims, newSessionKey()))).toEqual(invalid);
    expect(await answerTo(unknown, signProof(ofUnknown, SESSION_KEY))).toEqual(invalid);
    const proof = signProof(claims, SESSION_KEY);
    client.send({ op: 'auth', token: ann.token, proof });
    const heard = client.until((frame) => 'ch' in frame && frame.ch === 'account');
    const repeat = setInterval(() => app.accountEvents.emit(ann.id, { kind: 'balance' }), 20);
    expect(await heard).toEqual({ ch: 'account', d: { kind: 'balance' } });
    clearInterval(repeat);
    // Once and no more.
    expect(await answerTo(ann.token, proof)).toEqual(invalid);
  });

  it('rejects an unknown token', async () => {
    client.send({ op: 'auth', token: 'x'.repeat(43) });
    const frame = await client.until((each) => 'op' in each && each.op === 'error');
    expect(frame).toEqual({ op: 'error', error: 'session_invalid' });
  });

  const asked = () => ({ method: 'GET', url: '/realtime', token: ann.token, now: app.now() });
  it.each([
    ['no proof', () => undefined],
    ['the proof of another key', () => proofOf(asked(), newSessionKey())],
    ['the proof of a call', () => proofOf({ ...asked(), url: '/api/user/info' })],
    ['the proof of another token', () => proofOf({ ...asked(), token: 'x'.repeat(43) })],
    ['an old proof', () => proofOf({ ...asked(), now: app.now() - 61_000 })],
    ['no proof at all', () => 'x'],
  ])('rejects a stolen token with %s', async (_, proof) => {
    client.send({ op: 'auth', token: ann.token, proof: proof() });
    const frame = await client.until((each) => 'op' in each && each.op === 'error');
    expect(frame).toEqual({ op: 'error', error: 'session_invalid' });
  });

  it('rejects a proof that another connection has used', async () => {
    const kept = new Client();
    await kept.opened();
    const frame = authFrame(ann.token, app.now());
    kept.send(frame);
    const repeat = setInterval(() => app.accountEvents.emit(ann.id, { kind: 'balance' }), 20);
    await kept.until((each) => 'ch' in each && each.ch === 'account');
    clearInterval(repeat);
    client.send(frame);
    expect(await client.until((each) => 'op' in each && each.op === 'error')).toMatchObject({
      error: 'session_invalid',
    });
    kept.close();
  });

  it('a proof signed ahead signs in no connection of another browser, also where it was opened before the log-in', async () => {
    const owner = await signUp(app);
    const credentials = { user_string: owner.email, password: PASSWORD };
    const own: { cookie?: string } = {};
    const thief: { cookie?: string } = {};
    const { token } = await app.ok('POST /user/login', credentials, { browser: own });
    await app.ok('POST /user/login', { ...credentials, user_string: (await signUp(app)).email }, { browser: thief });
    const isEvent = (frame: ServerFrame) => 'ch' in frame && frame.ch === 'account';
    const repeat = setInterval(() => app.accountEvents.emit(owner.id, { kind: 'balance' }), 20);
    // The first connection with the cookie binds the session, as a request does.
    const kept = new Client(own.cookie);
    await kept.opened();
    kept.send(authFrame(token, app.now()));
    await kept.until(isEvent);
    for (const cookie of [undefined, thief.cookie, `${own.cookie}x`]) {
      const other = new Client(cookie);
      await other.opened();
      const closed = other.closed();
      other.send(authFrame(token, app.now()));
      expect(await closed).toEqual([1008, 'the session is of another browser']);
      expect(other.frames.some(isEvent)).toBe(false);
    }
    // It goes on in its own, at once.
    const again = new Client(own.cookie);
    await again.opened();
    again.send(authFrame(token, app.now()));
    await again.until(isEvent);
    clearInterval(repeat);
    kept.close();
    again.close();
  });

  it('closes the connection of a revoked session at once, and no other', async () => {
    const credentials = { user_string: ann.email, password: PASSWORD };
    const { token } = await app.ok('POST /user/login', credentials);
    const kept = new Client();
    await kept.opened();
    kept.send(authFrame(ann.token, app.now()));
    client.send(authFrame(token, app.now()));
    const isEvent = (frame: ServerFrame) => 'ch' in frame && frame.ch === 'account';
    const repeat = setInterval(() => app.accountEvents.emit(ann.id, { kind: 'balance' }), 20);
    await Promise.all([client.until(isEvent), kept.until(isEvent)]);
    clearInterval(repeat);
    const closed = client.closed();
    const { list } = await app.ok('GET /safe/sessions', {}, { token: ann.token });
    const id = list.find(({ current }) => !current)?.id;
    await app.ok('POST /safe/sessions/revoke', { id }, { token: ann.token });
    expect(await closed).toEqual([1008, 'the session has ended']);
    expect(client.frames.some((frame) => 'op' in frame && frame.op === 'error')).toBe(true);
    await kept.until((frame) => isEvent(frame) && JSON.stringify(frame).includes('session'));
    kept.close();
  });

  it('does not keep a session in use by events that reach its connection', async () => {
    const idle = await signUp(app);
    client.send(authFrame(idle.token, app.now()));
    const isEvent = (frame: ServerFrame) => 'ch' in frame && frame.ch === 'account';
    const repeat = setInterval(() => app.accountEvents.emit(idle.id, { kind: 'balance' }), 20);
    await client.until(isEvent);
    clearInterval(repeat);
    const seen = async () =>
      (
        await app.database.query<{ at: number }>('select last_seen_at as at from session where user_id = $1', [idle.id])
      )[0]?.at;
    const before = await seen();
    app.advance(2 * 60_000);
    client.frames.length = 0;
    app.accountEvents.emit(idle.id, { kind: 'order' });
    await client.until(isEvent);
    expect(await seen()).toBe(before);
  });

  it('announces a release from the gateway to all clients, including later ones', async () => {
    const announce = (token: string) =>
      app.app.inject({
        method: 'POST',
        url: '/internal/release',
        headers: { 'content-type': 'application/json', 'x-internal-token': token },
        payload: JSON.stringify({ epoch: 12 }),
      });
    expect((await announce('a-token-that-somebody-made-up-right')).json()).toMatchObject({ error: 'forbidden' });
    expect((await announce(INTERNAL_TOKEN)).statusCode).toBe(200);
    const release = (frame: ServerFrame) => 'ch' in frame && frame.ch === 'release';
    expect(await client.until(release)).toEqual({ ch: 'release', d: { epoch: 12 } });
    const later = new Client();
    expect(await later.until(release)).toEqual({ ch: 'release', d: { epoch: 12 } });
    later.close();
  });

  it('ends the sessions that compromised code could use while it was live, and no others', async () => {
    const [inside, before, after] = await Promise.all([signUp(app), signUp(app), signUp(app)]);
    const first = await signUp(app);
    const now = app.now();
    const HOUR = 3_600_000;
    const dates = async ({ uid }: Person, created: number, seen: number) =>
      app.database.query(
        `update session set created_at = $2, last_seen_at = $3
          where user_id = (select id from user_account where uid = $1)`,
        [uid, new Date(created), new Date(seen)],
      );
    const window = { from: now - 3 * HOUR, until: now - 2 * HOUR };
    const earlier = [{ from: now - 9 * HOUR, until: now - 8 * HOUR }];
    await dates(inside, window.from - HOUR, window.until - 1);
    await dates(before, window.from - 2 * HOUR, window.from - HOUR);
    await dates(after, window.until + 1, now);
    await dates(first, now - 10 * HOUR, now - 8 * HOUR);
    const announce = (token: string) =>
      app.app.inject({
        method: 'POST',
        url: '/internal/release',
        headers: { 'content-type': 'application/json', 'x-internal-token': token },
        payload: JSON.stringify({ epoch: 13, compromised: window, earlier }),
      });
    expect((await announce('a-token-that-somebody-made-up-right')).json()).toMatchObject({ error: 'forbidden' });
    const works = async ({ token }: Person) => (await app.call('GET /user/info', {}, { token })).type;
    expect(await works(inside)).toBe('ok');
    expect((await announce(INTERNAL_TOKEN)).statusCode).toBe(200);
    expect([await works(inside), await works(before), await works(after)]).toEqual(['999', 'ok', 'ok']);
    // Of a rollback that no gateway saw before the next one.
    expect(await works(first)).toBe('999');
  });
});
