import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmAgain, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { setDisabled } from './members.ts';
import { endRight, grantedRights, grantRight } from './release-rights.ts';
import { takeOutOfStaff } from './take-out.ts';

const MINUTE = 60_000;
const CLAIMS = 'repository = team/markets\nref = refs/heads/main';
const PUBLISH = 'publish markets production';

type Member = Awaited<ReturnType<typeof signInStaff>>;
type Changes = Record<string, unknown>;

/** What answers for an issuer that misbehaves, by path. */
const odd = createServer((request, response) => {
  oddAsked.push(request.url ?? '');
  if (request.url === '/redirected') response.writeHead(302, { location: `${ci.issuer.url}/jwks` }).end();
  else if (request.url === '/huge') response.end(`{"keys":[${'{"kty":"RSA","kid":"x"},'.repeat(10_000)}]}`);
  else if (request.url === '/empty') response.end('{"keys":[]}');
  else response.writeHead(500).end();
});
const oddAsked: string[] = [];

const ci = new OAuth2Server();
const foreign = new OAuth2Server();
let app: TestApp;
let ann: Member;
let number = 0;

beforeAll(async () => {
  for (const server of [ci, foreign]) {
    await server.issuer.keys.generate('RS256');
    await server.start(0, '127.0.0.1');
  }
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const issuers = [`${ci.issuer.url}=${ci.issuer.url}/jwks`];
  for (const path of ['redirected', 'huge', 'empty', 'broken']) issuers.push(`${at}/of-${path}=${at}/${path}`);
  app = await createTestApp({ CI_ISSUERS: issuers.join(',') });
});
afterAll(async () => {
  await app.close();
  await ci.stop();
  await foreign.stop();
  odd.close();
});

const grant = ({ id }: Member, action: 'publish' | 'release', remote: string) =>
  app.database.transaction((tx) =>
    grantRight(
      tx,
      id,
      { action, remote, environment: 'production', percent: null, from: null, until: null },
      { by: id, reason: 'test' },
      app.now(),
    ),
  );

/** Each test has an audience of its own, so that bindings of others match none of its tokens. */
let audience = '';
beforeEach(async () => {
  ann = await signInStaff(app, 'developer');
  await grant(ann, 'publish', 'markets');
  number += 1;
  audience = `tessera-${number}`;
});

const bind = (changes: Changes = {}, { token }: Pick<Member, 'token'> = ann) =>
  app.ok(
    'POST /staff/machines/bindings/create',
    { name: 'ci', issuer: ci.issuer.url, audience, claims: CLAIMS, rights: PUBLISH, ...changes },
    { token },
  );
const bindRefused = async (changes: Changes) =>
  (
    await app.rejection(
      'POST /staff/machines/bindings/create',
      { name: 'ci', issuer: ci.issuer.url, audience, claims: CLAIMS, rights: PUBLISH, ...changes },
      { token: ann.token },
    )
  ).error;

/** A token as a build server issues it, now by the app's clock. */
const issue = (changes: Changes = {}, server = ci, kid?: string): Promise<string> => {
  const seconds = Math.floor(app.now() / 1_000);
  number += 1;
  return server.issuer.buildToken({
    ...(kid !== undefined && { kid }),
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, {
        iss: ci.issuer.url,
        aud: audience,
        sub: 'repo:team/markets:ref:refs/heads/main',
        repository: 'team/markets',
        ref: 'refs/heads/main',
        event_name: 'push',
        jti: `run-${number}`,
        iat: seconds,
        nbf: seconds,
        exp: seconds + 300,
        ...changes,
      });
      for (const [name, value] of Object.entries(changes)) if (value === undefined) delete payload[name];
    },
  });
};
const exchange = (token: string, binding?: string) =>
  app.ok('POST /staff/machines/exchange', { token, ...(binding !== undefined && { binding }) });
const refused = async (token: string) => (await app.rejection('POST /staff/machines/exchange', { token })).error;
const check = (token: string) => app.ok('POST /staff/machines/check', { token });
const checkRefused = async (token: string) => (await app.rejection('POST /staff/machines/check', { token })).error;

test('a run of the named repository and branch has the rights of its binding for ten minutes', async () => {
  const { id } = await bind();
  const { token, expires_at, workload } = await exchange(await issue());
  expect([expires_at, workload]).toEqual([app.now() + 10 * MINUTE, 'team/markets']);
  expect(await check(token)).toEqual({
    account: `ci (team/markets) of ${ann.account}`,
    rights: [
      { action: 'publish', remote: 'markets', environment: 'production', percent: null, from: null, until: expires_at },
    ],
  });
  const { list } = await app.ok('GET /staff/machines/bindings', {}, { token: ann.token });
  expect(list).toMatchObject([{ id, name: 'ci', last_used_at: app.now(), revoked_at: null }]);
  expect((await app.ok('GET /staff/machines', {}, { token: ann.token })).list).toEqual([]);
  const actions = await app.database.query<{ action: string; reason: string }>(
    'select action, reason from staff_action where subject = $1 order by id desc limit 1',
    [`binding:${id}`],
  );
  expect(actions).toEqual([{ action: 'binding.exchange', reason: 'team/markets' }]);
  app.advance(10 * MINUTE);
  expect(await checkRefused(token)).toBe('session_invalid');
});

test.each<[string, Changes, string]>([
  ['another audience', { aud: 'tessera-of-others' }, 'forbidden'],
  ['several audiences', { aud: ['tessera-of-others', 'x'] }, 'forbidden'],
  ['a foreign repository', { repository: 'evil/markets' }, 'forbidden'],
  ['a repository whose name begins alike', { repository: 'team/markets-evil' }, 'forbidden'],
  ['another case', { repository: 'Team/markets' }, 'forbidden'],
  ['another branch', { ref: 'refs/heads/other' }, 'forbidden'],
  ['a list instead of a value', { repository: ['team/markets'] }, 'forbidden'],
  ['a claim missing', { repository: undefined }, 'forbidden'],
  ['a pull request', { event_name: 'pull_request' }, 'forbidden'],
  ['a pull request of a fork with secrets', { event_name: 'pull_request_target' }, 'forbidden'],
  ['a merge request', { event_name: undefined, pipeline_source: 'merge_request_event' }, 'forbidden'],
  ['an unknown issuer', { iss: 'https://issuer.example' }, 'session_invalid'],
  ['no subject', { sub: undefined }, 'session_invalid'],
  ['no audience', { aud: undefined }, 'session_invalid'],
  ['no end', { exp: undefined }, 'session_invalid'],
  ['no beginning', { iat: undefined }, 'session_invalid'],
])('a token is refused for %s', async (_, changes, error) => {
  await bind();
  expect(await refused(await issue(changes))).toBe(error);
});

test('a token is refused before its time, after it, and when it is old', async () => {
  await bind();
  const seconds = Math.floor(app.now() / 1_000);
  expect(await refused(await issue({ exp: seconds - 31 }))).toBe('session_invalid');
  expect(await refused(await issue({ nbf: seconds + 31 }))).toBe('session_invalid');
  expect(await refused(await issue({ iat: seconds + 600, nbf: undefined }))).toBe('session_invalid');
  expect(await refused(await issue({ iat: seconds - 3_700, nbf: undefined }))).toBe('session_invalid');
  const stolen = await issue();
  app.advance(6 * MINUTE);
  expect(await refused(stolen)).toBe('session_invalid');
});

test('a token is exchanged once, also by several at the same time', async () => {
  await bind();
  const token = await issue();
  await exchange(token);
  expect(await refused(token)).toBe('session_invalid');
  const other = await issue();
  const both = await Promise.all([1, 2, 3].map(() => app.call('POST /staff/machines/exchange', { token: other })));
  expect(both.filter(({ type }) => type === 'ok')).toHaveLength(1);
});

test('a token is refused without a signature, with a shared secret, changed, and signed by others', async () => {
  await bind();
  const [head = '', body = '', signature = ''] = (await issue()).split('.');
  const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  expect(await refused(`${coded({ alg: 'none' })}.${body}.`)).toBe('session_invalid');
  const [key] = ci.issuer.keys.toJSON();
  const shared = `${coded({ alg: 'HS256', kid })}.${body}`;
  const mac = createHmac('sha256', JSON.stringify(key)).update(shared).digest('base64url');
  expect(await refused(`${shared}.${mac}`)).toBe('session_invalid');
  expect(await refused(`${head}.${coded({ ...claims, jti: 'x' })}.${signature}`)).toBe('session_invalid');
  expect(await refused(`${head}.${body}.${signature.slice(0, -8)}AAAAAAAA`)).toBe('session_invalid');
  expect(await refused(await issue({}, foreign))).toBe('session_invalid');
  for (const text of ['x', 'a.b', 'a.b.c', '..', ann.token, `${head}.${body}`]) {
    expect(await refused(text)).toBe('session_invalid');
  }
  await exchange(`${head}.${body}.${signature}`);
});

test.each(['redirected', 'huge', 'empty', 'broken'])('keys are taken from no address that is %s', async (path) => {
  const iss = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/of-${path}`;
  await bind({ issuer: iss });
  oddAsked.length = 0;
  const tokens = await Promise.all([1, 2, 3].map(() => issue({ iss })));
  await Promise.all(tokens.map((token) => expect(refused(token)).rejects.toThrow('"error":"service_unavailable"')));
  expect(oddAsked).toEqual([`/${path}`]);
});

test('keys of an unknown name have the set fetched once a minute; one that was rotated in then counts', async () => {
  await bind();
  await exchange(await issue());
  app.advance(MINUTE);
  const fresh = await ci.issuer.keys.generate('ES256');
  expect((await exchange(await issue({}, ci, fresh.kid))).workload).toBe('team/markets');
  const next = await ci.issuer.keys.generate('ES256');
  expect(await refused(await issue({}, ci, next.kid))).toBe('session_invalid');
  app.advance(MINUTE);
  await exchange(await issue({}, ci, next.kid));
});

test('a binding takes thirty tokens in ten minutes', async () => {
  await bind();
  for (let each = 0; each < 30; each += 1) await exchange(await issue());
  await expect(refused(await issue())).rejects.toThrow('"error":"rate_limited"');
  app.advance(10 * MINUTE);
  await exchange(await issue());
});

test.each<[Changes, string]>([
  [{ rights: 'release markets production' }, 'forbidden'],
  [{ rights: 'publish * production' }, 'forbidden'],
  [{ rights: 'pause spot production' }, 'invalid_field'],
  [{ issuer: 'https://issuer.example' }, 'invalid_field'],
  [{ issuer: 'http://169.254.169.254/latest' }, 'invalid_field'],
  [{ claims: 'ref = refs/heads/main' }, 'invalid_field'],
  [{ claims: 'repository = *' }, 'invalid_field'],
  [{ claims: 'repository = team*' }, 'invalid_field'],
  [{ claims: 'sub = /*' }, 'invalid_field'],
  [{ claims: 'repository = te*m/markets' }, 'invalid_field'],
  [{ claims: 'repository = team/markets\nrepository = x' }, 'invalid_field'],
  [{ claims: 'repository' }, 'invalid_field'],
])('no binding is made for more than its member may, or without a repository: %j', async (changes, error) => {
  expect(await bindRefused(changes)).toBe(error);
});

test('none is made without a fresh second factor', async () => {
  app.advance(CONFIRMED_FOR);
  expect(await bindRefused({})).toBe('confirmation_required');
  await confirmAgain(app, ann);
  await bind();
});

test('a prefix ends at a boundary, and a pull request is taken where the binding names it', async () => {
  await bind({ claims: 'sub = repo:team/markets:*' });
  await exchange(await issue({ sub: 'repo:team/markets:environment:staging' }));
  expect(await refused(await issue({ sub: 'repo:team/markets-evil:ref:x' }))).toBe('forbidden');
  await bind({ name: 'previews', claims: 'repository = team/markets\nevent_name = pull_request' });
  expect(await refused(await issue({ event_name: 'pull_request_target' }))).toBe('forbidden');
  await exchange(await issue({ event_name: 'pull_request' }));
});

test('a revoked binding, and what ends those of its member, ends its tokens at once', async () => {
  const bob = await signInStaff(app, 'developer');
  const { id } = await bind();
  const { token } = await exchange(await issue());
  const revoke = { id, reason: 'lost' };
  expect(await app.rejection('POST /staff/machines/bindings/revoke', revoke, { token: bob.token })).toMatchObject({
    error: 'not_found',
  });
  await app.ok('POST /staff/machines/bindings/revoke', revoke, { token: ann.token });
  expect(await checkRefused(token)).toBe('session_invalid');
  expect(await refused(await issue())).toBe('forbidden');

  await bind();
  const second = await exchange(await issue());
  const [right] = await grantedRights(app.database, ann.id);
  await app.database.transaction((tx) => endRight(tx, right?.id ?? '', { by: ann.id, reason: 'test' }, app.now()));
  expect((await check(second.token)).rights).toEqual([]);

  await grant(ann, 'publish', 'markets');
  const at = app.now();
  await app.database.transaction((tx) => takeOutOfStaff(tx, { from: at - MINUTE, until: at + MINUTE }, at));
  expect(await checkRefused(second.token)).toBe('session_invalid');
  expect(await refused(await issue())).toBe('forbidden');

  const carl = await signInStaff(app, 'developer');
  await grant(carl, 'publish', 'markets');
  await bind({}, carl);
  const third = await exchange(await issue());
  await setDisabled(app.database, carl.account, true, app.now());
  await setDisabled(app.database, carl.account, false, app.now());
  expect(await checkRefused(third.token)).toBe('session_invalid');
  expect(await refused(await issue())).toBe('forbidden');
});

test('what was exchanged opens no call of the staff; admins see the bindings of all', async () => {
  const { id } = await bind();
  const { token } = await exchange(await issue());
  for (const call of ['GET /staff/me', 'GET /staff/machines/bindings', 'GET /staff/queues'] as const) {
    expect(await app.rejection(call, {}, { token })).toMatchObject({ error: 'session_invalid' });
  }
  const admin = await signInStaff(app, 'admin');
  const { list } = await app.ok('GET /staff/machines/bindings', {}, { token: admin.token });
  expect(list.map((row) => row.id)).toContain(id);
  expect(
    await app.ok('GET /staff/machines/bindings', {}, { token: (await signInStaff(app, 'operator')).token }),
  ).toEqual({
    list: [],
  });
});
