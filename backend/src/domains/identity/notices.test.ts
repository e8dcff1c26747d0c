import { languageCodes } from '@tessera/api/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { enrolAuthenticator } from '../../../test/factors.ts';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { namedText, namedTime } from '../../platform/mail/fill-text.ts';
import { letterText } from '../../platform/mail/letter.ts';
import { identityQueue } from '../kyc/queue.ts';
import { NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts';
import { noticeLetter } from './notices.ts';

const NEW = 'another-secret-82';
const PHRASE = 'blue heron';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  ann = await signUp(app);
});
afterAll(() => app.close());

const subjects = () => app.outbox.filter(({ to }) => to === ann.email).map(({ subject }) => subject);
const english = (kind: NoticeKind) => NOTICE_TEXTS[kind].en.subject;
const codeFor = async (scene: string, more: { readonly phrase?: string } = {}) => {
  await app.ok('POST /sms_send', { scene, ...more }, { token: ann.token });
  return lastCode(app, ann.email);
};

describe('a user gets a mail', () => {
  it('for a log-in from a new device, that names device and address, and for no known one', async () => {
    const browser = {};
    const user = { user_string: ann.email, password: PASSWORD };
    await app.ok('POST /user/login', user, { browser, address: '203.0.113.7' });
    expect(app.outbox.at(-1)).toMatchObject({ to: ann.email, subject: english('new_device') });
    expect(app.outbox.at(-1)?.body).toContain('203.0.113.7');
    const before = app.outbox.length;
    await app.ok('POST /user/login', user, { browser });
    expect(app.outbox).toHaveLength(before);
  });

  it('for a changed and for a reset password', async () => {
    const code = await codeFor('change_password');
    const changed = { old_password: PASSWORD, password: NEW, re_password: NEW, code };
    await app.ok('POST /safe/update_password', changed, { token: ann.token });
    expect(subjects().at(-1)).toBe(english('password_changed'));
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const reset = { user_string: ann.email, code: lastCode(app, ann.email), password: PASSWORD, re_password: PASSWORD };
    await app.ok('POST /user/forget', reset);
    expect(subjects().filter((subject) => subject === english('password_changed'))).toHaveLength(2);
  });

  it('for a payment password', async () => {
    const code = await codeFor('pay_password');
    await app.ok('POST /safe/pay_password', { key: '482915', re_key: '482915', code }, { token: ann.token });
    expect(subjects().at(-1)).toBe(english('pay_password_changed'));
  });

  it('for each change of the second factors', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    expect(subjects().at(-1)).toBe(english('factor_added'));
    const until = namedText('until', namedTime(app.now() - 30_000 + 24 * 3_600_000), 'en');
    expect(app.outbox.at(-1)?.body).toContain(`from ${until}`);
    const before = subjects().length;
    await app.ok('POST /safe/recovery_codes', { proof_totp: code() }, { token: ann.token });
    app.advance(6 * 60_000);
    await app.ok('POST /safe/totp/remove', { proof_totp: code() }, { token: ann.token });
    expect(subjects().slice(before)).toEqual([english('factor_added'), english('factors_changed')]);
  });

  it('for each recovery code that was used, on a known device as well', async () => {
    const browser = {};
    const user = { user_string: ann.email, password: PASSWORD };
    await app.ok('POST /user/login', user, { browser });
    const { recoveryCodes } = await enrolAuthenticator(app, ann);
    const before = subjects().length;
    await app.ok('POST /user/login', { ...user, recovery_code: recoveryCodes[0] }, { browser });
    await app.ok('POST /safe/confirm', { recovery_code: recoveryCodes[1] }, { token: ann.token });
    expect(subjects().slice(before)).toEqual([english('factors_changed'), english('factors_changed')]);
  });

  it('for limits that a verified identity raised', async () => {
    const [request] = await app.database.query<{ id: string }>(
      `insert into verification_request (user_id, real_type, id_type, name, card_id, submitted_at)
       values ($1, 1, 'passport', 'Ann', 'X1', now()) returning id`,
      [ann.id],
    );
    const decision = { reason: undefined, reviewerId: '1', at: app.now() };
    await app.database.transaction((tx) => identityQueue.approve(tx, request?.id ?? '', decision));
    await app.queue.drain();
    expect(subjects().at(-1)).toBe(english('limits_changed'));
  });

  it('with the phrase that they chose, in codes as well', async () => {
    const code = await codeFor('confirm', { phrase: PHRASE });
    expect(app.outbox.at(-1)?.body).toContain(`New phrase: ${PHRASE}`);
    const other = { phrase: 'of the thief', code };
    expect(await app.rejection('POST /safe/anti_phishing', other, { token: ann.token })).toMatchObject({
      error: 'code_for_other',
    });
    expect(await app.rejection('POST /safe/confirm', { password: PASSWORD, code }, { token: ann.token })).toMatchObject(
      {
        error: 'code_for_other',
      },
    );
    const set = await app.ok('POST /safe/anti_phishing', { phrase: PHRASE, code }, { token: ann.token });
    expect(set).toEqual({ phrase: PHRASE });
    expect(app.outbox.at(-1)).toMatchObject({ subject: english('anti_phishing_changed') });
    expect(app.outbox.at(-1)?.body).toMatch(/Your anti-phishing phrase: blue heron$/);
    await app.ok('POST /sms_send', { scene: 'change_password' }, { token: ann.token });
    expect(app.outbox.at(-1)?.body).toContain(PHRASE);
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    expect(app.outbox.at(-1)?.body).toContain(PHRASE);
  });
});

test('the phrase cannot be set with a session alone', async () => {
  const set = { phrase: 'my own words', code: '000000' };
  expect(await app.rejection('POST /safe/anti_phishing', set, { token: ann.token })).toMatchObject({
    error: 'code_wrong',
  });
});

test.each(Object.keys(NOTICE_TEXTS) as NoticeKind[])('%s is worded in every language', (kind) => {
  const notice = { kind, at: app.now(), device: 'Chrome · Android', address: '203.0.113.7' };
  const messages = languageCodes.map((language) => letterText(noticeLetter(notice, language)));
  for (const [index, body] of messages.entries()) {
    expect(body).toContain(namedText('time', namedTime(app.now()), languageCodes[index] ?? 'en'));
    expect(body).not.toMatch(/[{}]/);
    if (kind === 'new_device') expect(body).toMatch(/Chrome · Android.*203\.0\.113\.7/);
  }
  expect(new Set(messages).size).toBe(languageCodes.length);
});
