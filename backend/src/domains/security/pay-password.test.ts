import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastCode, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { KEY_LOCKED, KEY_TRIES, requirePayPassword } from './pay-password.ts';

let app: TestApp;
let ann: Person;
beforeEach(async () => {
  app = await createTestApp();
  ann = await signUp(app);
});
afterEach(() => app.close());

async function setKey(key: string, re_key = key) {
  await app.ok('POST /sms_send', { scene: 'pay_password' }, { token: ann.token });
  const code = lastCode(app, ann.email);
  return app.call('POST /safe/pay_password', { key, re_key, code }, { token: ann.token });
}

/** Why a payment password was rejected, with the parameters of its text; null when it was right. */
const judge = async (key: string) => {
  try {
    await requirePayPassword(app.database, ann.id, key, app.now());
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, ...error.params };
  }
};

describe('the payment password', () => {
  it('is set by code and two equal entries, and the profile shows that there is one', async () => {
    expect(await judge('123456')).toEqual({ code: 'key_missing' });
    expect(await setKey('482915', '482916')).toMatchObject({ error: 'keys_differ', field: 're_key' });
    app.advance(60_000);
    expect((await setKey('482915')).type).toBe('ok');
    expect((await app.ok('GET /user/info', {}, { token: ann.token })).has_pay_password).toBe(true);
    expect(await judge('482915')).toBeNull();
  });

  it('is locked for 15 minutes after five wrong tries, for the right one too', async () => {
    await setKey('482915');
    for (let left = KEY_TRIES - 1; left > 0; left -= 1) {
      expect(await judge('000000')).toEqual({ code: 'key_wrong', left });
    }
    expect(await judge('000000')).toEqual({ code: 'key_locked', minutes: 15 });
    expect(await judge('482915')).toEqual({ code: 'key_locked', minutes: 15 });
    app.advance(KEY_LOCKED);
    expect(await judge('000000')).toEqual({ code: 'key_wrong', left: KEY_TRIES - 1 });
    expect(await judge('482915')).toBeNull();
    expect(await judge('000000')).toEqual({ code: 'key_wrong', left: KEY_TRIES - 1 });
  });

  it('is checked no more often than that with concurrent tries', async () => {
    await setKey('482915');
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => judge('000000')));
    expect(verdicts.filter((verdict) => verdict?.code === 'key_wrong').length).toBeLessThan(KEY_TRIES);
  });

  it('set again lifts the lock', async () => {
    await setKey('482915');
    for (let tries = 0; tries < KEY_TRIES; tries += 1) await judge('000000');
    app.advance(60_000);
    await setKey('571604');
    expect(await judge('571604')).toBeNull();
  });
});
