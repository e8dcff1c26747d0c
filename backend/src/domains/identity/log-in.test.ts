import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { forgetOldLoginTries, LOGIN_LOCKED, LOGIN_TRIES } from './login-tries.ts';

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

  it.each(['a real account', 'an unknown address'])('locks %s for 15 minutes after five failures', async (which) => {
    const address = which === 'a real account' ? ann.email : 'nobody@example.com';
    for (let tries = 0; tries < LOGIN_TRIES; tries += 1) {
      expect(await errorOf(logIn(address, 'wrong-password'))).toBe('wrong_credentials');
    }
    expect(await logIn(address, PASSWORD)).toMatchObject({
      error: 'account_locked',
      message: 'Too many failed logins. Try again in 15 min',
    });
    app.advance(LOGIN_LOCKED);
    expect(await errorOf(logIn(address, PASSWORD))).toBe(address === ann.email ? null : 'wrong_credentials');
  });

  it('checks no more passwords than that when concurrent', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => errorOf(logIn(ann.email, 'wrong-password'))));
    expect(outcomes.filter((error) => error === 'wrong_credentials')).toHaveLength(LOGIN_TRIES);
    expect(outcomes.filter((error) => error === 'account_locked')).toHaveLength(20 - LOGIN_TRIES);
  });

  it('counts again after the right password, and forgets counts of yesterday', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 1; tries < LOGIN_TRIES; tries += 1) await logIn(ann.email, 'wrong-password');
      expect(await errorOf(logIn(ann.email, PASSWORD))).toBeNull();
    }
    await logIn('nobody@example.com', 'wrong-password');
    await forgetOldLoginTries(app.database, app.now());
    expect(await app.database.query('select from login_try')).toHaveLength(1);
    await forgetOldLoginTries(app.database, app.now() + 25 * 3_600_000);
    expect(await app.database.query('select from login_try')).toHaveLength(0);
  });

  it('lets no disabled user in, and ends what they had open', async () => {
    await app.database.query('update user_account set disabled = true where id = $1', [ann.id]);
    expect(await errorOf(logIn(ann.email, 'wrong-password'))).toBe('wrong_credentials');
    expect(await errorOf(logIn(ann.email, PASSWORD))).toBe('account_disabled');
    expect(await app.call('GET /user/info', {}, { token: ann.token })).toMatchObject({ type: '999', code: 999 });
  });

  it('from a new device pauses withdrawals for a day, from a known one it does not', async () => {
    const blocked = async () => (await app.ok('GET /user/info', {}, { token: ann.token })).withdrawals_blocked_until;
    const from = (userAgent: string) =>
      app.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'user-agent': userAgent, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ user_string: ann.email, password: PASSWORD }).toString(),
      });
    await logIn(ann.email, PASSWORD);
    expect(await blocked()).toBeNull();
    await from('Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36');
    expect(await blocked()).toBe(app.now() + 86_400_000);
  });
});
