import { Readable } from 'node:stream';
import { arrivalLimits } from '@tessera/api/kit/capacity';
import { rightsOfRole } from '@tessera/api/kit/rights';
import { acceptGrant, publicKeyOf, REPORT_LIMIT, ReleaseError, type TelemetryBatch } from '@tessera/releases';
import { OPEN_GATE, type TestReleases, testReleases } from '@tessera/releases/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HealthMonitor } from './health-monitor.ts';
import { LINES_A_MINUTE } from './refusal-log.ts';
import { createRegistry } from './service.ts';
import { type AskStaff, StaffAuthError, type StaffMember } from './staff.ts';
import { EVERY_RIGHT, pageReports, publicationOf } from './testing.ts';

const STAFF: Readonly<Record<string, StaffMember>> = {
  operator: { account: 'ada@tessera.example', rights: EVERY_RIGHT },
  support: { account: 'bob@tessera.example', rights: rightsOfRole('support') },
};

let askedFor: string[];

const staff: AskStaff = async (token, address) => {
  askedFor.push(address);
  const member = STAFF[token];
  if (member) return member;
  throw token === 'away' ? new StaffAuthError(503, 'The backend is away.') : new StaffAuthError(401, 'Log in again.');
};

let release: TestReleases;
let registry: FastifyInstance;
let health: HealthMonitor;
let reasons: { code: string; message: string }[];

beforeEach(async () => {
  reasons = [];
  askedFor = [];
  release = await testReleases({ ...OPEN_GATE, remote: async () => reasons });
  for (const version of ['1.0.0', '1.0.1']) await release.publish('markets', version);
  await release.service.promote({ name: 'markets', version: '1.0.0' }, { who: 'ops', why: 'launch' });
  health = new HealthMonitor({ service: release.service, print: () => undefined, now: () => release.clock.now });
  registry = await createRegistry({ service: release.service, health, staff });
});
afterEach(() => registry.close());

const get = (path: string, token = 'operator') =>
  registry.inject({ url: `/registry${path}`, headers: { authorization: `Bearer ${token}` } });

const post = (path: string, payload: object, token = 'operator') =>
  registry.inject({ method: 'POST', url: `/registry${path}`, payload, headers: { authorization: `Bearer ${token}` } });

const candidate = { name: 'markets', version: '1.0.1' };

describe('the registry', () => {
  test('limits how long headers and whole requests may take', () => {
    const { headersTimeout, requestTimeout } = registry.server;
    expect({ headersTimeout, requestTimeout }).toEqual({
      headersTimeout: arrivalLimits.headers,
      requestTimeout: arrivalLimits.multipart,
    });
  });

  test('signs overrides for operators, for loopback origins only, and none in production', async () => {
    const override = { name: 'markets', origin: 'http://127.0.0.1:5173' };
    expect((await post('/override', override)).json()).toMatchObject({ error: 'overrides_off' });
    const open = await createRegistry({ service: release.service, health, staff, developerTools: true });
    const ask = (payload: object, token: string) =>
      open.inject({
        method: 'POST',
        url: '/registry/override',
        payload,
        headers: { authorization: `Bearer ${token}` },
      });
    const { grant, expiresAt } = (await ask(override, 'operator')).json();
    const keys = release.keys.map(publicKeyOf);
    expect(await acceptGrant(grant, { keys, now: release.clock.now })).toEqual({ schema: 2, override, expiresAt });
    expect(expiresAt - release.clock.now).toBe(15 * 60_000);
    expect((await ask(override, 'support')).statusCode).toBe(403);
    for (const origin of ['http://evil.example:80', 'https://127.0.0.1:5173', 'http://127.0.0.1.evil.example:80']) {
      expect((await ask({ ...override, origin }, 'operator')).json()).toMatchObject({ error: 'value_invalid' });
    }
    await open.close();
  });

  test('returns status, history, versions and differences', async () => {
    await post('/ramp', { ...candidate, percent: 12.5, why: 'try it' });
    expect((await get('/status')).json()).toMatchObject({
      epoch: 2,
      chain: 'whole',
      host: null,
      remotes: [{ name: 'markets', stable: '1.0.0', newest: '1.0.1', ramp: { version: '1.0.1', percent: 12.5 } }],
    });
    expect((await get('/history?limit=1')).json().moves).toMatchObject([
      { epoch: 2, kind: 'ramp', who: 'ada@tessera.example', why: 'try it', forced: [] },
    ]);
    expect((await get('/versions/markets')).json().versions).toMatchObject([
      { version: '1.0.1', live: 'ramp', files: 1 },
      { version: '1.0.0', live: 'stable' },
    ]);
    expect((await get('/diff?from=1&to=2')).json().changes).toEqual([
      { name: 'markets', from: '1.0.0', to: '1.0.0, 1.0.1 at 12.5 %' },
    ]);
  });

  test('promotes, rolls back and reverts, each as a new epoch', async () => {
    expect((await post('/promote', { ...candidate, why: 'faster' })).json()).toMatchObject({ epoch: 2 });
    expect((await post('/rollback', { name: 'markets', why: 'slower' })).json()).toMatchObject({ epoch: 3 });
    expect((await post('/revert', { epoch: 2, why: 'it was not' })).json()).toMatchObject({
      error: 'incompatible',
      reasons: [{ code: 'version_withdrawn', subject: 'markets@1.0.1' }],
    });
    const forced = await post('/revert', { epoch: 2, why: 'it was not', force: true });
    expect(forced.json()).toMatchObject({ epoch: 4 });
    const named = await post('/rollback', { name: 'markets', to: '1.0.0', why: 'it was', force: true });
    expect(named.json()).toEqual({ epoch: 5, changes: [{ name: 'markets', from: '1.0.1', to: '1.0.0' }] });
    const again = await post('/rollback', { name: 'markets', why: 'it was' });
    expect([again.statusCode, again.json().error]).toEqual([422, 'nothing_to_undo']);
    expect((await release.service.latest())?.state.remotes[0]?.stable).toBe('1.0.0');
  });

  test('takes a build of an operator as a version, which is not live', async () => {
    expect((await post('/publish', publicationOf('markets', '1.0.2'))).json()).toMatchObject({
      error: 'publishing_off',
    });
    const open = await createRegistry({ service: release.service, health, staff, publishing: true });
    const publish = (payload: object, token = 'operator') =>
      open.inject({ method: 'POST', url: '/registry/publish', payload, headers: { authorization: `Bearer ${token}` } });
    const failure = async (payload: object, token?: string) => {
      const response = await publish(payload, token);
      return [response.statusCode, response.json().error];
    };
    const sent = publicationOf('markets', '1.0.2');
    expect((await publish(sent)).json()).toMatchObject({ files: sent.files.length });
    const record = await release.store.version('markets', '1.0.2');
    expect(record).toMatchObject({ who: 'ada@tessera.example', why: 'faster' });
    expect(record?.files.map(({ path }) => path)).toEqual(sent.files.map(({ path }) => path).sort());
    expect(await release.store.intact('markets', '1.0.2')).toBe(true);
    expect((await release.service.history()).length).toBe(1);
    expect(await failure(sent)).toEqual([409, 'version_exists']);
    // Nine bytes and a contract that was made up.
    const made = [{ path: 'remoteEntry.js', content: btoa('alert(1)\n') }];
    expect(await failure({ ...sent, version: '1.0.3', files: made })).toEqual([422, 'build_incomplete']);
    expect(await failure({ ...sent, version: '1.0.3', files: [] })).toEqual([422, 'build_incomplete']);
    expect(await failure({ ...sent, version: '1.0.3', descriptor: '{' })).toEqual([422, 'descriptor_invalid']);
    expect(await failure({ ...sent, name: 'trading' })).toEqual([422, 'descriptor_invalid']);
    for (const paths of [['../../outside.js'], ['.hidden.js'], ['a', 'a/b']]) {
      const files = paths.map((path) => ({ path, content: '' }));
      expect(await failure({ ...sent, version: '1.0.3', files })).toEqual([400, 'bad_input']);
    }
    expect(await failure({ ...sent, version: '1.0.3' }, 'support')).toEqual([403, 'forbidden']);
    await open.close();
  });

  test('checks one build of a member at a time, on a thread of its own', async () => {
    const open = await createRegistry({ service: release.service, health, staff, publishing: true });
    const failure = async (payload: object) => {
      const headers = { authorization: 'Bearer operator' };
      const response = await open.inject({ method: 'POST', url: '/registry/publish', payload, headers });
      return [response.statusCode, response.json().error];
    };
    const sent = publicationOf('markets', '1.0.4');
    const made = { ...sent, files: [{ path: 'remoteEntry.js', content: btoa('alert(1)\n') }] };
    expect((await Promise.all([failure(made), failure(made)])).sort()).toEqual([
      [422, 'build_incomplete'],
      [429, 'too_many'],
    ]);
    expect(await failure(made)).toEqual([422, 'build_incomplete']);
    await open.close();
  });

  test('reads no body of one who may not send it', async () => {
    const open = await createRegistry({ service: release.service, health, staff, publishing: true });
    const headers = { 'content-type': 'application/json', 'content-length': String(64 * 1024 * 1024) };
    const never = new Readable({ read: () => undefined });
    const response = await open.inject({ method: 'POST', url: '/registry/publish', payload: never, headers });
    expect(response.statusCode).toBe(401);
    await open.close();
  });

  test('creates a preview', async () => {
    const { id, path } = (await post('/preview', { ...candidate, minutes: 5, why: 'for Paul' })).json();
    const [, link = ''] = /^\/h5\/\?preview=(\w+)#\/pages\/markets\/markets$/.exec(path) ?? [];
    expect(await release.store.preview(link)).toBeDefined();
    const listed = (await get('/previews', 'support')).json();
    expect(listed.previews).toMatchObject([{ id, ...candidate, why: 'for Paul' }]);
    expect(JSON.stringify(listed)).not.toContain(link);
    expect((await post('/end-preview', { id, why: 'seen' })).json()).toMatchObject({ epoch: 3, changes: [] });
    expect((await get('/history')).json().moves[0]).toMatchObject({
      kind: 'end-preview',
      why: 'seen',
      preview: { id },
    });
    expect((await post('/end-preview', { id, why: 'seen' })).json().error).toBe('preview_unknown');
    expect(await release.store.preview(link)).toBeUndefined();
  });

  test.each([
    ['without a session', undefined, 401, 'staff_session_missing'],
    ['with a session that ended', 'Bearer nobody', 401, 'staff_session_missing'],
    ['while the backend is down', 'Bearer away', 503, 'backend_unavailable'],
  ])('rejects a request %s', async (_, authorization, status, error) => {
    const headers = authorization ? { authorization } : {};
    for (const url of ['/registry/status', '/registry/history', '/registry/versions/markets']) {
      const response = await registry.inject({ url, headers });
      expect([response.statusCode, response.json().error]).toEqual([status, error]);
    }
    const event = await registry.inject({ method: 'POST', url: '/registry/rollback', payload: { why: 'x' }, headers });
    expect(event.statusCode).toBe(status);
  });

  test('logs who was refused what, in the shipped settings, without a token', async () => {
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    const open = await createRegistry({ service: release.service, health, staff, logger: { level: 'warn', stream } });
    const ask = (token: string) =>
      open.inject({
        method: 'POST',
        url: '/registry/rollback',
        payload: { name: 'markets', why: 'x' },
        headers: { authorization: `Bearer ${token}`, 'x-request-id': 'from-the-gateway-1' },
      });
    await ask('support');
    await ask('nobody');
    expect(lines).toMatchObject([
      {
        level: 40,
        event: 'security',
        code: 'forbidden',
        right: 'rollback',
        call: 'POST /registry/rollback',
        requestId: 'from-the-gateway-1',
        account: expect.stringContaining('@'),
      },
      { level: 40, event: 'security', code: 'staff_session_missing', call: 'POST /registry/rollback', account: null },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Bearer|nobody|127\.0\.0\.1/);
    for (let each = 0; each < 1_000; each += 1) await ask('nobody');
    expect(lines.length).toBeLessThan(3 * LINES_A_MINUTE);
    await open.close();
  });

  test('lets every staff member read, and only operators release', async () => {
    expect((await get('/status', 'support')).statusCode).toBe(200);
    for (const path of ['/promote', '/ramp', '/rollback', '/revert', '/preview', '/end-preview']) {
      expect((await post(path, {}, 'support')).json().error).toBe('forbidden');
    }
    expect((await release.service.history()).length).toBe(1);
  });

  test.each([
    ['/promote', { ...candidate }, 400, 'bad_input'],
    ['/promote', { ...candidate, why: 'x', extra: 1 }, 400, 'bad_input'],
    ['/promote', { ...candidate, why: ' ' }, 422, 'reason_missing'],
    ['/promote', { name: 'markets', version: '9.9.9', why: 'x' }, 404, 'version_unknown'],
    ['/promote', { name: 'markets', version: '1.0.0', why: 'x' }, 409, 'already_live'],
    ['/promote', { ...candidate, why: 'x', expectedEpoch: 7 }, 409, 'epoch_taken'],
    ['/ramp', { ...candidate, percent: 101, why: 'x' }, 422, 'value_invalid'],
    ['/ramp', { ...candidate, percent: '10', why: 'x' }, 400, 'bad_input'],
    ['/rollback', { name: 'nobody', why: 'x' }, 422, 'nothing_to_undo'],
    ['/revert', { epoch: 99, why: 'x' }, 404, 'epoch_unknown'],
    ['/preview', { ...candidate, minutes: 0, why: 'x' }, 422, 'value_invalid'],
    ['/preview', { ...candidate, minutes: 5, why: '' }, 422, 'reason_missing'],
    ['/preview', { ...candidate, minutes: 5, why: 'x', expectedEpoch: 7 }, 409, 'epoch_taken'],
    ['/end-preview', { id: 'none', why: 'x' }, 404, 'preview_unknown'],
  ])('rejects %s %j with %d %s, and releases nothing', async (path, payload, status, error) => {
    const response = await post(path, payload);
    expect([response.statusCode, response.json().error]).toEqual([status, error]);
    expect(response.json().message).not.toBe('');
    expect((await release.service.history()).length).toBe(1);
  });

  test.each([
    ['/promote', { version: '1.0.1', why: 'x' }, 'name'],
    ['/promote', { name: 'markets', why: 'x' }, 'version'],
    ['/promote', { name: ['markets'], version: '1.0.1', why: 'x' }, 'name'],
    ['/promote', { ...candidate, why: 'x'.repeat(501) }, 'why'],
    ['/promote', { ...candidate, why: 'x', expectedEpoch: 'last' }, 'expectedEpoch'],
    ['/promote', { ...candidate, why: 'x', force: 'yes' }, 'force'],
    ['/promote', { ...candidate, why: 'x', percent: 3 }, 'percent'],
    ['/ramp', { ...candidate, percent: '10', why: 'x' }, 'percent'],
    ['/ramp', { ...candidate, why: 'x' }, 'percent'],
    ['/rollback', { name: 7, why: 'x' }, 'name'],
    ['/rollback', {}, 'why'],
    ['/revert', { why: 'x' }, 'epoch'],
    ['/revert', { epoch: 1.5, why: 'x' }, 'epoch'],
    ['/preview', { ...candidate, why: 'x' }, 'minutes'],
    ['/preview', { ...candidate, minutes: 5 }, 'why'],
    ['/preview', { ...candidate, minutes: '5', why: 'x' }, 'minutes'],
    ['/preview', [], 'body'],
  ])('names the field that is wrong in %s %j', async (path, payload, field) => {
    const response = await post(path, payload);
    expect([response.statusCode, response.json().error]).toEqual([400, 'bad_input']);
    expect(response.json().message).toContain(field);
    expect(await release.service.history()).toHaveLength(1);
  });

  test.each([
    ['/history?limit=0', 'limit'],
    ['/history?limit=1001', 'limit'],
    ['/history?limit=all', 'limit'],
    ['/diff?from=a&to=2', 'from'],
    ['/diff?from=1', 'to'],
    ['/diff?from=1&to=2&to=3', 'to'],
  ])('names what is wrong in %s', async (path, field) => {
    const response = await get(path);
    expect([response.statusCode, response.json().error]).toEqual([400, 'bad_input']);
    expect(response.json().message).toContain(field);
  });

  test.each([
    ['/versions/nobody', 404, 'remote_unknown'],
    ['/versions/..%2F..', 404, 'remote_unknown'],
    ['/diff?from=1&to=7', 404, 'epoch_unknown'],
    ['/nothing', 404, 'not_found'],
  ])('returns for %s %d %s', async (path, status, error) => {
    const response = await get(path);
    expect([response.statusCode, response.json().error]).toEqual([status, error]);
    expect(response.json().message).not.toBe('');
  });

  test('rejects a body that is not JSON, and one that is too large', async () => {
    const send = (payload: string, type = 'application/json') =>
      registry.inject({
        method: 'POST',
        url: '/registry/promote',
        payload,
        headers: { authorization: 'Bearer operator', 'content-type': type },
      });
    expect((await send('{')).statusCode).toBe(400);
    expect((await send('name=markets', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await send(JSON.stringify({ ...candidate, why: 'x'.repeat(70_000) }))).statusCode).toBe(413);
    expect(await release.service.history()).toHaveLength(1);
  });

  test('rejects the second of two releases at once', async () => {
    const asked = { ...candidate, why: 'x', expectedEpoch: 1 };
    const responses = await Promise.all([post('/promote', asked), post('/ramp', { ...asked, percent: 5 })]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [second] = responses.filter(({ statusCode }) => statusCode === 409);
    expect(second?.json()).toEqual({ error: 'epoch_taken', message: expect.stringContaining('in the meantime') });
  });

  test('reports a damaged store without internal details', async () => {
    await release.store.storage.put('moves/00000001.json', Buffer.from('{'));
    const response = await get('/status');
    expect([response.statusCode, response.json().error]).toEqual([500, 'store_damaged']);
    vi.spyOn(release.service, 'history').mockRejectedValue(new Error('ECONNREFUSED bucket.internal'));
    const fault = await get('/versions/markets');
    expect([fault.statusCode, fault.json().error]).toEqual([500, 'fault']);
    expect(fault.body).not.toContain('bucket.internal');
  });

  test.each([
    ['store_unreachable', 503],
    ['store_full', 507],
    ['store_refused', 500],
    ['store_unconditional', 500],
  ] as const)('reports an unusable store (%s) without its location', async (code, status) => {
    vi.spyOn(release.service, 'history').mockRejectedValue(
      new ReleaseError(code, 'The bucket b at https://s3.internal …'),
    );
    const read = await get('/versions/markets');
    expect([read.statusCode, read.json().error]).toEqual([status, code]);
    expect(read.body).not.toContain('s3.internal');
    expect(read.json().message).toContain('The release store');
  });

  test('reports that nothing is live yet', async () => {
    const empty = await testReleases();
    const health = new HealthMonitor({ service: empty.service, print: () => undefined, now: () => release.clock.now });
    const other = await createRegistry({ service: empty.service, health, staff });
    const headers = { authorization: 'Bearer support' };
    const response = await other.inject({ url: '/registry/status', headers });
    expect([response.statusCode, response.json().error]).toEqual([422, 'nothing_stable']);
    expect((await other.inject({ url: '/registry/history', headers })).json()).toEqual({ moves: [] });
    await other.close();
  });

  test('has a health check, and no response is cached', async () => {
    const response = await registry.inject({ url: '/registry/health' });
    expect([response.statusCode, response.json(), response.headers['cache-control']]).toEqual([
      200,
      { ok: true },
      'no-store',
    ]);
    expect((await get('/status')).headers['cache-control']).toBe('no-store');
  });

  test('trusts the client address of configured gateways', async () => {
    for (const trustedProxies of ['198.51.100.0/24', undefined]) {
      const told = await createRegistry({ service: release.service, health, staff, trustedProxies });
      await told.inject({
        url: '/registry/status',
        remoteAddress: '198.51.100.5',
        headers: { authorization: 'Bearer operator', 'x-forwarded-for': '203.0.113.7' },
      });
      await told.close();
    }
    expect(askedFor).toEqual(['203.0.113.7', '198.51.100.5']);
  });

  test('verifies the staff member on behalf of the client address', async () => {
    await registry.inject({
      url: '/registry/status',
      headers: { authorization: 'Bearer operator', 'x-forwarded-for': '203.0.113.7' },
    });
    expect(askedFor).toEqual(['203.0.113.7']);
  });

  test('rejects with the reasons of the gate, unless forced', async () => {
    reasons = [{ code: 'export_missing', message: 'Button is gone' }];
    const rejected = await post('/promote', { ...candidate, why: 'x' });
    expect([rejected.statusCode, rejected.json().reasons]).toEqual([422, reasons]);
    expect((await post('/promote', { ...candidate, why: 'x', force: true })).statusCode).toBe(200);
    expect((await get('/history')).json().moves[0].forced).toEqual(['export_missing: Button is gone']);
  });
});

describe('what pages report', () => {
  const use: TelemetryBatch = { epoch: 1, reports: [{ type: 'use', remote: 'markets', version: '1.0.0' }] };
  const ofPage = (batch: TelemetryBatch) => pageReports(health, batch);
  const report = (payload: object) => registry.inject({ method: 'POST', url: '/registry/telemetry', payload });

  test('is accepted without a session and appears in the health of a version', async () => {
    expect((await report(ofPage(use))).statusCode).toBe(204);
    const failure = { type: 'failure', remote: 'markets', version: '1.0.0', kind: 'render' } as const;
    expect((await report(ofPage({ epoch: 1, reports: [failure] }))).statusCode).toBe(204);
    expect((await get('/status')).json().remotes[0].health).toMatchObject([
      { version: '1.0.0', users: 1, failures: 1, byKind: { render: 1, load: 0 } },
    ]);
  });

  test.each([
    [{ epoch: 1, reports: [] }, 400],
    [{ epoch: 1, reports: [{ type: 'failure', remote: 'markets', version: '1.0.0' }] }, 400],
    [{ epoch: 1, reports: Array.from({ length: 51 }, () => use.reports[0]) }, 400],
    [{ epoch: 1, reports: [{ type: 'use', remote: 'x'.repeat(20_000), version: '1.0.0' }] }, 413],
  ])('is rejected if invalid', async (payload, status) => {
    expect((await report({ arms: [], nonce: 'x', ...payload })).statusCode).toBe(status);
  });

  const reportFrom = (address: string, batch: TelemetryBatch = use) =>
    registry.inject({
      method: 'POST',
      url: '/registry/telemetry',
      payload: ofPage(batch),
      headers: { 'x-forwarded-for': address },
    });

  test('is limited by address', async () => {
    const codes: number[] = [];
    for (let count = 0; count < 125; count += 1) codes.push((await reportFrom('203.0.113.7')).statusCode);
    expect(codes.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => 204));
    expect(codes.slice(120)).toEqual(Array.from({ length: 5 }, () => 429));
    expect((await reportFrom('203.0.113.7')).json()).toMatchObject({ error: 'too_many' });
    expect((await reportFrom('203.0.113.8')).statusCode).toBe(204);
  });

  test.each([
    ['IPv6', (count: number) => `2001:db8:1:${count}:${count}::1`, '2001:db8:2:1::1'],
    ['IPv4', (count: number) => `203.0.113.${count}`, '203.0.112.1'],
  ])('of one %s network counts as one client: one may control all of its addresses', async (_, inside, outside) => {
    await post('/ramp', { ...candidate, percent: 10, why: 'try it' });
    const failure = { type: 'failure', remote: 'markets', version: '1.0.1', kind: 'render' } as const;
    const batch: TelemetryBatch = {
      epoch: 2,
      reports: [{ type: 'use', remote: 'markets', version: '1.0.1' }, failure],
    };
    for (let count = 0; count < 20; count += 1) {
      expect((await reportFrom(inside(count), batch)).statusCode).toBe(204);
    }
    await health.look();
    expect(health.snapshot().stages[0]?.evidence.failures.candidate).toBe(REPORT_LIMIT.failuresPerStage);
    await reportFrom(outside, batch);
    await health.look();
    expect(health.snapshot().stages[0]?.evidence.failures.candidate).toBe(REPORT_LIMIT.failuresPerStage + 1);
  });

  test('about versions that are not live is accepted and ignored', async () => {
    const stray: TelemetryBatch = { epoch: 1, reports: [{ type: 'use', remote: 'nobody', version: '1.0.0' }] };
    expect((await report(ofPage(stray))).statusCode).toBe(204);
    expect(health.snapshot().tally).toEqual({});
  });
});
