import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const NEW = 'another-secret-82';
const DAY = 86_400_000;

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app);
});

const codeFor = async (scene: string) => {
  await app.ok('POST /sms_send', { scene }, { token: ann.token });
  return lastCode(app, ann.email);
};

const logIn = (password: string) => app.call('POST /user/login', { user_string: ann.email, password });

describe('changing the password', () => {
  const change = async (more: Record<string, unknown> = {}) => {
    const code = await codeFor('change_password');
    const payload = { old_password: PASSWORD, password: NEW, re_password: NEW, code, ...more };
    return app.call('POST /safe/update_password', payload, { token: ann.token });
  };

  it('ends the other sessions and pauses withdrawals for a day', async () => {
    const other = await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD });
    expect(await change()).toMatchObject({
      message: { sessions_ended: 1, withdrawals_blocked_until: app.now() + DAY },
    });
    expect(await app.call('GET /user/info', {}, { token: other.token })).toMatchObject({ type: '999' });
    expect((await app.call('GET /user/info', {}, { token: ann.token })).type).toBe('ok');
    expect((await logIn(PASSWORD)).type).toBe('error');
    expect((await logIn(NEW)).type).toBe('ok');
  });

  it.each([
    [{ old_password: 'wrong-password' }, 'password_wrong', 'old_password'],
    [{ password: PASSWORD, re_password: PASSWORD }, 'password_unchanged', 'password'],
    [{ password: 'qwerty123', re_password: 'qwerty123' }, 'password_too_common', 'password'],
    [{ password: 'Tessera-2026', re_password: 'Tessera-2026' }, 'password_personal', 'password'],
    [{ re_password: 'a-different-one' }, 'passwords_differ', 're_password'],
    [{ code: '000000' }, 'code_wrong', 'code'],
  ])('with %j is rejected as %s', async (wrong, error, field) => {
    expect(await change(wrong)).toMatchObject({ error, field });
    expect((await logIn(PASSWORD)).type).toBe('ok');
  });

  it('spends its code', async () => {
    const code = await codeFor('change_password');
    const call = (old_password: string, password: string) =>
      app.call(
        'POST /safe/update_password',
        { old_password, password, re_password: password, code },
        { token: ann.token },
      );
    expect((await call(PASSWORD, NEW)).type).toBe('ok');
    expect(await call(NEW, PASSWORD)).toMatchObject({ error: 'code_wrong' });
  });
});

describe('the current password', () => {
  const change = (token: string, old_password: string) => {
    const payload = { old_password, password: NEW, re_password: NEW, code: '000000' };
    return app.call('POST /safe/update_password', payload, { token });
  };

  it('cannot be guessed with a stolen session: 20 tries a day, however many sessions and however concurrent', async () => {
    const { token } = await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD });
    let checked = 0;
    for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
      const tries = Array.from({ length: 4 }, (_, index) => change(index % 2 ? token : ann.token, 'wrong-password'));
      for (const outcome of await Promise.all(tries)) {
        if (outcome.type !== 'ok' && outcome.error === 'password_wrong') checked += 1;
      }
      app.advance(10 * 60_000);
    }
    expect(checked).toBe(20);
  });

  it('locked says for how long, and a right one does not count', async () => {
    for (let times = 0; times < 8; times += 1) {
      expect(await change(ann.token, PASSWORD)).toMatchObject({ error: 'code_wrong' });
    }
    for (let times = 0; times < 5; times += 1) await change(ann.token, 'wrong-password');
    expect(await change(ann.token, PASSWORD)).toMatchObject({
      error: 'password_locked',
      field: 'old_password',
      message: 'Too many wrong passwords. Try again in 15 min, or reset the password',
    });
  });
});

describe('a forgotten password', () => {
  it('is not replaced by one that is made of the verified name, which only the right code reveals', async () => {
    await app.ok(
      'POST /user/real',
      { real_type: 1, id_type: 'id_card', country: 'GB', name: 'Ada Byron-Quist', card_id: 'L01X00T47' },
      { token: ann.token },
    );
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const payload = { user_string: ann.email, password: 'Byron-Quist-18', re_password: 'Byron-Quist-18' };
    expect(await app.call('POST /user/forget', { ...payload, code: '000000' })).toMatchObject({ error: 'code_wrong' });
    expect(await app.call('POST /user/forget', { ...payload, code: lastCode(app, ann.email) })).toMatchObject({
      error: 'password_personal',
      field: 'password',
    });
  });

  it('is replaced by code, which ends every session', async () => {
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const payload = { user_string: ann.email, code: lastCode(app, ann.email), password: NEW, re_password: NEW };
    await app.ok('POST /user/forget', payload);
    expect(await app.call('GET /user/info', {}, { token: ann.token })).toMatchObject({ type: '999' });
    expect((await logIn(NEW)).type).toBe('ok');
  });

  it('of an unknown address is rejected like a wrong code', async () => {
    await app.ok('POST /sms_mail', { user_string: 'nobody@example.com', scene: 'forget' });
    const forget = (user_string: string) =>
      app.call('POST /user/forget', { user_string, code: '000000', password: NEW, re_password: NEW });
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    expect(await forget('nobody@example.com')).toEqual(await forget(ann.email));
  });

  it('replaced lifts the lock that wrong tries brought', async () => {
    for (let tries = 0; tries < 5; tries += 1) await logIn('wrong-password');
    expect(await logIn(PASSWORD)).toMatchObject({ error: 'proof_required' });
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const payload = { user_string: ann.email, code: lastCode(app, ann.email), password: NEW, re_password: NEW };
    await app.ok('POST /user/forget', payload);
    expect((await logIn(NEW)).type).toBe('ok');
  });
});
