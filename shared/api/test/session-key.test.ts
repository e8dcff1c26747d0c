import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiClient, createApiClient } from '../src/index.ts';
import { forgetKey } from '../src/kit/session-key/forget-key.ts';
import { endsWithPage, learnTime, proofFor } from '../src/kit/session-key/prove.ts';

/* The keys of sessions, in a browser whose database holds one store. */

const DAY = 86_400_000;
const ORIGIN = 'https://h5.example';
/** Of the session of the test. */
let issued: string;

let stored: Map<string, unknown>;
let broken: boolean;

/** What of IndexedDB keys are kept with: each request succeeds in a later turn, as in a browser. */
function fakeDatabase() {
  const request = <T>(result: () => T) => {
    const made: { result?: T; onsuccess?: () => void } = {};
    queueMicrotask(() => {
      made.result = result();
      made.onsuccess?.();
    });
    return made;
  };
  const keys = {
    get: (id: string) => request(() => stored.get(id)),
    put: (value: unknown, id: string) => request(() => void stored.set(id, value)),
    delete: (id: string) => request(() => void stored.delete(id)),
    openCursor() {
      const entries = [...stored];
      const cursor: { result?: object | null; onsuccess?: () => void } = {};
      const next = () => {
        const [id, value] = entries.shift() ?? [];
        cursor.result = id === undefined ? null : { value, delete: () => stored.delete(id), continue: next };
        cursor.onsuccess?.();
      };
      queueMicrotask(next);
      return cursor;
    },
  };
  return {
    open() {
      const opening: { result?: object; error?: Error; onsuccess?: () => void; onerror?: () => void } = {};
      queueMicrotask(() => {
        opening.error = new DOMException('a private window', 'InvalidStateError');
        opening.result = { transaction: () => ({ objectStore: () => keys }), close: () => undefined };
        if (broken) opening.onerror?.();
        else opening.onsuccess?.();
      });
      return opening;
    },
  };
}

type Seen = { readonly method: string; readonly url: string; readonly headers: Headers; readonly body: string };
let seen: Seen[];
let replies: { readonly body: object; readonly date?: string }[];
let token: string | null;
const onSessionInvalid = vi.fn();

beforeEach(() => {
  issued = randomUUID();
  stored = new Map();
  broken = false;
  seen = [];
  replies = [];
  token = null;
  learnTime(Date.now());
  vi.stubGlobal('indexedDB', fakeDatabase());
  vi.stubGlobal('location', { href: `${ORIGIN}/h5/` });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  onSessionInvalid.mockClear();
});

const client = (): ApiClient =>
  createApiClient({
    baseUrl: `${ORIGIN}/api`,
    token: () => token,
    language: () => 'en',
    onSessionInvalid,
    onVerificationRequired: () => undefined,
    onBusy: () => undefined,
    fetch: async (input) => {
      const request = input as Request;
      seen.push({ method: request.method, url: request.url, headers: request.headers, body: await request.text() });
      const { body, date } = replies.shift() ?? { body: { type: 'ok', code: 1, message: {} } };
      return Response.json(body, date === undefined ? {} : { headers: { date } });
    },
  });

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The claims of the proof of a request; throws unless its key signed them. */
function provenBy({ headers }: Seen): Record<string, unknown> & { readonly key: string } {
  const [head = '', claims = '', signature = ''] = (headers.get('dpop') ?? '').split('.');
  const { jwk, ...rest } = JSON.parse(Buffer.from(head, 'base64url').toString());
  expect(rest).toEqual({ typ: 'dpop+jwt', alg: 'ES256' });
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key: jwk.x };
}

/** Opens a session, as the log-in of the page does. */
async function logIn(until = Date.now() + DAY): Promise<Seen> {
  replies = [{ body: { type: 'ok', code: 1, message: { token: issued, expires_at: until } } }];
  await client().send('POST /user/login', { user_string: 'ann' }, { opens: true });
  token = issued;
  return seen[0] as Seen;
}

test('a session begins with the proof of a new key, which no script can read, and each request proves it', async () => {
  token = 'a-session-before';
  const opened = await logIn();
  expect(opened.headers.get('authorization')).toBeNull();
  const first = provenBy(opened);
  expect(first).toMatchObject({ htm: 'POST', htu: `${ORIGIN}/api/user/login`, content: hash(`\n${opened.body}`) });
  expect(first).not.toHaveProperty('ath');
  const [kept] = [...stored.values()] as [{ privateKey: CryptoKey }];
  expect(kept.privateKey.extractable).toBe(false);
  expect([...stored.keys()]).toEqual([hash(issued)]);

  await client().send('GET /user/info', { a: 'b c' });
  await client().send('POST /wallet/change', { number: '5' }, { idempotencyKey: 'key-of-the-transfer' });
  const [, read, moved] = seen as [Seen, Seen, Seen];
  const query = new URL(read.url).search.slice(1);
  expect(provenBy(read)).toMatchObject({
    htm: 'GET',
    htu: `${ORIGIN}/api/user/info`,
    ath: hash(issued),
    content: hash(`\n${query}`),
    key: first.key,
  });
  expect(provenBy(moved)).toMatchObject({ content: hash(`key-of-the-transfer\n${moved.body}`), key: first.key });
  expect(new Set(seen.map((each) => provenBy(each).jti)).size).toBe(3);
});

test('a request at another time than the server’s is made again with a proof of its time, once', async () => {
  await logIn();
  const stale = { type: 'error', code: 0, error: 'session_proof_stale', message: 'Too late' };
  const date = new Date(Date.now() - 5 * DAY).toUTCString();
  replies = [{ body: stale, date }];
  await client().send('GET /user/info', {});
  const [, before, after] = seen as [Seen, Seen, Seen];
  expect(Number(provenBy(before).iat) - Number(provenBy(after).iat)).toBeGreaterThan((5 * DAY) / 1_000 - 10);
  expect(Math.abs(Number(provenBy(after).iat) * 1_000 - Date.parse(date))).toBeLessThan(10_000);
  replies = [
    { body: stale, date },
    { body: stale, date },
  ];
  await expect(client().send('GET /user/info', {})).rejects.toMatchObject({ code: 'session_proof_stale' });
  expect(seen).toHaveLength(5);
  expect(onSessionInvalid).not.toHaveBeenCalled();
});

const NO_DATABASE: readonly (readonly [string, () => void])[] = [
  [
    'refuses its database',
    () => {
      broken = true;
    },
  ],
  ['has no database', () => void vi.stubGlobal('indexedDB', undefined)],
  ['throws at its database', () => void vi.stubGlobal('indexedDB', { open: () => throwing() })],
];
const throwing = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

test.each(NO_DATABASE)('a browser that %s opens a session with a key that ends with the page', async (_, spoil) => {
  spoil();
  const first = provenBy(await logIn());
  await client().send('GET /user/info', {});
  expect(provenBy(seen[1] as Seen)).toMatchObject({ ath: hash(issued), key: first.key });
  expect([endsWithPage(issued), endsWithPage('another')]).toEqual([true, false]);
  expect([...stored.keys()]).toEqual([]);
});

test('a browser that never opens its database delays a log-in by three seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const opening = logIn();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(3_000);
  await opening;
  expect(endsWithPage(issued)).toBe(true);
  vi.useRealTimers();
});

test('a page without TLS, which has no cryptography, opens a session without a key, and goes on with it', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes });
  const opened = await logIn();
  await client().send('GET /user/info', {});
  expect([opened, seen[1]].map((each) => each?.headers.get('dpop'))).toEqual([null, null]);
  expect(proofFor(issued, { method: 'GET', url: '/realtime' })).toBeNull();
});

test('a session whose key is kept outlives the page', async () => {
  await logIn();
  await client().send('GET /user/info', {});
  expect(endsWithPage(issued)).toBe(false);
});

test('keys go with their sessions: at log-out, and those that are over at the next log-in', async () => {
  stored.set('of a visit that is over', { until: Date.now() - 1 });
  stored.set('of another tab', { until: Date.now() + DAY });
  await logIn();
  expect([...stored.keys()].toSorted()).toEqual(['of another tab', hash(issued)].toSorted());
  await forgetKey(issued);
  expect([...stored.keys()]).toEqual(['of another tab']);
});

test('a token whose key is gone is sent without a proof, and the server says to log in again', async () => {
  token = 'a-token-of-which-no-key-is-left';
  replies = [{ body: { type: '999', code: 999, error: 'session_proof_invalid', message: 'Log in again' } }];
  await expect(client().send('GET /user/info', {})).rejects.toMatchObject({ code: 'session_proof_invalid' });
  expect(onSessionInvalid).toHaveBeenCalledWith('Log in again');
});
