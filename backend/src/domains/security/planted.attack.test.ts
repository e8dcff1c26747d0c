import { randomBytes } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import { identityContract } from '@tessera/api/identity/contract';
import { type SecurityChange, securityChanges } from '@tessera/api/rules';
import { securityContract } from '@tessera/api/security/contract';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { amid } from '../../../test/amid.ts';
import {
  codeAt,
  enrolAuthenticator,
  enrolPasskey,
  mailedCode,
  proofOf,
  setPayPassword,
} from '../../../test/factors.ts';
import { FakePasskey } from '../../../test/fake-passkey.ts';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { endSessions, openSession } from '../../platform/session/sessions.ts';
import { freezeAccount } from '../identity/freeze.ts';

/* Code in an open page, in the minutes after a log-in or a confirmation, and what an owner can do on the day of a new factor. */

const DAY = 86_400_000;
const KEY = '314158';
const THIEFS_KEY = '729406';
const TRON = 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy';
const ASKED = { currency_id: 3, number: '100', fee: '1', address: TRON, network: 'TRC20' };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  app.feed.setPrice('BTC/USDT', '50000');
  app.feed.setPrice('ETH/USDT', '2500');
});
afterAll(() => app.close());

type Fields = Record<string, string>;
type Needs = { readonly passkey: string | null; readonly totp: boolean; readonly code: string | null };
const as = ({ token }: Pick<Person, 'token'>) => ({ token });
const newOwner = () => signUp(app, { level: 2, funds: { change: { USDT: '5000' } } });
const mailsTo = ({ email }: Person) => app.outbox.filter(({ to }) => to === email).length;
const confirmed = ({ id }: Person) =>
  app.database.query('update session set confirmed_at = $2 where user_id = $1', [id, new Date(app.now())]);
/** A confirmed session without a key. */
const unbound = ({ id }: Person) =>
  openSession(app.database, {
    userId: id,
    userAgent: '',
    address: '127.0.0.1',
    remember: true,
    key: null,
    confirmed: true,
    browser: null,
    now: app.now(),
  });
const factorsOf = ({ id }: Person) =>
  app.database.query(
    `select credential_id as factor from passkey where holder = $1
     union all select encode(secret, 'hex') from authenticator where holder = $1
     union all select code_hash from recovery_code where holder = $1
     union all select coalesce(pay_password_hash, '') from user_account where id = $2 order by 1`,
    [`user:${id}`, id],
  );

/** Withdraws with what the owner is asked for. */
async function withdraw(owner: Person, prove: (needs: Needs) => Promise<Fields>, key = KEY) {
  const { approval } = await app.ok('POST /wallet/out/begin', ASKED, as(owner));
  const proof = await prove(approval);
  return app.call(
    'POST /wallet/out',
    { ...ASKED, key, ...proof },
    { ...as(owner), idempotencyKey: randomBytes(12).toString('hex') },
  );
}
const byMail =
  (owner: Person) =>
  async ({ code }: Needs) => ({
    code: await mailedCode(app, owner, { scene: 'withdraw', request: code ?? '' }),
  });

/** What a call sends to make its change; `proof` aside. */
type Attempt = (owner: Person) => Promise<Fields>;
const passkeyOf: Attempt = async (owner) => {
  const { options } = await app.ok('POST /safe/passkey/begin', {}, as(owner));
  return { passkey: new FakePasskey().create(options), name: 'Thief' };
};
const PLAYS = {
  add_passkey: { call: 'POST /safe/passkey/add', fields: passkeyOf },
  remove_passkey: {
    call: 'POST /safe/passkey/remove',
    fields: async (owner) => {
      const { passkeys } = await app.ok('GET /safe/factors', {}, as(owner));
      return { id: passkeys[0]?.id ?? '' };
    },
  },
  set_authenticator: {
    call: 'POST /safe/totp/confirm',
    fields: async (owner) => {
      const { secret } = await app.ok('POST /safe/totp/begin', {}, as(owner));
      return { totp: codeAt(secret, app.now()) };
    },
  },
  remove_authenticator: { call: 'POST /safe/totp/remove', fields: async () => ({}) },
  renew_recovery_codes: { call: 'POST /safe/recovery_codes', fields: async () => ({}) },
  set_pay_password: { call: 'POST /safe/pay_password', fields: async () => ({ key: THIEFS_KEY, re_key: THIEFS_KEY }) },
} as const satisfies Readonly<Record<SecurityChange, { readonly call: CallId; readonly fields: Attempt }>>;

/** Calls of the two domains that change nothing of what approves, and what guards them instead. */
const OTHERS: Readonly<Partial<Record<CallId, string>>> = {
  'POST /sms_send': 'sends a code to the owner',
  'POST /safe/update_password': 'the former password, and the window or a code: sessions end, withdrawals pause',
  'POST /safe/mobile': 'the window, and codes to a contact that there is and to the new one: withdrawals pause',
  'POST /safe/anti_phishing': 'the window or a code for this phrase: it stands in mails, and approves nothing',
  'POST /safe/confirm': 'opens the window; adds nothing',
  'POST /safe/confirm/begin': 'a challenge',
  'POST /safe/change/begin': 'a challenge',
  'POST /safe/totp/begin': 'a secret that is in force with its change',
  'POST /safe/passkey/begin': 'a challenge',
  'POST /safe/passkey/rename': 'the window: a name approves nothing',
  'POST /safe/factors/keep': 'keeps what there is',
  'POST /safe/sessions/revoke': 'the window: ends what there is',
  'POST /safe/sessions/revoke_others': 'the window: ends what there is',
  'POST /user/freeze': 'the password: ends what there is',
  'POST /user/close': 'the window: ends the account, days later',
  'POST /user/export': 'the window: a copy of data without secrets',
  'POST /user/export/link': 'the window: the same',
  'POST /user/uploadHeadPortrait': 'a picture',
  'POST /user/editNickname': 'a name',
  'POST /user/preferences': 'a language and the like',
};

test('every call of a session of security and identity takes a proof of its own, or says why it changes nothing of it', () => {
  const calls = Object.entries({ ...securityContract, ...identityContract }).filter(
    ([id, { access }]) => id.startsWith('POST ') && access === 'user',
  );
  const proven: CallId[] = securityChanges.map((change) => PLAYS[change].call);
  expect(calls.map(([id]) => id).sort()).toEqual([...proven, ...Object.keys(OTHERS)].sort());
  const taking = Object.entries(contract).filter(([, { input }]) => 'proof_passkey' in input.shape);
  expect(taking.map(([id]) => id).sort()).toEqual([...proven].sort());
});

type Ends = (tx: Transaction, owner: Person) => Promise<unknown>;
/** What ends the sessions of an account while a call of one of them is under way: a freeze, a log-out. */
const ENDINGS: readonly Ends[] = [
  (tx, { id }) => freezeAccount(tx, id, app.now()),
  (tx, { id }) => endSessions(tx, id, { except: null }, app.now()),
];

describe.each(securityChanges)('%s', (change) => {
  const { call, fields } = PLAYS[change];

  it('is not made by a session that ends while it waits, whatever proof it had', async () => {
    const ann = await newOwner();
    const { code } = await enrolAuthenticator(app, ann);
    await enrolPasskey(app, ann);
    app.advance(60_000);
    const given = { ...(await fields(ann)), proof_totp: code() };
    const before = await factorsOf(ann);
    const account = { table: 'user_account', id: ann.id } as const;
    const ends = ENDINGS[securityChanges.indexOf(change) % ENDINGS.length];
    const outcome = await amid(
      app,
      account,
      () => app.call(call, given, as(ann)),
      async (tx) => ends?.(tx, ann),
    );
    expect(outcome).toMatchObject({ error: 'session_invalid' });
    expect(await factorsOf(ann)).toEqual(before);
  });

  it('is refused to a session with the window alone, to one without a key, and to a factor of today', async () => {
    const ann = await newOwner();
    const { code } = await enrolAuthenticator(app, ann);
    const { device } = await enrolPasskey(app, ann);
    const planted = await enrolPasskey(app, ann, { by: { code }, fresh: true });
    await confirmed(ann);
    const before = await factorsOf(ann);
    const given = await fields(ann);
    const attempt = async (proof: Fields) => {
      const outcome = await app.call(call, { ...given, ...proof }, as(ann));
      return outcome.type === 'ok' ? null : outcome.error;
    };
    expect(await attempt({})).toBe('factor_required');
    // A code by mail is none where a factor approves.
    await app.ok('POST /sms_send', { scene: 'pay_password' }, as(ann));
    const mailed = lastCode(app, ann.email);
    expect(await attempt({ mailed_code: mailed, code: mailed })).toBe('factor_required');
    const id = 'id' in given ? { id: given.id as string } : {};
    const begin = async () => (await app.ok('POST /safe/change/begin', { change, ...id }, as(ann))).passkey ?? '';
    planted.device.counter = 1;
    expect(await attempt({ proof_passkey: planted.device.sign(await begin()) })).toBe('factor_waits');
    // Nor is a signature good that was made for another change, or to confirm the session.
    const other = change === 'add_passkey' ? 'set_authenticator' : 'add_passkey';
    const elsewhere = await app.ok('POST /safe/change/begin', { change: other }, as(ann));
    expect(await attempt({ proof_passkey: device.sign(elsewhere.passkey ?? '') })).toBe('passkey_wrong');
    const window = await app.ok('POST /safe/confirm/begin', {}, as(ann));
    expect(await attempt({ proof_passkey: device.sign(window.options ?? '') })).toBe('passkey_wrong');
    const { token } = await unbound(ann);
    const read = as({ token });
    const outcome = await app.call(call, { ...given, proof_totp: code() }, read);
    expect(outcome).toMatchObject({ error: 'session_unbound' });
    expect(await app.call('POST /safe/change/begin', { change, ...id }, read)).toMatchObject({
      error: 'session_unbound',
    });
    expect(await factorsOf(ann)).toEqual(before);
  });

  it('is made once by a factor that approves', async () => {
    const ann = await newOwner();
    const { code } = await enrolAuthenticator(app, ann);
    await enrolPasskey(app, ann);
    app.advance(60_000);
    const given = await fields(ann);
    const proof = { proof_totp: code() };
    const outcomes = await Promise.all([1, 2, 3].map(() => app.call(call, { ...given, ...proof }, as(ann))));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    const again = { ...(change.startsWith('remove_') ? given : await fields(ann)), ...proof };
    expect(await app.call(call, again, as(ann))).toMatchObject({ type: 'error' });
  });
});

describe('code in the page', () => {
  it('sets no first payment password of an account with a factor, and pays nothing out', async () => {
    const ann = await newOwner();
    await enrolAuthenticator(app, ann);
    await confirmed(ann);
    const key = { key: THIEFS_KEY, re_key: THIEFS_KEY };
    expect(await app.call('POST /safe/pay_password', key, as(ann))).toMatchObject({ error: 'totp_required' });
    expect(await withdraw(ann, async () => ({}), THIEFS_KEY)).toMatchObject({ error: 'key_missing' });
  });

  it('gets nothing of the code that confirms a session: it adds no authenticator, and money takes a code of its own', async () => {
    const ann = await newOwner();
    await setPayPassword(app, ann, KEY);
    app.advance(3_600_000);
    await app.ok('POST /sms_send', { scene: 'confirm' }, as(ann));
    const code = lastCode(app, ann.email);
    const { secret } = await app.ok('POST /safe/totp/begin', {}, as(ann));
    const first = () => ({ totp: codeAt(secret, app.now()) });
    expect(await app.call('POST /safe/totp/confirm', { ...first(), mailed_code: code }, as(ann))).toMatchObject({
      error: 'code_wrong',
    });
    await app.ok('POST /safe/confirm', { password: PASSWORD, code }, as(ann));
    expect(await app.call('POST /safe/totp/confirm', first(), as(ann))).toMatchObject({
      error: 'code_wrong',
      field: 'mailed_code',
    });
    // Even one that its owner was talked into approves nothing today.
    await enrolAuthenticator(app, ann, { fresh: true });
    expect(await withdraw(ann, async () => ({ totp: first().totp }))).toMatchObject({ error: 'code_wrong' });
  });

  it('has no session elsewhere by a passkey that it planted: for a day that logs in beside the password alone', async () => {
    const ann = await newOwner();
    const { device } = await enrolPasskey(app, ann, { fresh: true });
    const sign = async () => {
      device.counter += 1;
      return device.sign((await app.ok('POST /user/passkey/begin')).options);
    };
    expect(await app.call('POST /user/passkey/login', { passkey: await sign() })).toMatchObject({
      error: 'passkey_waits',
    });
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD, passkey: await sign() });
    app.advance(DAY);
    await app.ok('POST /user/passkey/login', { passkey: await sign() });
  });

  it('stops no removal of factors with a token that it has read', async () => {
    const { token } = await unbound(await newOwner());
    expect(await app.call('POST /safe/factors/keep', {}, { token })).toMatchObject({ error: 'session_unbound' });
  });

  it('names a passkey so that the mail of its removal has no link', async () => {
    const ann = await newOwner();
    const { id } = await enrolPasskey(app, ann, { name: 'www.thief.example/help', fresh: true });
    await proofOf(app, ann, { change: 'remove_passkey', id });
    const { body } = app.outbox.findLast(({ to }) => to === ann.email) ?? {};
    expect(body).toContain('www thief example help');
    expect(body).not.toContain('thief.example');
  });

  it('changes what approves with all contacts told: it may read one of them', async () => {
    const ann = await newOwner();
    const mobile = `4915112${String(app.outbox.length).padStart(6, '0')}`;
    await app.database.query('update user_account set mobile = $2 where id = $1', [ann.id, mobile]);
    const { code } = await enrolAuthenticator(app, ann);
    await setPayPassword(app, ann, KEY);
    await app.ok(
      'POST /safe/totp/remove',
      await proofOf(app, ann, { change: 'remove_authenticator', by: { code } }),
      as(ann),
    );
    const told = (contact: string) => app.outbox.filter(({ to }) => to === contact).length;
    expect(told(mobile)).toBe(3);
  });

  it('leaves the owner the life of a mailed code to add a passkey: its challenge outlives it', async () => {
    const ann = await newOwner();
    const made = await passkeyOf(ann);
    app.advance(5 * 60_000);
    const proof = await proofOf(app, ann, { change: 'add_passkey' });
    app.advance(9 * 60_000);
    expect(await app.call('POST /safe/passkey/add', { ...made, ...proof }, as(ann))).toMatchObject({ type: 'ok' });
  });

  it('turns no code for one change into another', async () => {
    const ann = await newOwner();
    const { mailed_code } = await proofOf(app, ann, { change: 'set_authenticator' });
    expect(app.outbox.findLast(({ to }) => to === ann.email)?.body).toContain('Set up an authenticator');
    const attempt = { ...(await passkeyOf(ann)), mailed_code: mailed_code ?? '' };
    expect(await app.call('POST /safe/passkey/add', attempt, as(ann))).toMatchObject({
      error: 'code_for_other',
      field: 'mailed_code',
    });
  });
});

describe('a session that ends while its call waits', () => {
  type Waiting = (owner: Person) => Promise<{ readonly call: CallId; readonly fields: Fields }>;
  const CALLS: readonly Waiting[] = [
    async () => {
      const password = 'another-secret-82';
      return {
        call: 'POST /safe/update_password',
        fields: { old_password: PASSWORD, password, re_password: password },
      };
    },
    async (owner) => {
      const user_string = `4915114${owner.uid.slice(0, 6)}`;
      await app.ok('POST /sms_mail', { user_string, scene: 'bind_mobile' }, as(owner));
      await app.ok('POST /sms_send', { scene: 'change_contact', loginActive: 'email', user_string }, as(owner));
      const codes = { code: lastCode(app, user_string), email_code: lastCode(app, owner.email) };
      return { call: 'POST /safe/mobile', fields: { loginActive: 'mobile', user_string, ...codes } };
    },
    async () => ({ call: 'POST /safe/anti_phishing', fields: { phrase: 'My cat' } }),
    async () => ({ call: 'POST /safe/sessions/revoke_others', fields: {} }),
    async () => ({ call: 'POST /user/close', fields: {} }),
    async () => ({ call: 'POST /user/export', fields: {} }),
  ];
  it('changes nothing else of the account', async () => {
    for (const waiting of CALLS) {
      const ann = await signUp(app);
      const { code } = await enrolAuthenticator(app, ann);
      const other = await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD, totp: code() });
      const { call, fields } = await waiting(ann);
      await confirmed(ann);
      const make = () => app.call(call, fields, as(ann));
      const ends = async (tx: Transaction) => {
        const [session] = await tx.query<{ id: string }>('select min(id) as id from session where user_id = $1', [
          ann.id,
        ]);
        await endSessions(tx, ann.id, { only: session?.id ?? '' }, app.now());
      };
      const account = { table: 'user_account', id: ann.id } as const;
      expect(await amid(app, account, make, ends), call).toMatchObject({ error: 'session_invalid' });
      await app.ok('GET /user/info', {}, other);
    }
  });

  it('takes no money out', async () => {
    const ann = await newOwner();
    await setPayPassword(app, ann, KEY);
    const { code } = await enrolAuthenticator(app, ann);
    app.advance(30_000);
    const make = () => withdraw(ann, async () => ({ totp: code() }));
    const account = { table: 'user_account', id: ann.id } as const;
    expect(await amid(app, account, make, (tx) => endSessions(tx, ann.id, { except: null }, app.now()))).toMatchObject({
      error: 'session_invalid',
    });
  });
});

describe('on the day of a first factor its owner', () => {
  it('logs in with it, and goes on with mailed codes; the session that it opened is not confirmed', async () => {
    const ann = await newOwner();
    await setPayPassword(app, ann, KEY);
    const { code } = await enrolAuthenticator(app, ann, { fresh: true });
    const before = mailsTo(ann);
    const logIn = { user_string: ann.email, password: PASSWORD };
    expect(await app.call('POST /user/login', logIn)).toMatchObject({ error: 'totp_required' });
    const { token } = await app.ok('POST /user/login', { ...logIn, totp: code() });
    const { confirmed_until, authenticator_from } = await app.ok('GET /safe/factors', {}, { token });
    expect(confirmed_until).toBeNull();
    expect(authenticator_from).toBeGreaterThan(app.now());
    expect(mailsTo(ann)).toBeGreaterThanOrEqual(before);
    await app.database.query('update user_account set withdrawals_blocked_until = null where id = $1', [ann.id]);
    const { approval } = await app.ok('POST /wallet/out/begin', ASKED, as(ann));
    expect(approval).toMatchObject({ passkey: null, totp: false, factor_from: authenticator_from });
    expect(await withdraw(ann, byMail(ann))).toMatchObject({ type: 'ok' });
    app.advance(DAY);
    expect((await app.ok('GET /safe/factors', {}, as(ann))).authenticator_from).toBeNull();
    expect(await withdraw(ann, async () => ({ totp: code() }))).toMatchObject({ type: 'ok' });
    expect(await withdraw(ann, async () => ({}))).toMatchObject({ error: 'totp_required' });
  });

  it('who lost it logs in by a recovery code and removes it by a mailed code', async () => {
    const ann = await newOwner();
    const { recoveryCodes } = await enrolPasskey(app, ann, { fresh: true });
    const logIn = { user_string: ann.email, password: PASSWORD, recovery_code: recoveryCodes[0] ?? '' };
    const { token } = await app.ok('POST /user/login', logIn);
    const { passkeys } = await app.ok('GET /safe/factors', {}, { token });
    const id = passkeys[0]?.id ?? '';
    const proof = await proofOf(app, { token }, { change: 'remove_passkey', id });
    await app.ok('POST /safe/passkey/remove', { id, ...proof }, { token });
    expect((await app.ok('GET /safe/factors', {}, { token })).passkeys).toEqual([]);
    await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD });
  });
});

it('who lost the older factor proves changes by a recovery code, which pauses withdrawals; new codes wait a day', async () => {
  const ann = await newOwner();
  const { recoveryCodes } = await enrolAuthenticator(app, ann);
  await enrolPasskey(app, ann, { fresh: true });
  const by = (recovery: string | undefined) => ({ proof_recovery_code: recovery ?? '' });
  const { recovery_codes: renewed } = await app.ok('POST /safe/recovery_codes', by(recoveryCodes[0]), as(ann));
  const paused = (await app.ok('GET /user/info', {}, as(ann))).withdrawals_blocked_until ?? 0;
  expect(paused).toBe(app.now() + DAY);
  expect(await app.call('POST /safe/totp/remove', by(renewed[0]), as(ann))).toMatchObject({
    error: 'factor_waits',
    field: 'proof_recovery_code',
  });
  expect(await app.call('POST /safe/totp/remove', by(recoveryCodes[1]), as(ann))).toMatchObject({ type: 'error' });
  app.advance(DAY);
  await app.ok('POST /safe/totp/remove', by(renewed[0]), as(ann));
});

it('an authenticator that moved to another phone approves once its pause is over; the former one does not any more', async () => {
  const ann = await newOwner();
  await setPayPassword(app, ann, KEY);
  const former = await enrolAuthenticator(app, ann);
  const moved = await enrolAuthenticator(app, ann, { by: former, fresh: true });
  expect(await withdraw(ann, byMail(ann))).toMatchObject({ error: 'withdrawals_paused' });
  app.advance(DAY);
  expect(await withdraw(ann, async () => ({ totp: former.code() }))).toMatchObject({ error: 'totp_wrong' });
  expect(await withdraw(ann, async () => ({ totp: moved.code() }))).toMatchObject({ type: 'ok' });
});
