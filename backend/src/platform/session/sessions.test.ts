import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { cleanUp } from '../../domains/identity/clean-up.ts';
import { readStaffSession } from './read-session.ts';
import { deviceOf, SESSION_LASTS } from './sessions.ts';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app);
});

const info = (token: string) => app.call('GET /user/info', {}, { token });
const logIn = (remember: boolean) =>
  app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD, remember });

describe('a session', () => {
  it('is named by its token, bare or behind Bearer', async () => {
    expect((await info(ann.token)).type).toBe('ok');
    expect((await info(`Bearer ${ann.token}`)).type).toBe('ok');
  });

  it.each(['', 'x', 'Bearer', 'a'.repeat(43), `Basic ${'a'.repeat(43)}`])(
    'is not had for the token %j',
    async (token) => {
      expect(await info(token)).toMatchObject({ type: '999', code: 999, error: 'session_invalid' });
    },
  );

  it('is stored only as a hash', async () => {
    const rows = await app.database.query('select s::text as row from session s');
    expect(JSON.stringify(rows)).not.toContain(ann.token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(ann.token).toString('hex'));
  });

  it('ends with log-out, and only that one', async () => {
    const { token } = await logIn(true);
    await app.ok('GET /user/logout', {}, { token });
    expect((await info(token)).type).toBe('999');
    expect((await info(ann.token)).type).toBe('ok');
  });

  it('ends by the hash of its token, which opens no session', async () => {
    const { token } = await logIn(true);
    const session = createHash('sha256').update(token).digest('hex');
    expect((await info(session)).type).toBe('999');
    await app.ok('POST /user/logout/late', { session: 'f'.repeat(64) });
    expect((await info(token)).type).toBe('ok');
    await app.ok('POST /user/logout/late', { session });
    await app.ok('POST /user/logout/late', { session });
    expect((await info(token)).type).toBe('999');
    expect((await info(ann.token)).type).toBe('ok');
    expect(await app.rejection('POST /user/logout/late', { session: token })).toMatchObject({ field: 'session' });
  });

  it('lasts 30 days where the device is remembered, else one', async () => {
    const visit = await logIn(false);
    const remembered = await logIn(true);
    app.advance(SESSION_LASTS.visit);
    expect((await info(visit.token)).type).toBe('999');
    for (let day = 1; day < 30; day += 1) {
      expect((await info(remembered.token)).type).toBe('ok');
      app.advance(SESSION_LASTS.visit);
    }
    expect((await info(remembered.token)).type).toBe('999');
  });

  it('ends after a week without a request, and the list of devices shows it no more', async () => {
    const { token } = await logIn(true);
    const { list } = await app.ok('GET /safe/sessions', {}, { token });
    expect(list).toHaveLength(2);
    app.advance(7 * 24 * 3_600_000 - 1);
    expect((await info(ann.token)).type).toBe('ok');
    app.advance(1);
    expect((await info(token)).type).toBe('999');
    expect((await app.ok('GET /safe/sessions', {}, { token: ann.token })).list).toHaveLength(1);
  });

  it('long over is forgotten', async () => {
    app.advance(SESSION_LASTS.remembered + 31 * 24 * 3_600_000);
    const { token } = await logIn(true);
    await cleanUp(app);
    expect(await app.database.query('select from session')).toHaveLength(1);
    expect((await info(token)).type).toBe('ok');
  });

  it('is listed and revoked by its owner alone', async () => {
    const ben = await signUp(app);
    const { list } = await app.ok('GET /safe/sessions', {}, { token: ann.token });
    const id = list[0]?.id;
    expect(await app.rejection('POST /safe/sessions/revoke', { id }, { token: ben.token })).toMatchObject({
      error: 'not_found',
    });
    await app.ok('POST /safe/sessions/revoke', { id }, { token: ann.token });
    expect((await info(ann.token)).type).toBe('999');
  });

  it('has a past: each log-in with its place, also after it ended; all others end at once', async () => {
    const far = { user_string: ann.email, password: PASSWORD };
    const { token } = await app.ok('POST /user/login', far, { address: '8.8.8.8' });
    await app.ok('GET /user/logout', {}, { token });
    await logIn(true);
    const { list, total } = await app.ok('GET /safe/log_ins', { limit: 2 }, { token: ann.token });
    expect(total).toBe(3);
    expect(list).toMatchObject([
      { ended_at: null, current: false, country: null },
      { ended_at: app.now(), address: '8.8.8.8', country: 'US' },
    ]);
    const ben = await signUp(app);
    expect((await app.ok('GET /safe/log_ins', {}, { token: ben.token })).total).toBe(1);
    const others = () => app.call('POST /safe/sessions/revoke_others', {}, { token: ann.token });
    expect(await others()).toMatchObject({ type: 'ok', message: { sessions_ended: 1 } });
    expect((await info(ann.token)).type).toBe('ok');
    expect((await info(ben.token)).type).toBe('ok');
    app.advance(6 * 60_000);
    expect(await others()).toMatchObject({ error: 'confirmation_required' });
  });

  it('of a user is no session of staff', async () => {
    expect(await readStaffSession(app, ann.token)).toBeNull();
  });
});

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari · iPhone',
    ],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/143.0.0.0 Mobile Safari/537.36', 'Chrome · Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/143.0.0.0 Safari/537.36 Edg/143.0', 'Edge · Windows'],
    ['', 'Browser'],
  ])('%s is called %s', (userAgent, name) => {
    expect(deviceOf(userAgent)).toBe(name);
  });
});
