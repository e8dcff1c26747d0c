import { randomUUID } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import { type Call, choosesPayee } from '@tessera/api/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt, enrolAuthenticator } from '../../../test/factors.ts';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { claimsOf, newSessionKey, proofOf, SESSION_KEY, signProof } from '../../../test/session-key.ts';
import { STAFF_PASSWORD, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { confirmedSession } from '../../../test/well-used.ts';
import { PROOF_WINDOW } from './key-proof.ts';
import { readSession } from './read-session.ts';
import { isOfBrowser } from './session-browser.ts';
import { tokenHash } from './token.ts';

/* A token that was read somewhere is worth nothing without the key that its session is bound to. */

let app: TestApp;
let ann: Person;
let ben: Person;
let staffToken: string;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app);
  ben = await signUp(app);
  ({ token: staffToken } = await signInStaff(app));
});
afterAll(() => app.close());

type Sent = { readonly error?: string; readonly type?: string; readonly date: string; readonly message?: unknown };

/** A request with this proof, or with none. */
async function send(
  { method, path }: Pick<Call, 'method' | 'path'>,
  token: string,
  dpop: string | undefined,
  { form = '', key }: { readonly form?: string; readonly key?: string } = {},
): Promise<Sent> {
  const inQuery = method === 'GET' || method === 'DELETE';
  const response = await app.app.inject({
    method,
    url: `/api${path}${inQuery && form ? `?${form}` : ''}`,
    headers: {
      authorization: token,
      dpop,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(!inQuery && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!inQuery && { payload: form }),
  });
  return { ...(response.json() as object), date: String(response.headers.date) };
}

const REFUSED = { type: '999', error: 'session_proof_invalid' };
const INFO = { method: 'GET', path: '/user/info' } as const;
const asked = (more: Partial<Parameters<typeof claimsOf>[0]> = {}) => ({
  method: 'GET',
  url: '/api/user/info',
  token: ann.token,
  now: app.now(),
  ...more,
});

const signedIn = Object.entries<Call>(contract).filter(([, { access }]) => access !== 'public');

describe('a stolen token', () => {
  it('makes no call at all, without a proof or with the thief’s', async () => {
    expect(signedIn.length).toBeGreaterThan(300);
    for (const [callId, call] of signedIn) {
      const token = call.access === 'staff' ? staffToken : ann.token;
      const key = randomUUID();
      const thief = proofOf(
        { method: call.method, url: `/api${call.path}`, token, idempotencyKey: key, now: app.now() },
        newSessionKey(),
      );
      for (const proof of [undefined, thief]) {
        expect({ callId, ...(await send(call, token, proof, { key })) }).toMatchObject({ callId, ...REFUSED });
      }
    }
  });

  it.each(['GET /dual/index', 'GET /news/index_pop'] as const)('is a guest’s where it calls %s', async (callId) => {
    const { method, path } = contract[callId];
    const outcome = await send({ method, path }, ann.token, undefined);
    expect(outcome).toMatchObject({ type: 'ok' });
  });

  it.each([
    ['another path', () => proofOf(asked({ url: '/api/wallet/list' }))],
    ['another method', () => proofOf(asked({ method: 'POST' }))],
    ['another token', () => proofOf(asked({ token: ben.token }))],
    ['no token', () => proofOf(asked({ token: null }))],
    ['another query', () => proofOf(asked({ url: '/api/user/info?uid=1' }))],
    ['another idempotency key', () => proofOf(asked({ idempotencyKey: 'another-key' }))],
    ['an operation of the registry', () => proofOf(asked({ url: '/registry/promote', method: 'POST' }))],
    ['a path that only looks like it', () => proofOf(asked({ url: '/api/user/info/' }))],
    ['nothing', () => 'x'],
    ['much', () => `${proofOf(asked())}${'x'.repeat(2_000)}`],
    ['more than a proof has', () => `${proofOf(asked())}.x`],
    ['an address that is none', () => signProof({ ...claimsOf(asked()), htu: '/api/user/info' }, SESSION_KEY)],
    ['an id that is too short', () => signProof({ ...claimsOf(asked()), jti: '1' }, SESSION_KEY)],
    ['no time', () => signProof({ ...claimsOf(asked()), iat: undefined }, SESSION_KEY)],
    ['no content', () => signProof({ ...claimsOf(asked()), content: undefined }, SESSION_KEY)],
  ])('is refused with a proof of %s', async (_, proof) => {
    expect(await send(INFO, ann.token, proof())).toMatchObject(REFUSED);
  });

  it('is refused with the signature of another proof, of none, and by an algorithm of the thief’s choice', async () => {
    const [head = '', claims = '', signature = ''] = proofOf(asked()).split('.');
    const [, others = ''] = proofOf(asked()).split('.');
    const none = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none' })).toString('base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) };
    const offCurve = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk })).toString('base64url');
    for (const proof of [
      [head, others, signature],
      [head, claims, ''],
      [none, claims, ''],
      [none, claims, signature],
      [offCurve, claims, signature],
      [newSessionKey().head, claims, signature],
    ]) {
      expect(await send(INFO, ann.token, proof.join('.'))).toMatchObject(REFUSED);
    }
  });

  it('is refused with a proof that was used, that is old, or of the future; the time of the server is told', async () => {
    const once = proofOf(asked());
    expect(await send(INFO, ann.token, once)).toMatchObject({ type: 'ok' });
    const proofs = [once, ...[-1, 1].map((sign) => proofOf(asked({ now: app.now() + sign * (PROOF_WINDOW + 1_000) })))];
    for (const proof of proofs) {
      const outcome = await send(INFO, ann.token, proof);
      expect(outcome).toMatchObject({ type: 'error', error: 'session_proof_stale' });
      expect(Date.parse(outcome.date)).toBe(Math.floor(app.now() / 1_000) * 1_000);
    }
  });

  it('takes no id of a proof, by a key that is not the session’s: those of others are not forgotten for it', async () => {
    const proof = proofOf(asked());
    const [, claims = ''] = proof.split('.');
    const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string };
    const thief = newSessionKey();
    const stolen = signProof({ ...claimsOf(asked()), jti }, thief);
    expect(await send(INFO, ann.token, stolen)).toMatchObject(REFUSED);
    expect(await send(INFO, ann.token, proof)).toMatchObject({ type: 'ok' });
    expect(await send(INFO, ann.token, proof)).toMatchObject({ error: 'session_proof_stale' });
  });

  it('opens sessions with ids that take no places of those of sessions', async () => {
    const proof = proofOf(asked());
    const [, claims = ''] = proof.split('.');
    const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string };
    const form = `user_string=${encodeURIComponent(ann.email)}&password=wrong-password`;
    const login = { method: 'POST', path: '/user/login' } as const;
    const opening = signProof(
      { ...claimsOf(asked({ method: 'POST', url: '/api/user/login', token: null, form })), jti },
      newSessionKey(),
    );
    const open = () =>
      app.app.inject({
        method: 'POST',
        url: `/api${login.path}`,
        headers: { dpop: opening, 'content-type': 'application/x-www-form-urlencoded' },
        payload: form,
      });
    expect((await open()).json()).toMatchObject({ error: 'wrong_credentials' });
    expect((await open()).json()).toMatchObject({ error: 'session_proof_stale' });
    expect(await send(INFO, ann.token, proof)).toMatchObject({ type: 'ok' });
  });

  it('cannot wait until a proof of the future is forgotten', async () => {
    const ahead = proofOf(asked({ now: app.now() + PROOF_WINDOW }));
    expect(await send(INFO, ann.token, ahead)).toMatchObject({ type: 'ok' });
    for (let waited = 0; waited < 2; waited += 1) {
      app.advance(PROOF_WINDOW - 1);
      expect(await send(INFO, ann.token, ahead)).toMatchObject({ error: 'session_proof_stale' });
    }
  });

  it('does nothing else with a proof that was seen: form and idempotency key are part of it', async () => {
    const call = { method: 'POST', path: '/wallet/change' } as const;
    const form = 'from_field=change&to_field=lever&currency=USDT&number=5';
    const key = randomUUID();
    const seen = () => proofOf(asked({ method: 'POST', url: '/api/wallet/change', form, idempotencyKey: key }));
    expect(await send(call, ann.token, seen(), { form: form.replace('5', '50'), key })).toMatchObject(REFUSED);
    expect(await send(call, ann.token, seen(), { form, key: randomUUID() })).toMatchObject(REFUSED);
    expect(await send(call, ann.token, seen(), { form, key })).not.toMatchObject(REFUSED);
  });

  it('does nothing else with it where the form stands in the query, and the body is none or no form', async () => {
    const url = '/api/user/preferences';
    const form = 'language=de';
    const bodies = [
      {},
      {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: '--x\r\ncontent-disposition: form-data; name="language"\r\n\r\nfr\r\n--x--\r\n',
      },
    ];
    for (const { headers, ...body } of bodies as { headers?: Record<string, string>; payload?: string }[]) {
      const dpop = proofOf(asked({ method: 'POST', url, form }));
      const response = await app.app.inject({
        method: 'POST',
        url: `${url}?${form}`,
        headers: { authorization: ann.token, dpop, ...headers },
        ...body,
      });
      expect(response.json()).toMatchObject(REFUSED);
    }
  });

  it('uploads no file and sees no private picture', async () => {
    for (const path of ['/upload', '/bind_box/media'] as const) {
      expect(await send({ method: 'POST', path }, ann.token, undefined)).toMatchObject(REFUSED);
    }
    const name = 'a-private-picture-of-ann-0001.jpg';
    await app.database.query('insert into upload (name, user_id, private, at) values ($1, $2, true, now())', [
      name,
      ann.id,
    ]);
    expect(await send({ method: 'GET', path: `/uploads/${name}` }, ann.token, undefined)).toMatchObject(REFUSED);
  });
});

describe('a session', () => {
  const credentials = () => ({ user_string: ann.email, password: PASSWORD });
  const logIn = async (dpop: string | undefined): Promise<Sent> => {
    const form = new URLSearchParams(credentials()).toString();
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { dpop, 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    });
    return { ...(response.json() as object), date: '' };
  };
  const loginProof = (key = SESSION_KEY, token: string | null = null) =>
    proofOf(
      asked({
        method: 'POST',
        url: '/api/user/login',
        token,
        form: new URLSearchParams(credentials()).toString(),
      }),
      key,
    );

  it('is bound to the key that proves the log-in, and to that one only', async () => {
    const own = newSessionKey();
    const { message } = await logIn(loginProof(own));
    const { token } = message as { token: string };
    expect(await send(INFO, token, proofOf(asked({ token }), own))).toMatchObject({ type: 'ok' });
    expect(await send(INFO, token, proofOf(asked({ token })))).toMatchObject(REFUSED);
  });

  it('does not begin with a proof that is used again, is of another session, or proves nothing', async () => {
    const once = loginProof();
    expect(await logIn(once)).toMatchObject({ type: 'ok' });
    expect(await logIn(once)).toMatchObject({ error: 'session_proof_stale' });
    expect(await logIn(loginProof(SESSION_KEY, ann.token))).toMatchObject(REFUSED);
    expect(await logIn('x.y.z')).toMatchObject(REFUSED);
  });

  it('without a key goes on, and no key can be given to it later', async () => {
    const { message } = await logIn(undefined);
    const { token } = message as { token: string };
    for (const proof of [undefined, proofOf(asked({ token })), undefined]) {
      expect(await send(INFO, token, proof)).toMatchObject({ type: 'ok' });
    }
    const [row] = await app.database.query<{ bound: boolean }>(
      'select key_thumbprint is not null as bound from session order by id desc limit 1',
    );
    expect(row?.bound).toBe(false);
  });

  it('without a key takes no money out, whatever else its bearer knows', async () => {
    const { token } = (await logIn(undefined)).message as { token: string };
    const out = Object.entries<Call>(contract).filter(([, call]) => 'key' in call.input.shape || choosesPayee(call));
    expect(out.length).toBeGreaterThan(20);
    // A trader who is followed gets a share of what copies gain.
    expect(out.map(([callId]) => callId)).toContain('POST /follow/follow');
    await app.database.query('update user_account set verification_level = 2 where id = $1', [ann.id]);
    for (const [callId, call] of out) {
      expect({ callId, ...(await send(call, token, undefined, { key: randomUUID() })) }).toMatchObject({
        callId,
        error: 'session_unbound',
      });
    }
  });

  it('without a key changes nothing about security, also where a second factor is proved', async () => {
    const { token } = (await logIn(undefined)).message as { token: string };
    // The codes are right: the owner asks for them.
    const asking = await confirmedSession(app, ann);
    const outcomes: [string, Sent][] = [];
    for (const [scene, path, form] of [
      ['confirm', '/safe/confirm', { password: PASSWORD }],
      ['confirm', '/safe/anti_phishing', { phrase: 'of the thief' }],
      [
        'change_password',
        '/safe/update_password',
        { old_password: PASSWORD, password: 'another-secret-82', re_password: 'another-secret-82' },
      ],
    ] as const) {
      app.advance(10 * 60_000);
      await app.ok('POST /sms_send', { scene }, { token: asking });
      const code = lastCode(app, ann.email);
      const full = new URLSearchParams({ ...form, code }).toString();
      outcomes.push([path, await send({ method: 'POST', path }, token, undefined, { form: full })]);
    }
    expect(outcomes.map(([path, { error }]) => [path, error])).toEqual([
      ['/safe/confirm', 'session_unbound'],
      ['/safe/anti_phishing', 'session_unbound'],
      ['/safe/update_password', 'session_unbound'],
    ]);
    for (const path of ['/safe/totp/begin', '/safe/sessions/revoke_others', '/user/export'] as const) {
      expect(await send({ method: 'POST', path }, token, undefined)).toMatchObject({ error: 'session_unbound' });
    }
    const owner = await confirmedSession(app, ann);
    const { code } = await enrolAuthenticator(app, { token: owner });
    const form = `totp=${code()}`;
    expect(await send({ method: 'POST', path: '/safe/confirm' }, token, undefined, { form })).toMatchObject({
      error: 'session_unbound',
    });
    expect(await send({ method: 'POST', path: '/safe/sessions/revoke_others' }, token, undefined)).toMatchObject({
      error: 'session_unbound',
    });
  });

  it('of staff, without a key, reads and ends itself: it writes to no user and publishes nothing', async () => {
    const member = await signInStaff(app, 'admin');
    await app.database.query(
      'update staff_session set key_thumbprint = null, browser_hash = null where token_hash = $1',
      [tokenHash(member.token)],
    );
    const writes = Object.entries<Call>(contract).filter(
      ([callId, { access, method }]) => access === 'staff' && method !== 'GET' && callId !== 'POST /staff/logout',
    );
    expect(writes.length).toBeGreaterThan(80);
    for (const [callId, call] of writes) {
      const found = await send(call, member.token, undefined, { key: randomUUID() });
      const admitted = call.staff?.roles.includes('admin');
      expect({ callId, ...found }).toMatchObject({ callId, error: admitted ? 'session_unbound' : 'forbidden' });
    }
    expect(await send(contract['GET /staff/announcements'], member.token, undefined)).toMatchObject({ type: 'ok' });
    expect(await send(contract['POST /staff/logout'], member.token, undefined)).toMatchObject({ type: 'ok' });
  });

  it('of every way in is bound', async () => {
    const opens = Object.entries<Call>(contract).flatMap(([callId, call]) => (call.opens ? [callId as CallId] : []));
    expect(opens.toSorted()).toEqual([
      'POST /staff/factor/confirm',
      'POST /staff/login',
      'POST /user/login',
      'POST /user/passkey/login',
      'POST /user/register',
    ]);
  });
});

describe('proofs that code of the page has signed ahead', () => {
  /** A user who has signed up in a browser with cookies, and the cookie that it has. */
  async function inBrowser() {
    const browser: { cookie?: string } = {};
    const person = await signUp(app);
    const { token } = await app.ok('POST /user/login', { user_string: person.email, password: PASSWORD }, { browser });
    return { browser, token: String(token) };
  }
  const from = async (token: string, cookie: string | undefined, url = '/api/user/info'): Promise<string> => {
    const dpop = proofOf(asked({ token, url, now: app.now() }));
    const headers = { authorization: token, dpop, ...(cookie && { cookie }) };
    const response = await app.app.inject({ method: 'GET', url, headers });
    const outcome = response.json<{ type: string; error?: string }>();
    return outcome.error ?? outcome.type;
  };

  it('are worth nothing without the cookie of the browser, which code cannot read', async () => {
    const { browser, token } = await inBrowser();
    const { browser: thief } = await inBrowser();
    expect(await from(token, browser.cookie)).toBe('ok');
    app.advance(1_000);
    for (const cookie of [undefined, thief.cookie, `${browser.cookie}x`, 'tessera_browser='])
      expect(await from(token, cookie)).toBe('session_proof_invalid');
    expect(await from(token, `other=1; ${browser.cookie}`)).toBe('ok');
  });

  it('bind a session to no other browser: it is bound where it is opened, with the cookie that the browser has', async () => {
    const { browser } = await inBrowser();
    const { browser: thief } = await inBrowser();
    const person = await signUp(app);
    const logIn = { user_string: person.email, password: PASSWORD };
    const { token } = await app.ok('POST /user/login', logIn, { browser });
    for (const cookie of [thief.cookie, undefined]) {
      expect(await from(String(token), cookie)).toBe('session_proof_invalid');
    }
    expect(await from(String(token), browser.cookie)).toBe('ok');
    const member = await signInStaff(app, 'operator');
    const totp = codeAt(member.secret, app.now() + 30_000);
    const credentials = { user_string: member.account, password: STAFF_PASSWORD, totp };
    const opened = await app.ok('POST /staff/login', credentials, { browser });
    expect(await from(opened.token, thief.cookie, '/api/staff/me')).toBe('session_proof_invalid');
    expect(await from(opened.token, browser.cookie, '/api/staff/me')).toBe('ok');
  });

  it('of two browsers at once bind a session that was opened without a cookie to one', async () => {
    const { token } = await inBrowser();
    const read = await readSession(app, token);
    if (!read) throw new Error('the session is there');
    // Both requests have read the session before either bound it.
    const outcomes = [];
    for (const cookie of ['own', 'thief', 'own']) outcomes.push(await isOfBrowser(app.database, 'user', read, cookie));
    expect(outcomes).toEqual([true, false, true]);
  });

  it('a session of staff goes on in its browser alone, also where the registry asks for it', async () => {
    const member = await signInStaff(app, 'operator');
    const browser: { cookie?: string } = {};
    const credentials = {
      user_string: member.account,
      password: STAFF_PASSWORD,
      totp: codeAt(member.secret, app.now() + 30_000),
    };
    const { token } = await app.ok('POST /staff/login', credentials, { browser });
    const { browser: thief } = await inBrowser();
    const staff = (cookie: string | undefined) => from(token, cookie, '/api/staff/me');
    expect(await staff(browser.cookie)).toBe('ok');
    for (const cookie of [undefined, thief.cookie]) expect(await staff(cookie)).toBe('session_proof_invalid');
    const promoted = async (cookie: string | undefined) => {
      const dpop = proofOf(asked({ token, url: '/registry/promote', method: 'POST', now: app.now() }));
      const headers = { authorization: token, dpop, ...(cookie && { cookie }) };
      return (await app.app.inject({ method: 'GET', url: '/api/staff/me', headers })).json<{ type: string }>().type;
    };
    expect(await Promise.all([promoted(browser.cookie), promoted(undefined)])).toEqual(['ok', '999']);
    expect(await staff(browser.cookie)).toBe('ok');
  });

  it('log-ins of other accounts in the browser leave its sessions as they are, also those that fail half-way', async () => {
    const { browser, token } = await inBrowser();
    expect(await from(token, browser.cookie)).toBe('ok');
    const before = browser.cookie;
    const other = await signUp(app);
    await app.ok('POST /user/login', { user_string: other.email, password: PASSWORD }, { browser });
    app.advance(1_000);
    expect(browser.cookie).not.toBe(before);
    // The response may be lost: the browser has the cookies of before.
    for (const cookie of [browser.cookie, before]) expect(await from(token, cookie)).toBe('ok');
  });

  it('a browser that keeps no cookies stays signed in, and is bound by the first that it keeps', async () => {
    const { browser, token } = await inBrowser();
    for (let request = 0; request < 2; request += 1) expect(await from(token, undefined)).toBe('ok');
    expect(await from(token, browser.cookie)).toBe('ok');
    app.advance(1_000);
    expect(await from(token, undefined)).toBe('session_proof_invalid');
  });
});
