import { TERMS_VERSION } from '@tessera/api/identity/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastCode, PASSWORD, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ask = (to: string, scene = 'register') => app.call('POST /sms_mail', { user_string: to, scene });

const register = (to: string, more: Record<string, unknown> = {}) =>
  app.call('POST /user/register', {
    loginActive: to.includes('@') ? 'email' : 'mobile',
    user_string: to,
    code: lastCode(app, to.replace('+', '').toLowerCase()),
    password: PASSWORD,
    re_password: PASSWORD,
    terms: TERMS_VERSION,
    ...more,
  });

describe('signing up', () => {
  it('by e-mail opens an account and a session', async () => {
    await ask('Ada@Example.com');
    const outcome = await register('ADA@example.com');
    expect(outcome).toMatchObject({ type: 'ok', message: { user: { account_name: 'a***a@example.com' } } });
    if (outcome.type !== 'ok') return;
    const info = await app.ok('GET /user/info', {}, { token: outcome.message.token });
    expect(info).toMatchObject({ uid: outcome.message.user.uid, verification_level: 0, has_pay_password: false });
  });

  it('records which documents the user agreed to, in which version and language', async () => {
    await ask('cleo@example.com');
    expect(await register('cleo@example.com', { terms: '2001-01-01' })).toMatchObject({
      error: 'documents_changed',
      field: 'terms',
    });
    expect(await register('cleo@example.com', { terms: '' })).toMatchObject({ type: 'error', field: 'terms' });
    const { message } = (await register('cleo@example.com')) as { message: { user: { uid: string } } };
    const consents = await app.database.query(
      `select c.document, c.version, c.language, c.agreed_at from user_consent c
         join user_account u on u.id = c.user_id where u.uid = $1 order by c.document`,
      [message.user.uid],
    );
    const same = { version: TERMS_VERSION, language: 'en', agreed_at: app.now() };
    expect(consents).toEqual([
      { document: 'privacy', ...same },
      { document: 'terms', ...same },
    ]);
  });

  it('by mobile number finds the account however the number is written', async () => {
    await ask('+49 151 2345678');
    expect(app.outbox.at(-1)).toMatchObject({ channel: 'sms', to: '491512345678' });
    expect((await register('+491512345678')).type).toBe('ok');
    const again = { password: PASSWORD };
    expect((await app.call('POST /user/login', { ...again, user_string: '+49 151 2345678' })).type).toBe('ok');
    const national = { ...again, user_string: '0151 2345678', area_code: '+49' };
    expect((await app.call('POST /user/login', national)).type).toBe('ok');
  });

  it('writes the code in the language of the request', async () => {
    await app.call('POST /sms_mail', { user_string: 'eva@example.com', scene: 'register' }, { language: 'de' });
    expect(app.outbox.at(-1)?.subject).toBe('Registrierung: Ihr Bestätigungscode');
  });

  it('counts invited users, and rejects an unknown invitation code', async () => {
    const host = await signUp(app);
    const { extension_code } = await app.ok('GET /user/info', {}, { token: host.token });
    await ask('guest@example.com');
    expect(await register('guest@example.com', { extension_code: 'NOBODY99' })).toMatchObject({
      error: 'invitation_unknown',
      field: 'extension_code',
    });
    expect((await register('guest@example.com', { extension_code: extension_code.toLowerCase() })).type).toBe('ok');
    expect((await app.ok('GET /user/info', {}, { token: host.token })).invitee_count).toBe(1);
  });

  it('with the right code and a mistyped invitation spends no try', async () => {
    await ask('mistyper@example.com');
    for (let times = 0; times < 8; times += 1) {
      const mistyped = await register('mistyper@example.com', { extension_code: 'NOBODY99' });
      expect(mistyped).toMatchObject({ error: 'invitation_unknown' });
    }
    expect((await register('mistyper@example.com')).type).toBe('ok');
  });

  it.each([
    ['password', { password: 'short', re_password: 'short' }, 'field_too_short'],
    ['re_password', { re_password: 'something else' }, 'passwords_differ'],
    ['password', { password: 'Password123', re_password: 'Password123' }, 'password_too_common'],
    ['password', { password: 'Ben@Example.com', re_password: 'Ben@Example.com' }, 'password_personal'],
    ['code', { code: '12345' }, 'field_wrong_length'],
    ['loginActive', { loginActive: 'pigeon' }, 'field_unknown_choice'],
    ['user_string', { loginActive: 'mobile' }, 'invalid_mobile'],
  ])('names %s when it is at fault', async (field, wrong, error) => {
    await ask('ben@example.com');
    expect(await register('ben@example.com', wrong)).toMatchObject({ type: 'error', code: 0, field, error });
  });

  it('accepts an address once: concurrent sign-ups create one account', async () => {
    await ask('cat@example.com');
    const outcomes = await Promise.all([register('cat@example.com'), register('cat@example.com')]);
    expect(outcomes.map(({ type }) => type).toSorted()).toEqual(['error', 'ok']);
  });

  it('reveals that an address is taken only to its owner', async () => {
    const { email } = await signUp(app);
    app.advance(60_000);
    const sent = await ask(email);
    const other = await ask('stranger@example.com');
    expect(Object.keys(sent.message)).toEqual(Object.keys(other.message));
    expect(await register(email, { code: '000000' })).toMatchObject({ error: 'code_wrong' });
    expect(await register(email)).toMatchObject({ error: 'email_taken', field: 'user_string' });
  });
});
