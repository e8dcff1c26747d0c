import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { codeAt } from '../../../test/factors.ts';
import { FakePasskey } from '../../../test/fake-passkey.ts';
import { confirmAgain, STAFF_PASSWORD, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { hashSecret } from '../identity/index.ts';
import { requireCurrentPassword } from '../security/index.ts';

type Member = Awaited<ReturnType<typeof signInStaff>>;

const NEW_PASSWORD = 'correct-horse-77-staple';
const CHANGE = { old_password: STAFF_PASSWORD, password: NEW_PASSWORD };

let app: TestApp;
let mara: Member;
beforeAll(async () => {
  app = await createTestApp({ STAFF_SESSION_IDLE_MINUTES: '480' });
});
afterAll(() => app.close());
beforeEach(async () => {
  mara = await signInStaff(app, 'support');
});

const mails = ({ account }: Member) =>
  app.outbox.filter(({ to }) => to === account).map(({ body }) => body.split('.')[0]);
const errorOf = async (outcome: Promise<{ type: string; error?: string }>) => (await outcome).error ?? null;
const works = async (token: string) => (await app.call('GET /staff/me', {}, { token })).type === 'ok';
/** A log-in by password, up to the second factor. */
const passes = async ({ account }: Member, password: string) =>
  (await errorOf(app.call('POST /staff/login', { user_string: account, password }))) === 'totp_required';

it('a member changes the password: the former one and other sessions end, and a mail says so', async () => {
  const { token: other } = await mara.again();
  const stranger = await signInStaff(app, 'admin');
  expect(await app.ok('POST /staff/password', CHANGE, mara)).toEqual({ sessions_ended: 1 });
  expect([await works(mara.token), await works(other), await works(stranger.token)]).toEqual([true, false, true]);
  expect([await passes(mara, STAFF_PASSWORD), await passes(mara, NEW_PASSWORD)]).toEqual([false, true]);
  expect(mails(mara)).toEqual(['The password of your staff account was changed, and your other sessions were ended']);
  expect(mails(stranger)).toEqual([]);
  // The same request again knows the former password only.
  expect(await errorOf(app.call('POST /staff/password', CHANGE, mara))).toBe('password_wrong');
});

it('whoever holds the session alone changes nothing: without the factor, the password, or a good new one', async () => {
  const change = (more: object) => errorOf(app.call('POST /staff/password', { ...CHANGE, ...more }, mara));
  expect(await change({ old_password: 'a-guess-of-a-thief' })).toBe('password_wrong');
  expect(await change({ password: STAFF_PASSWORD })).toBe('password_unchanged');
  expect(await change({ password: 'password1' })).toBe('password_too_common');
  expect(await change({ password: mara.account })).toBe('password_personal');
  app.advance(CONFIRMED_FOR);
  expect(await change({})).toBe('confirmation_required');
  for (const callId of ['POST /staff/recovery_codes', 'POST /staff/passkey/new/begin'] as const) {
    expect(await errorOf(app.call(callId, {}, mara))).toBe('confirmation_required');
  }
  expect(await passes(mara, STAFF_PASSWORD)).toBe(true);
  expect(mails(mara)).toEqual([]);
});

it('guesses of the current password are counted, apart from those of the user with the same id', async () => {
  const guess = () =>
    errorOf(app.call('POST /staff/password', { ...CHANGE, old_password: 'a-guess-of-a-thief' }, mara));
  const errors: (string | null)[] = [];
  for (let n = 0; n < 6; n += 1) errors.push(await guess());
  expect(errors).toEqual([...Array(5).fill('password_wrong'), 'password_locked']);
  expect(await errorOf(app.call('POST /staff/password', CHANGE, mara))).toBe('password_locked');
  const user = { id: mara.id, password_hash: await hashSecret('of-a-user-of-this-id') };
  const asUser = requireCurrentPassword(app.database, user, { password: 'wrong', field: 'old_password' }, app.now());
  await expect(asUser).rejects.toMatchObject({ code: 'password_wrong' });
});

it('of two changes at once, one holds', async () => {
  const passwords = ['first-good-secret-81', 'second-good-secret-82'];
  const outcomes = await Promise.all(
    passwords.map((password) => app.call('POST /staff/password', { ...CHANGE, password }, mara)),
  );
  const won = outcomes.findIndex(({ type }) => type === 'ok');
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(await Promise.all(passwords.map((password) => passes(mara, password)))).toEqual(
    passwords.map((_, index) => index === won),
  );
});

it('recovery codes are renewed: those before end', async () => {
  const { recovery_codes: first } = await app.ok('POST /staff/recovery_codes', {}, mara);
  const { recovery_codes: second } = await app.ok('POST /staff/recovery_codes', {}, mara);
  expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([10, 10, 20]);
  const logIn = (recovery_code?: string) =>
    errorOf(app.call('POST /staff/login', { user_string: mara.account, password: STAFF_PASSWORD, recovery_code }));
  expect(await logIn(first[0])).not.toBeNull();
  expect(await logIn(second[0])).toBeNull();
  expect(await app.ok('GET /staff/factors', {}, mara)).toMatchObject({ recovery_codes: 9, passkeys: [] });
  expect(mails(mara)).toHaveLength(2);
});

it('a second passkey is added in the session that asked for it, once, and confirms the member', async () => {
  const odo = await signInStaff(app, 'support');
  const { options } = await app.ok('POST /staff/passkey/new/begin', {}, mara);
  const device = new FakePasskey();
  const passkey = device.create(options);
  // Neither another member nor another session of the same one adds it.
  expect(await errorOf(app.call('POST /staff/passkey/new', { passkey, name: 'Key' }, odo))).toBe('passkey_wrong');
  const { options: again } = await app.ok('POST /staff/passkey/new/begin', {}, mara);
  const created = new FakePasskey().create(again);
  await app.ok('POST /staff/passkey/new', { passkey: created, name: 'Key' }, mara);
  expect(await errorOf(app.call('POST /staff/passkey/new', { passkey: created, name: 'Key' }, mara))).toBe(
    'passkey_wrong',
  );
  expect(await app.ok('GET /staff/factors', {}, mara)).toMatchObject({
    passkeys: [{ name: 'Key' }],
    authenticator_since: expect.any(Number),
  });
  expect(mails(mara)).toEqual(['A passkey was added to your staff account']);
  // The authenticator goes on.
  await confirmAgain(app, mara);
  app.advance(30_000);
  expect(await errorOf(app.call('POST /staff/confirm', { totp: codeAt(mara.secret, app.now()) }, mara))).toBeNull();
});
