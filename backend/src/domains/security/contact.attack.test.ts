import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolAuthenticator } from '../../../test/factors.ts';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { NOTICE_TEXTS } from '../identity/notice-texts.ts';

let app: TestApp;
let ann: Person;
let thief: Person;
let last = 4_915_148_000_000;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app);
  thief = await signUp(app);
});

const MINUTES = 60_000;
const next = () => {
  last += 1;
  return last;
};
const newAddress = () => `moved${next()}@example.com`;
const newNumber = () => `+${next()}`;
const sceneOf = (contact: string) => (contact.includes('@') ? 'bind_email' : 'bind_mobile');
const kindOf = (contact: string) => (contact.includes('@') ? 'email' : 'mobile');

/** The code that goes to a new address or number, asked for in a user's session. */
async function codeTo({ token }: Person, contact: string): Promise<string> {
  await app.ok('POST /sms_mail', { user_string: contact, scene: sceneOf(contact) }, { token });
  return lastCode(app, contact.replace('+', ''));
}

/** The code that goes to the address that there is, for what replaces it or comes beside it. */
async function codeToFormer({ token, email }: Person, by: string): Promise<string> {
  await app.ok('POST /sms_send', { scene: 'change_contact', loginActive: 'email', user_string: by }, { token });
  return lastCode(app, email);
}

const change = ({ token }: Person, contact: string, codes: { code: string; email_code?: string }) =>
  app.call('POST /safe/mobile', { loginActive: kindOf(contact), user_string: contact, ...codes }, { token });

async function confirm({ token, email }: Person) {
  await app.ok('POST /sms_send', { scene: 'confirm' }, { token });
  await app.ok('POST /safe/confirm', { password: PASSWORD, code: lastCode(app, email) }, { token });
}

const logIn = (user_string: string) => app.call('POST /user/login', { user_string, password: PASSWORD });

describe('an address is changed', () => {
  it('by a code to the new one and a code to the old one; both are told, and withdrawals pause', async () => {
    const to = newAddress();
    const email_code = await codeToFormer(ann, to);
    const code = await codeTo(ann, to);
    const changed = await change(ann, to, { code, email_code });
    expect(changed).toMatchObject({
      type: 'ok',
      message: { withdrawals_blocked_until: app.now() + 24 * 60 * MINUTES },
    });
    const told = app.outbox.filter(({ subject }) => subject === NOTICE_TEXTS.contact_changed.en.subject);
    expect(told.slice(-2).map((notice) => notice.to)).toEqual([to, ann.email]);
    expect(told.at(-1)?.body).not.toContain(to);
    expect(await logIn(ann.email)).toMatchObject({ error: 'wrong_credentials' });
    expect((await logIn(to)).type).toBe('ok');
  });

  it('never without a code to the old one: who lost it is sent to customer service', async () => {
    const to = newAddress();
    const code = await codeTo(ann, to);
    expect(await change(ann, to, { code })).toMatchObject({ error: 'old_code_required', field: 'email_code' });
    expect(await change(ann, to, { code, email_code: code })).toMatchObject({ field: 'email_code' });
    expect((await logIn(ann.email)).type).toBe('ok');
  });

  it('to the same one never', async () => {
    const email_code = await codeToFormer(ann, ann.email);
    expect(await change(ann, ann.email, { code: '000000', email_code })).toMatchObject({ error: 'contact_unchanged' });
  });
});

describe('a first phone number', () => {
  it('is bound by a code to it and one to the mailbox, and signs in from then on; the mailbox is told', async () => {
    const mobile = newNumber();
    const email_code = await codeToFormer(ann, mobile);
    expect(app.outbox.at(-1)?.body).toContain(`New phone number: ${mobile.replace('+', '')}`);
    const bound = await change(ann, mobile, { code: await codeTo(ann, mobile), email_code });
    expect(bound).toMatchObject({ type: 'ok', message: { mobile: expect.stringMatching(/^\*+\d{4}$/) } });
    expect(app.outbox.filter(({ to }) => to === ann.email).at(-1)?.subject).toBe(
      NOTICE_TEXTS.contact_changed.en.subject,
    );
    expect((await logIn(mobile)).type).toBe('ok');
  });

  it('takes the place of one that turned out to be an older account’s', async () => {
    await app.database.query(`update user_account set shared_mobile = '4915148261937' where id = $1`, [ann.id]);
    const mobile = newNumber();
    await change(ann, mobile, { code: await codeTo(ann, mobile), email_code: await codeToFormer(ann, mobile) });
    expect(await app.ok('GET /user/info', {}, { token: ann.token })).toMatchObject({ mobile_to_replace: null });
  });

  it('is none that cannot be dialled', async () => {
    const wrong = { loginActive: 'mobile', user_string: '+10000000', code: '123456' };
    expect(await app.rejection('POST /safe/mobile', wrong, { token: ann.token })).toMatchObject({
      error: 'invalid_mobile',
    });
  });
});

describe('a thief', () => {
  it('with a stolen session cannot bind a contact of theirs, with the password neither', async () => {
    app.advance(6 * MINUTES);
    const mobile = newNumber();
    const code = await codeTo(ann, mobile);
    expect(await change(ann, mobile, { code })).toMatchObject({ error: 'confirmation_required' });
    const proof = { password: PASSWORD, code: '000000' };
    expect((await app.call('POST /safe/confirm', proof, { token: ann.token })).type).toBe('error');
    expect(await change(ann, mobile, { code })).toMatchObject({ error: 'confirmation_required' });
  });

  it('in an open page of a confirmed session binds no number of theirs beside the address: its codes would approve', async () => {
    await confirm(ann);
    const mobile = newNumber();
    const code = await codeTo(ann, mobile);
    expect(await change(ann, mobile, { code })).toMatchObject({ error: 'old_code_required', field: 'email_code' });
    expect(await change(ann, mobile, { code, email_code: code })).toMatchObject({ field: 'email_code' });
    // One that the owner gives for a number of their own is good for that number alone.
    const email_code = await codeToFormer(ann, newNumber());
    expect(await change(ann, mobile, { code, email_code })).toMatchObject({ error: 'code_for_other' });
    expect(
      (await app.call('POST /sms_send', { scene: 'pay_password', loginActive: 'mobile' }, { token: ann.token })).type,
    ).toBe('error');
    expect(await logIn(mobile)).toMatchObject({ error: 'wrong_credentials' });
  });

  it('binds no address of theirs beside the number of an account that has that alone', async () => {
    const mobile = newNumber();
    await app.database.query('update user_account set mobile = $2, email = null where id = $1', [
      ann.id,
      mobile.replace('+', ''),
    ]);
    const to = newAddress();
    const code = await codeTo(ann, to);
    expect(await change(ann, to, { code })).toMatchObject({ error: 'old_code_required', field: 'email_code' });
    const asked = { scene: 'change_contact', loginActive: 'mobile', user_string: to };
    await app.ok('POST /sms_send', asked, { token: ann.token });
    const email_code = lastCode(app, mobile.replace('+', ''));
    expect((await change(ann, to, { code, email_code })).type).toBe('ok');
  });

  it('with session, password and mailbox cannot where there is a second factor', async () => {
    await enrolAuthenticator(app, ann);
    app.advance(6 * MINUTES);
    const to = newAddress();
    const codes = { email_code: await codeToFormer(ann, to), code: await codeTo(ann, to) };
    const proof = { password: PASSWORD, code: codes.email_code };
    expect(await app.rejection('POST /safe/confirm', proof, { token: ann.token })).toMatchObject({
      error: 'totp_required',
    });
    expect(await change(ann, to, codes)).toMatchObject({ error: 'confirmation_required' });
  });

  it('gets no code for the old end from a session of their own, and none of theirs counts for it', async () => {
    const asked = { user_string: ann.email, scene: 'change_contact' };
    expect((await app.call('POST /sms_mail', asked, { token: thief.token })).type).toBe('error');
    const talkedOut = await codeTo(thief, ann.email);
    const to = newAddress();
    const code = await codeTo(ann, to);
    expect(await change(ann, to, { code, email_code: talkedOut })).toMatchObject({ field: 'email_code' });
  });

  it('cannot use codes again that were used', async () => {
    const to = newAddress();
    const codes = { email_code: await codeToFormer(ann, to), code: await codeTo(ann, to) };
    expect((await change(ann, to, codes)).type).toBe('ok');
    const again = newAddress();
    app.advance(MINUTES);
    await codeTo(ann, again);
    expect((await change(ann, again, codes)).type).toBe('error');
    expect((await change(thief, to, { code: codes.code, email_code: await codeToFormer(thief, to) })).type).toBe(
      'error',
    );
  });

  it('with a code that the owner passed on cannot bind another contact: it names the one that it is for', async () => {
    const to = newAddress();
    const email_code = await codeToFormer(ann, to);
    expect(app.outbox.at(-1)?.body).toContain(`New e-mail address: ${to}`);
    const other = newAddress();
    const code = await codeTo(ann, other);
    const refused = { error: 'code_for_other', field: 'email_code' };
    expect(await change(ann, other, { code, email_code })).toMatchObject(refused);
    app.advance(MINUTES);
    expect((await change(ann, to, { code: await codeTo(ann, to), email_code })).type).toBe('ok');
  });

  it('cannot guess the code to the old one: five tries, then a new code is needed', async () => {
    const to = newAddress();
    const email_code = await codeToFormer(ann, to);
    const code = await codeTo(ann, to);
    const wrong = email_code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await change(ann, to, { code, email_code: wrong })).toMatchObject({ error: 'code_wrong' });
    }
    expect(await change(ann, to, { code, email_code })).toMatchObject({
      error: 'too_many_tries',
      field: 'email_code',
    });
  });

  it('cannot take an address that has an account, though its mailbox is theirs', async () => {
    const codes = { email_code: await codeToFormer(thief, ann.email), code: await codeTo(thief, ann.email) };
    expect(await change(thief, ann.email, codes)).toMatchObject({ error: 'email_taken', field: 'user_string' });
  });
});

describe('at once', () => {
  it('two changes with the same proof of the old address: one wins', async () => {
    const to = newAddress();
    const codes = { email_code: await codeToFormer(ann, to), code: await codeTo(ann, to) };
    const outcomes = await Promise.all([change(ann, to, codes), change(ann, to, codes)]);
    expect(outcomes.map(({ type }) => type).toSorted()).toEqual(['error', 'ok']);
  });

  it('one number by two accounts: one has it', async () => {
    const mobile = newNumber();
    const mine = await codeTo(ann, mobile);
    app.advance(MINUTES);
    const theirs = await codeTo(thief, mobile);
    const agreed = { mine: await codeToFormer(ann, mobile), theirs: await codeToFormer(thief, mobile) };
    // Each account's code is its own: the later one neither replaces the other nor serves for it.
    expect(await change(ann, mobile, { code: theirs, email_code: agreed.mine })).toMatchObject({ field: 'code' });
    const outcomes = await Promise.all([
      change(ann, mobile, { code: mine, email_code: agreed.mine }),
      change(thief, mobile, { code: theirs, email_code: agreed.theirs }),
    ]);
    expect(outcomes.map(({ type }) => type).toSorted()).toEqual(['error', 'ok']);
    const owners = await app.database.query('select from user_account where mobile = $1', [mobile.replace('+', '')]);
    expect(owners).toHaveLength(1);
  });
});

it('the phrase against phishing stands in every mail and text that goes to both ends', async () => {
  await confirm(ann);
  const phrase = 'blue heron';
  await app.ok('POST /sms_send', { scene: 'confirm', phrase }, { token: ann.token });
  await app.ok('POST /safe/anti_phishing', { phrase, code: lastCode(app, ann.email) }, { token: ann.token });
  const before = app.outbox.length;
  app.advance(MINUTES);
  const to = newAddress();
  const codes = { email_code: await codeToFormer(ann, to), code: await codeTo(ann, to) };
  expect((await change(ann, to, codes)).type).toBe('ok');
  const sent = app.outbox.slice(before);
  expect(sent.length).toBeGreaterThanOrEqual(4);
  // The code to the new end goes to an address that is not the user's yet: its reader may be a stranger.
  expect(sent.filter(({ body }) => !body.includes(phrase)).map((message) => message.to)).toEqual([to]);
});
