import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastCode, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CODE_AGAIN_AFTER } from './code-limits.ts';
import { CODE_LASTS, CODE_TRIES } from './codes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let addresses = 0;
const freshAddress = async () => {
  addresses += 1;
  const user_string = `code${addresses}@example.com`;
  await app.ok('POST /sms_mail', { user_string, scene: 'register' });
  return user_string;
};

const check = (user_string: string, code: string) =>
  app.call('POST /user/check_email', { user_string, scene: 'register', code });

const wrong = (code: string) => (code === '111111' ? '222222' : '111111');

describe('a verification code', () => {
  it('is sent once a minute; the rejection holds the time to wait', async () => {
    const user_string = await freshAddress();
    app.advance(CODE_AGAIN_AFTER / 2);
    const tooSoon = await app.rejection('POST /sms_mail', { user_string, scene: 'register' });
    expect(tooSoon).toMatchObject({ error: 'code_too_soon', message: 'You can request a new code in 30 s' });
    app.advance(CODE_AGAIN_AFTER / 2);
    expect((await app.call('POST /sms_mail', { user_string, scene: 'register' })).type).toBe('ok');
  });

  it('is sent once, however many ask at the same moment', async () => {
    const before = app.outbox.length;
    const request = { user_string: 'crowd@example.com', scene: 'register' };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => app.call('POST /sms_mail', request)));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(app.outbox.length - before).toBe(1);
  });

  it('can be looked at without being spent', async () => {
    const address = await freshAddress();
    for (let times = 0; times < CODE_TRIES + 2; times += 1) {
      expect((await check(address, lastCode(app, address))).type).toBe('ok');
    }
  });

  it('takes five tries, also all at once, and not even the right one after them', async () => {
    const address = await freshAddress();
    const code = lastCode(app, address);
    const tries = await Promise.all(Array.from({ length: CODE_TRIES + 3 }, () => check(address, wrong(code))));
    const errors = tries.map((outcome) => (outcome.type === 'ok' ? 'ok' : outcome.error));
    expect(errors.filter((error) => error === 'code_wrong')).toHaveLength(CODE_TRIES);
    expect(await check(address, code)).toMatchObject({ error: 'too_many_tries', field: 'code' });
  });

  it('expires after ten minutes', async () => {
    const address = await freshAddress();
    app.advance(CODE_LASTS);
    expect(await check(address, lastCode(app, address))).toMatchObject({ error: 'code_expired' });
  });

  it('is worthless once a newer one was sent, and for another purpose', async () => {
    const address = await freshAddress();
    const first = lastCode(app, address);
    expect(
      await app.call('POST /user/check_email', { user_string: address, scene: 'forget', code: first }),
    ).toMatchObject({ error: 'code_wrong' });
    app.advance(CODE_AGAIN_AFTER);
    await app.ok('POST /sms_mail', { user_string: address, scene: 'register' });
    const second = lastCode(app, address);
    if (first !== second) expect(await check(address, first)).toMatchObject({ error: 'code_wrong' });
    expect((await check(address, second)).type).toBe('ok');
  });

  it('is never in a response, and is not sent to unknown addresses', async () => {
    const before = app.outbox.length;
    const response = await app.ok('POST /sms_mail', { user_string: 'nobody@example.com', scene: 'forget' });
    expect(app.outbox).toHaveLength(before);
    const { email } = await signUp(app);
    app.advance(CODE_AGAIN_AFTER);
    const known = await app.ok('POST /sms_mail', { user_string: email, scene: 'forget' });
    expect(Object.keys(known)).toEqual(Object.keys(response));
    expect(JSON.stringify(known)).not.toContain(lastCode(app, email));
  });
});
