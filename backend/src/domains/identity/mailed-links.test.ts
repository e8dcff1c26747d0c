import { TERMS_VERSION } from '@tessera/api/identity/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CODE_LASTS } from './codes.ts';

const NEW = 'another-secret-82';
const ORIGIN = 'https://tessera.example';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_ORIGIN: ORIGIN });
});
beforeEach(async () => {
  ann = await signUp(app);
});
afterAll(() => app.close());

/** The link in the last message, read as the page reads it. */
function lastLink() {
  const link = /https:\S+/.exec(app.outbox.at(-1)?.body ?? '')?.[0] ?? '';
  const { origin, pathname, hash } = new URL(link);
  const [screen, query] = hash.slice(1).split('?');
  const { to = '', token = '' } = Object.fromEntries(new URLSearchParams(query));
  return { origin, pathname, screen, to, token };
}
const askReset = (headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/api/sms_mail',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ user_string: ann.email, scene: 'forget' }).toString(),
  });
const reset = (code: string, user_string = ann.email) =>
  app.call('POST /user/forget', { user_string, code, password: NEW, re_password: NEW });

describe('the link in a mailed code', () => {
  it('opens the reset of the password, and its token replaces the digits, once', async () => {
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const { token, to, ...place } = lastLink();
    expect(place).toEqual({ origin: ORIGIN, pathname: '/h5/', screen: '/pages/common/forget' });
    expect(to).toBe(ann.email);
    expect(await reset(token)).toMatchObject({ type: 'ok' });
    expect(await reset(token)).toMatchObject({ error: 'link_invalid' });
  });

  it('opens the registration', async () => {
    await app.ok('POST /sms_mail', { user_string: 'new+one@example.com', scene: 'register' });
    const { screen, to, token } = lastLink();
    expect({ screen, to }).toEqual({ screen: '/pages/common/register', to: 'new+one@example.com' });
    const sent = {
      loginActive: 'email',
      user_string: to,
      code: token,
      password: PASSWORD,
      re_password: PASSWORD,
      terms: TERMS_VERSION,
    };
    expect((await app.call('POST /user/register', sent)).type).toBe('ok');
  });

  it('works after a guesser has used up the tries of the digits, and wrong tokens use up none', async () => {
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const { token } = lastLink();
    for (let tries = 0; tries < 8; tries += 1)
      expect(await reset('B'.repeat(43))).toMatchObject({ error: 'link_invalid' });
    const wrong = lastCode(app, ann.email) === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 6; tries += 1) await reset(wrong);
    expect(await reset(lastCode(app, ann.email))).toMatchObject({ error: 'too_many_tries' });
    expect((await reset(token)).type).toBe('ok');
  });

  it('is of one account and scene, expires with the code, and ends with a newer one', async () => {
    const ben = await signUp(app);
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const { token } = lastLink();
    expect(await reset(token, ben.email)).toMatchObject({ error: 'link_invalid' });
    expect(
      await app.rejection('POST /user/check_email', { user_string: ann.email, scene: 'forget', code: token }),
    ).toMatchObject({ field: 'code' });
    app.advance(CODE_LASTS);
    expect(await reset(token)).toMatchObject({ error: 'code_expired' });
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    expect(await reset(token)).toMatchObject({ error: 'link_invalid' });
  });

  it('leads to the configured origin, whatever host the request names', async () => {
    await askReset({ host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' });
    await app.queue.drain();
    expect(lastLink().origin).toBe(ORIGIN);
    expect(app.outbox.at(-1)?.body).not.toContain('evil');
  });

  it('is stored as a hash only, and not sent by SMS', async () => {
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const { token } = lastLink();
    const kept = JSON.stringify(await app.database.query('select v::text from verification_code v'));
    expect(kept).not.toContain(token);
    await app.ok('POST /sms_mail', { user_string: '+49 151 2345678', scene: 'register' });
    expect(app.outbox.at(-1)).toMatchObject({ channel: 'sms' });
    expect(app.outbox.at(-1)?.body).not.toContain('https:');
  });
});
