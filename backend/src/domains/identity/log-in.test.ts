import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { cleanUp } from './clean-up.ts';
import { DEVICE_KEPT } from './devices.ts';

let app: TestApp;
let ann: Person;
beforeEach(async () => {
  app = await createTestApp();
  ann = await signUp(app);
});
afterEach(() => app.close());

const logIn = (user_string: string, password: string) => app.call('POST /user/login', { user_string, password });
const errorOf = async (outcome: ReturnType<typeof logIn>) => {
  const settled = await outcome;
  return settled.type === 'ok' ? null : settled.error;
};

describe('logging in', () => {
  it('opens a separate session for each device', async () => {
    const { token } = await app.ok('POST /user/login', { user_string: ann.email.toUpperCase(), password: PASSWORD });
    const { list } = await app.ok('GET /safe/sessions', {}, { token });
    expect(list.map(({ current }) => current).toSorted()).toEqual([false, true]);
  });

  it('does not distinguish a wrong password from an unknown account', async () => {
    const wrong = await logIn(ann.email, 'not-the-password');
    const unknown = await logIn('nobody@example.com', 'not-the-password');
    expect(wrong).toEqual(unknown);
  });

  it('lets no disabled user in, and ends what they had open', async () => {
    await app.database.query('update user_account set disabled = true where id = $1', [ann.id]);
    expect(await errorOf(logIn(ann.email, 'wrong-password'))).toBe('wrong_credentials');
    expect(await errorOf(logIn(ann.email, PASSWORD))).toBe('account_disabled');
    expect(await app.call('GET /user/info', {}, { token: ann.token })).toMatchObject({ type: '999', code: 999 });
  });

  it('from a new device pauses withdrawals for a day, from a known one it does not', async () => {
    const blocked = async () => (await app.ok('GET /user/info', {}, { token: ann.token })).withdrawals_blocked_until;
    const browser = {};
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { browser });
    const until = app.now() + 86_400_000;
    expect(await blocked()).toBe(until);
    app.advance(60_000);
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { browser });
    expect(await blocked()).toBe(until);
    app.advance(60_000);
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD });
    expect(await blocked()).toBe(app.now() + 86_400_000);
  });

  it('of an account from before devices had cookies goes by the name of the device, once', async () => {
    await app.database.query('delete from known_device');
    const browser = {};
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD }, { browser });
    const { withdrawals_blocked_until } = await app.ok('GET /user/info', {}, { token: ann.token });
    expect(withdrawals_blocked_until).toBeNull();
  });

  it('gives the browser a cookie that no script, no other site and no other host can use or plant', async () => {
    const overTls = async (cookie?: string) => {
      const response = await app.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-proto': 'https',
          ...(cookie && { cookie }),
        },
        payload: new URLSearchParams({ user_string: ann.email, password: PASSWORD }).toString(),
      });
      return [response.headers['set-cookie'] ?? []].flat();
    };
    const devices = () => app.database.query('select id, d::text as row from known_device d order by id');
    const given = await overTls();
    const attributes = '=[\\w-]{43}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$';
    expect(given).toEqual(
      ['device', 'browser'].map((name) => expect.stringMatching(new RegExp(`^__Host-tessera_${name}${attributes}`))),
    );
    const [cookie = ''] = given[0]?.split(';') ?? [];
    const [, token = ''] = cookie.split('=');
    const kept = await devices();
    expect(JSON.stringify(kept)).not.toContain(token);
    await overTls(`theme=dark; ${cookie}`);
    expect(await devices()).toHaveLength(kept.length);
    // The name that any neighbouring host can set counts on a developer's machine only.
    await overTls(`tessera_device=${token}`);
    expect(await devices()).toHaveLength(kept.length + 1);
  });

  it('makes no device known for ever, and a changed password forgets the others', async () => {
    const known = async () => (await app.database.query('select from known_device')).length;
    expect(await known()).toBe(1);
    app.advance(DEVICE_KEPT + 1);
    await cleanUp(app);
    expect(await known()).toBe(0);
  });
});
