import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt, enrolAuthenticator, enrolPasskey, proofOf } from '../../../test/factors.ts';
import { FakePasskey } from '../../../test/fake-passkey.ts';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { removeAuthenticator } from '../../platform/factor/authenticator.ts';
import { cleanUpFactors } from '../../platform/factor/clean-up.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { createFactors, type Factors } from '../../platform/factor/factors.ts';
import { beginApproval, factorState, proveFactor, requireApproval } from '../../platform/factor/prove.ts';

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

type Fields = Record<string, unknown>;
const logIn = (proof: Fields = {}, { email }: Person = ann) =>
  app.call('POST /user/login', { user_string: email, password: PASSWORD, ...proof });
const errorOf = async (outcome: Promise<{ type: string; error?: string }>) => (await outcome).error ?? null;
const as = (token: string) => ({ token });
const confirm = (proof: Fields, token = ann.token) => app.call('POST /safe/confirm', proof, as(token));
const paused = async (token: string) => (await app.ok('GET /user/info', {}, as(token))).withdrawals_blocked_until ?? 0;
const passkeyOptions = async () => (await app.ok('POST /user/passkey/begin')).options;

describe('an authenticator', () => {
  it('is asked for after the password, and is not revealed without it', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    expect(await errorOf(logIn())).toBe('totp_required');
    expect(await errorOf(app.call('POST /user/login', { user_string: ann.email, password: 'wrong-password' }))).toBe(
      'wrong_credentials',
    );
    const wrong = codeAt('JBSWY3DPEHPK3PXP', app.now());
    expect(await logIn({ totp: wrong })).toMatchObject({ error: 'totp_wrong', field: 'totp' });
    expect(await errorOf(logIn({ totp: code() }))).toBeNull();
  });

  it('accepts a code once, also on two connections at the same time', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    const totp = code();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => errorOf(logIn({ totp }))));
    expect(outcomes.filter((error) => error === null)).toHaveLength(1);
    expect(outcomes.filter((error) => error === 'totp_wrong')).toHaveLength(3);
    // Nor is it good for anything else, nor an older one of the accepted window.
    expect(await errorOf(confirm({ totp }))).toBe('totp_wrong');
  });

  it('accepts no code older than the last one, and none of two steps ago', async () => {
    const { secret, code } = await enrolAuthenticator(app, ann);
    app.advance(60_000);
    const before = codeAt(secret, app.now() - 30_000);
    const longBefore = codeAt(secret, app.now() - 60_000);
    expect(await errorOf(logIn({ totp: longBefore }))).toBe('totp_wrong');
    expect(await errorOf(logIn({ totp: code() }))).toBeNull();
    expect(await errorOf(logIn({ totp: before }))).toBe('totp_wrong');
  });

  it('cannot be guessed: of 60 guesses at once five are checked, of a day twenty', async () => {
    await enrolAuthenticator(app, ann);
    const guess = (index: number) => errorOf(logIn({ totp: String(index).padStart(6, '0') }));
    const burst = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)));
    expect(burst.filter((error) => error === 'totp_wrong')).toHaveLength(5);
    expect(burst).not.toContain(null);
    let checked = 5;
    for (let quarter = 1; quarter < 90; quarter += 1) {
      app.advance(15 * 60_000);
      if ((await guess(quarter)) === 'totp_wrong') checked += 1;
    }
    expect(checked).toBe(20);
  });

  it('cannot be guessed by who confirms an own one in between: its first code is right each time, and counts apart', async () => {
    await enrolAuthenticator(app, ann);
    const own = await app.ok('POST /safe/totp/begin', {}, as(ann.token));
    let checked = 0;
    for (let guess = 0; guess < 12; guess += 1) {
      const first = { totp: codeAt(own.secret, app.now()), proof_totp: String(guess).padStart(6, '0') };
      if ((await errorOf(app.call('POST /safe/totp/confirm', first, as(ann.token)))) === 'totp_wrong') checked += 1;
      if ((await errorOf(confirm({ totp: String(guess + 500).padStart(6, '0') }))) === 'totp_wrong') checked += 1;
    }
    expect(checked).toBe(5);
  });

  it('is kept from its owner by no wrong first code of another one', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    await app.ok('POST /safe/totp/begin', {}, as(ann.token));
    const first = () =>
      errorOf(app.call('POST /safe/totp/confirm', { totp: '000000', proof_totp: '000000' }, as(ann.token)));
    for (let guess = 0; guess < 5; guess += 1) expect(await first()).toBe('totp_wrong');
    expect(await first()).toBe('factor_locked');
    expect(await errorOf(logIn({ totp: code() }))).toBeNull();
  });

  it('is stored sealed, and no call shows its secret after the enrolment', async () => {
    const { secret, recoveryCodes } = await enrolAuthenticator(app, ann);
    const stored = await app.database.query(
      `select a::text as row from authenticator a union all select e::text from authenticator_enrolment e
        union all select r::text from recovery_code r`,
    );
    const { bytes } = (await import('otpauth')).Secret.fromBase32(secret);
    const text = JSON.stringify(stored);
    for (const form of [secret, Buffer.from(bytes).toString('hex'), ...recoveryCodes]) expect(text).not.toContain(form);
    const shown = JSON.stringify([
      await app.ok('GET /safe/factors', {}, as(ann.token)),
      await app.ok('GET /user/info', {}, as(ann.token)),
    ]);
    for (const form of [secret, ...recoveryCodes]) expect(shown).not.toContain(form);
    expect((await app.ok('GET /user/info', {}, as(ann.token))).has_totp).toBe(true);
    // Asking again shows another secret; the old one stays in force until the new one is confirmed.
    const again = await app.ok('POST /safe/totp/begin', {}, as(ann.token));
    expect(again.secret).not.toBe(secret);
    expect(await errorOf(logIn({ totp: codeAt(again.secret, app.now()) }))).toBe('totp_wrong');
    expect(await errorOf(logIn({ totp: codeAt(secret, app.now()) }))).toBeNull();
  });

  it('is confirmed within a quarter of an hour, and once', async () => {
    const { secret } = await app.ok('POST /safe/totp/begin', {}, as(ann.token));
    const totp = () => codeAt(secret, app.now());
    const proof = await proofOf(app, ann, { change: 'set_authenticator' });
    const finish = () => app.call('POST /safe/totp/confirm', { totp: totp(), ...proof }, as(ann.token));
    const outcomes = await Promise.all([errorOf(finish()), errorOf(finish())]);
    expect(outcomes.filter((error) => error === null)).toHaveLength(1);
    const late = await signUp(app);
    const begun = await app.ok('POST /safe/totp/begin', {}, as(late.token));
    app.advance(15 * 60_000);
    await cleanUpFactors(app.database, app.now());
    const given = await proofOf(app, late, { change: 'set_authenticator' });
    const first = { totp: codeAt(begun.secret, app.now()), ...given };
    expect(await errorOf(app.call('POST /safe/totp/confirm', first, as(late.token)))).toBe('enrolment_expired');
  });
});

it('an authenticator in place of a former one pauses withdrawals, the first one does not', async () => {
  await enrolAuthenticator(app, ann);
  expect(await paused(ann.token)).toBe(0);
  await enrolAuthenticator(app, ann);
  // The helper lets a step pass after the change.
  expect(await paused(ann.token)).toBe(app.now() - 30_000 + DAY);
});

it('another factor beside the first pauses withdrawals: code in an open page could add one of its own', async () => {
  await enrolAuthenticator(app, ann);
  expect(await paused(ann.token)).toBe(0);
  await enrolPasskey(app, ann);
  expect(await paused(ann.token)).toBeGreaterThan(app.now() + DAY - 60_000);
});

describe('a recovery code', () => {
  it('stands in for a lost factor once, also at the same time, and pauses withdrawals', async () => {
    const { recoveryCodes } = await enrolAuthenticator(app, ann);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = ''] = recoveryCodes;
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => errorOf(logIn({ recovery_code: first.toLowerCase().replaceAll('-', ' ') }))),
    );
    expect(outcomes.filter((error) => error === null)).toHaveLength(1);
    expect(outcomes.filter((error) => error === 'recovery_code_wrong')).toHaveLength(3);
    expect(await paused(ann.token)).toBe(app.now() + DAY);
    expect(await app.ok('GET /safe/factors', {}, as(ann.token))).toMatchObject({ recovery_codes: 9 });
  });

  it('pauses withdrawals also where a code of an authenticator that the account does not have is sent along', async () => {
    const { recoveryCodes } = await enrolPasskey(app, ann);
    expect(await errorOf(logIn({ totp: '123456', recovery_code: recoveryCodes[0] }))).toBeNull();
    expect(await paused(ann.token)).toBe(app.now() + DAY);
  });

  it('that confirms a stolen session pauses withdrawals before a factor of the thief can approve one', async () => {
    const { recoveryCodes } = await enrolAuthenticator(app, ann);
    app.advance(CONFIRMED_FOR);
    expect(await paused(ann.token)).toBe(0);
    await app.ok('POST /safe/confirm', { recovery_code: recoveryCodes[0] }, as(ann.token));
    expect(await paused(ann.token)).toBe(app.now() + DAY);
  });

  it('of another user is worth nothing, and five wrong ones wait', async () => {
    const ben = await signUp(app);
    const { recoveryCodes } = await enrolAuthenticator(app, ben);
    await enrolAuthenticator(app, ann);
    for (const recovery_code of recoveryCodes.slice(0, 5)) {
      expect(await errorOf(logIn({ recovery_code }))).toBe('recovery_code_wrong');
    }
    expect(await errorOf(logIn({ recovery_code: 'AAAA-AAAA-AAAA' }))).toBe('factor_locked');
    expect(await errorOf(logIn({ recovery_code: recoveryCodes[5] }, ben))).toBeNull();
  });

  it('is replaced with all others by new ones', async () => {
    expect(await errorOf(app.call('POST /safe/recovery_codes', {}, as(ann.token)))).toBe('factor_missing');
    const { recoveryCodes } = await enrolAuthenticator(app, ann);
    const proof = await proofOf(app, ann, { change: 'renew_recovery_codes' });
    const { recovery_codes } = await app.ok('POST /safe/recovery_codes', proof, as(ann.token));
    expect(await errorOf(logIn({ recovery_code: recoveryCodes[0] }))).toBe('recovery_code_wrong');
    expect(await errorOf(logIn({ recovery_code: recovery_codes[0] }))).toBeNull();
  });

  it('alone is no factor', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    await app.ok('POST /safe/totp/remove', { proof_totp: code() }, as(ann.token));
    expect(await app.ok('GET /safe/factors', {}, as(ann.token))).toMatchObject({ recovery_codes: 0 });
    expect(await errorOf(logIn())).toBeNull();
  });
});

describe('a passkey', () => {
  it('logs in without account name and password', async () => {
    const { device } = await enrolPasskey(app, ann);
    const { user, token } = await app.ok('POST /user/passkey/login', { passkey: device.sign(await passkeyOptions()) });
    expect(user.uid).toBe(ann.uid);
    // It proved more than a password: the session is confirmed.
    expect((await app.ok('GET /safe/factors', {}, as(token))).confirmed_until).toBe(app.now() + CONFIRMED_FOR);
  });

  it('is the second step after the password', async () => {
    const { device } = await enrolPasskey(app, ann);
    expect(await errorOf(logIn())).toBe('passkey_required');
    expect(await errorOf(logIn({ passkey: device.sign(await passkeyOptions()) }))).toBeNull();
    await enrolAuthenticator(app, ann);
    expect(await errorOf(logIn())).toBe('factor_required');
  });

  it('signs a challenge that is good once, also at the same time, and not for long', async () => {
    const { device } = await enrolPasskey(app, ann);
    const passkey = device.sign(await passkeyOptions());
    const use = () => errorOf(app.call('POST /user/passkey/login', { passkey }));
    const outcomes = await Promise.all([use(), use(), use()]);
    expect(outcomes.filter((error) => error === null)).toHaveLength(1);
    expect(await use()).toBe('passkey_wrong');
    const late = device.sign(await passkeyOptions());
    app.advance(5 * 60_000);
    expect(await errorOf(app.call('POST /user/passkey/login', { passkey: late }))).toBe('passkey_wrong');
    await cleanUpFactors(app.database, app.now());
    expect(await app.database.query('select from passkey_challenge')).toHaveLength(0);
  });

  it.each([
    ['another origin', { origin: 'https://tessera.example.evil' }],
    ['a look-alike of localhost', { origin: 'http://localhost.evil:8080' }],
    ['another relying party', { rpId: 'evil' }],
    ['a user who was not verified', { verified: false }],
  ])('is refused for %s', async (_, overrides) => {
    const { device } = await enrolPasskey(app, ann);
    const passkey = device.sign(await passkeyOptions(), overrides);
    expect(await errorOf(app.call('POST /user/passkey/login', { passkey }))).toBe('passkey_wrong');
    const { options } = await app.ok('POST /safe/passkey/begin', {}, as(ann.token));
    const proof = await proofOf(app, ann, { change: 'add_passkey' });
    const made = { passkey: new FakePasskey().create(options, overrides), name: 'Made elsewhere', ...proof };
    expect(await errorOf(app.call('POST /safe/passkey/add', made, as(ann.token)))).toBe('passkey_wrong');
  });

  it('of another user does not pass for mine', async () => {
    const ben = await signUp(app);
    const { device } = await enrolPasskey(app, ben);
    const { id } = await enrolPasskey(app, ann);
    expect(await errorOf(logIn({ passkey: device.sign(await passkeyOptions()) }))).toBe('passkey_wrong');
    const { options } = await app.ok('POST /safe/confirm/begin', {}, as(ann.token));
    expect(await errorOf(confirm({ passkey: device.sign(options ?? '') }))).toBe('passkey_wrong');
    // A challenge of another session or purpose is none of this one.
    const mine = await app.ok('POST /safe/confirm/begin', {}, as(ben.token));
    const other = await app.ok('POST /user/passkey/login', { passkey: device.sign(await passkeyOptions()) });
    expect(await errorOf(confirm({ passkey: device.sign(mine.options ?? '') }, other.token))).toBe('passkey_wrong');
    expect(await errorOf(confirm({ passkey: device.sign(await passkeyOptions()) }, ben.token))).toBe('passkey_wrong');
    expect(await errorOf(app.call('POST /safe/passkey/rename', { id, name: 'Mine now' }, as(ben.token)))).toBe(
      'not_found',
    );
    expect(await errorOf(app.call('POST /safe/change/begin', { change: 'remove_passkey', id }, as(ben.token)))).toBe(
      'not_found',
    );
    const own = await proofOf(app, ben, { change: 'add_passkey' });
    expect(await errorOf(app.call('POST /safe/passkey/remove', { id, ...own }, as(ben.token)))).toBe('passkey_wrong');
  });

  it('that is registered already is not registered for a second account', async () => {
    const { device } = await enrolPasskey(app, ann);
    const ben = await signUp(app);
    const { options } = await app.ok('POST /safe/passkey/begin', {}, as(ben.token));
    const add = {
      passkey: device.create(options),
      name: 'Copy',
      ...(await proofOf(app, ben, { change: 'add_passkey' })),
    };
    expect(await errorOf(app.call('POST /safe/passkey/add', add, as(ben.token)))).toBe('passkey_wrong');
  });

  it('that was copied is refused when its counter goes back', async () => {
    const { device } = await enrolPasskey(app, ann);
    device.counter = 40;
    await app.ok('POST /user/passkey/login', { passkey: device.sign(await passkeyOptions()) });
    device.counter = 10;
    const passkey = device.sign(await passkeyOptions());
    expect(await errorOf(app.call('POST /user/passkey/login', { passkey }))).toBe('passkey_wrong');
  });

  it.each(['', 'x', '{}', '[]', 'null', '{"id":"a","rawId":"a","type":"public-key","response":{}}'])(
    'is not %j',
    async (passkey) => {
      const error = await errorOf(app.call('POST /user/passkey/login', { passkey }));
      expect(['passkey_wrong', 'field_required', 'field_too_short', 'invalid_field']).toContain(error);
    },
  );

  it('is listed, renamed and removed; an account has ten at most', async () => {
    const first = await enrolPasskey(app, ann, { name: 'Phone' });
    await app.ok('POST /safe/passkey/rename', { id: first.id, name: 'Old phone' }, as(ann.token));
    expect((await app.ok('GET /safe/factors', {}, as(ann.token))).passkeys).toMatchObject([
      { id: first.id, name: 'Old phone', synced: false, last_used_at: null },
    ]);
    const { options } = await app.ok('POST /safe/passkey/begin', {}, as(ann.token));
    for (let more = 1; more < 10; more += 1) await enrolPasskey(app, ann, { name: `Key ${more}`, by: first });
    expect(await errorOf(app.call('POST /safe/passkey/begin', {}, as(ann.token)))).toBe('too_many_passkeys');
    const proof = await proofOf(app, ann, { change: 'add_passkey' });
    const eleventh = { passkey: new FakePasskey().create(options), name: 'Eleventh', ...proof };
    expect(await errorOf(app.call('POST /safe/passkey/add', eleventh, as(ann.token)))).toBe('too_many_passkeys');
    const removal = await proofOf(app, ann, { change: 'remove_passkey', id: first.id });
    await app.ok('POST /safe/passkey/remove', { id: first.id, ...removal }, as(ann.token));
    expect((await app.ok('GET /safe/factors', {}, as(ann.token))).passkeys).toHaveLength(9);
    expect(await paused(ann.token)).toBe(app.now() + DAY);
    expect(
      await errorOf(app.call('POST /user/passkey/login', { passkey: first.device.sign(await passkeyOptions()) })),
    ).toBe('passkey_wrong');
  });

  it('of a disabled user opens no session', async () => {
    const { device } = await enrolPasskey(app, ann);
    await app.database.query('update user_account set disabled = true where id = $1', [ann.id]);
    expect(await errorOf(app.call('POST /user/passkey/login', { passkey: device.sign(await passkeyOptions()) }))).toBe(
      'account_disabled',
    );
  });
});

describe('a stolen session', () => {
  const changes = [
    ['POST /safe/passkey/rename', { id: '1', name: 'Thief' }],
    ['POST /safe/sessions/revoke', { id: '1' }],
    [
      'POST /safe/update_password',
      { old_password: PASSWORD, password: 'another-secret-82', re_password: 'another-secret-82', code: '123456' },
    ],
  ] as const;

  it('changes nothing of the security: a fresh proof is asked for, and five minutes later again', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    app.advance(CONFIRMED_FOR);
    for (const [call, payload] of changes) {
      expect([call, await errorOf(app.call(call, payload, as(ann.token)))]).toEqual([call, 'confirmation_required']);
    }
    await app.ok('POST /safe/confirm', { totp: code() }, as(ann.token));
    for (const [call, payload] of changes) {
      expect(await errorOf(app.call(call, payload, as(ann.token)))).not.toBe('confirmation_required');
    }
  });

  it('is not confirmed by what another session proved', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    app.advance(CONFIRMED_FOR);
    const thief = ann.token;
    const { token } = await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD, totp: code() });
    const revoke = (session: string) => errorOf(app.call('POST /safe/sessions/revoke', { id: '1' }, as(session)));
    expect(await revoke(thief)).toBe('confirmation_required');
    expect(await revoke(token)).toBe('not_found');
  });

  it('with the password and the mailbox does not get around a second factor', async () => {
    await enrolAuthenticator(app, ann);
    app.advance(CONFIRMED_FOR);
    await app.ok('POST /sms_send', { scene: 'confirm' }, as(ann.token));
    const proof = { password: PASSWORD, code: lastCode(app, ann.email) };
    expect(await errorOf(confirm(proof))).toBe('totp_required');
    app.advance(3_600_000);
    await app.ok('POST /sms_send', { scene: 'pay_password' }, as(ann.token));
    const key = { key: '130579', re_key: '130579', code: lastCode(app, ann.email) };
    expect(await errorOf(app.call('POST /safe/pay_password', key, as(ann.token)))).toBe('totp_required');
  });

  it('of a user without a factor needs the password and a mailed code', async () => {
    app.advance(CONFIRMED_FOR);
    const revoke = () => errorOf(app.call('POST /safe/sessions/revoke', { id: '1' }, as(ann.token)));
    expect(await revoke()).toBe('confirmation_required');
    await app.ok('POST /sms_send', { scene: 'confirm' }, as(ann.token));
    const code = lastCode(app, ann.email);
    expect(await errorOf(confirm({ code }))).toBe('password_required');
    expect(await errorOf(confirm({ password: PASSWORD }))).toBe('code_wrong');
    expect(await errorOf(confirm({ password: 'wrong-password', code }))).toBe('password_wrong');
    await app.ok('POST /safe/confirm', { password: PASSWORD, code }, as(ann.token));
    // The code is spent.
    expect(await errorOf(confirm({ password: PASSWORD, code }))).toBe('code_wrong');
    expect(await revoke()).toBe('not_found');
  });
});

it('a password reset does not get around the second factor', async () => {
  const { code } = await enrolAuthenticator(app, ann);
  await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
  const password = 'another-secret-82';
  const reset = { user_string: ann.email, code: lastCode(app, ann.email), password, re_password: password };
  await app.ok('POST /user/forget', reset);
  expect(await errorOf(logIn({ password }))).toBe('totp_required');
  expect(await errorOf(logIn({ password, totp: code() }))).toBeNull();
});

it('a user with a factor changes passwords with it and without a mailed code', async () => {
  await enrolAuthenticator(app, ann);
  const password = 'another-secret-82';
  const change = { old_password: PASSWORD, password, re_password: password };
  await app.ok('POST /safe/update_password', change, as(ann.token));
  const proof = await proofOf(app, ann, { change: 'set_pay_password' });
  await app.ok('POST /safe/pay_password', { key: '130579', re_key: '130579', ...proof }, as(ann.token));
});

describe('an approval', () => {
  const what = { amount: '0.5', currency: 'BTC', address: 'bc1q-mine' };
  let factors: Factors;
  let approval: Parameters<typeof requireApproval>[1];
  beforeEach(async () => {
    factors = createFactors(app);
    const [session] = await app.database.query<{ id: string }>('select id from session where user_id = $1', [ann.id]);
    const holder = { kind: 'user', id: ann.id } as const;
    approval = { holder, sessionId: session?.id ?? '', purpose: 'withdrawal', what };
  });

  it('by passkey is good for exactly what was shown, once', async () => {
    const { device } = await enrolPasskey(app, ann);
    const sign = async () => device.sign((await beginApproval(factors, approval)) ?? '');
    const other = { ...approval, what: { ...what, address: 'bc1q-thief' } };
    await expect(requireApproval(factors, other, { passkey: await sign() })).rejects.toThrow('passkey_wrong');
    const passkey = await sign();
    expect(
      await requireApproval(
        factors,
        { ...approval, what: Object.fromEntries(Object.entries(what).reverse()) },
        { passkey },
      ),
    ).toBeTypeOf('function');
    await expect(requireApproval(factors, approval, { passkey })).rejects.toThrow('passkey_wrong');
    const purpose = { ...approval, purpose: 'transfer' };
    await expect(requireApproval(factors, purpose, { passkey: await sign() })).rejects.toThrow('passkey_wrong');
    // A log-in or a confirmation is no approval.
    const login = device.sign(await passkeyOptions());
    await expect(requireApproval(factors, approval, { passkey: login })).rejects.toThrow('passkey_wrong');
    await expect(requireApproval(factors, approval, {})).rejects.toThrow('passkey_required');
  });

  it('by authenticator takes a fresh code and no recovery code; without factors none is asked for', async () => {
    expect(await requireApproval(factors, approval, {})).toBeNull();
    const { code, recoveryCodes } = await enrolAuthenticator(app, ann);
    expect(await beginApproval(factors, approval)).toBeNull();
    const recovery = { recovery_code: recoveryCodes[0] };
    await expect(requireApproval(factors, approval, recovery)).rejects.toThrow('totp_required');
    const totp = code();
    const requireKept = await requireApproval(factors, approval, { totp });
    await expect(requireApproval(factors, approval, { totp })).rejects.toThrow('totp_wrong');
    await app.database.transaction(async (tx) => requireKept?.(tx));
    // Taken out, or removed, while what it approved was on its way.
    await removeAuthenticator(app.database, approval.holder);
    await expect(app.database.transaction(async (tx) => requireKept?.(tx))).rejects.toThrow('totp_wrong');
  });

  it('is made by no authenticator that came in the place of the one that was found to approve', async () => {
    const former = await enrolAuthenticator(app, ann);
    const found = await factorState(app.database, approval.holder, app.now());
    const moved = await enrolAuthenticator(app, ann, { by: former, fresh: true });
    await expect(proveFactor(factors, { totp: moved.code() }, approval, found)).rejects.toThrow('factor_waits');
  });

  it('by a recovery code that waits counts as no try, however often it is sent', async () => {
    const { recoveryCodes } = await enrolPasskey(app, ann, { fresh: true });
    const confirming = { holder: approval.holder, sessionId: approval.sessionId, purpose: 'confirm' };
    const state = await factorState(app.database, approval.holder, app.now());
    for (const recovery_code of recoveryCodes.slice(0, 7)) {
      await expect(proveFactor(factors, { recovery_code }, confirming, state)).rejects.toThrow('factor_waits');
    }
    expect(await logIn({ recovery_code: recoveryCodes[0] })).toMatchObject({ type: 'ok' });
  });
});
