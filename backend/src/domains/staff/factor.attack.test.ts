import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt, enrolPasskey } from '../../../test/factors.ts';
import { FakePasskey } from '../../../test/fake-passkey.ts';
import { signUp } from '../../../test/people.ts';
import { enrolStaff, STAFF_PASSWORD, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { runCommand } from './commands.ts';
import { createMember } from './members.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let members = 0;
/** A member as a former version left them: a password without a factor. */
async function memberWithoutFactor() {
  members += 1;
  const account = `new${members}@tessera.example`;
  const member = { account, name: `New ${members}`, role: 'admin', password: STAFF_PASSWORD } as const;
  const id = await createMember(app.database, member, app.now());
  return { id, credentials: { user_string: account, password: STAFF_PASSWORD } };
}

const errorOf = async (outcome: Promise<{ type: string; error?: string }>) => (await outcome).error ?? null;
const actionsOn = (id: string) =>
  app.database.query('select staff_id, action, reason from staff_action where subject = $1 order by id', [
    `member:${id}`,
  ]);

test('a password alone opens no session of staff: the first log-in enrols a factor, later ones ask for it', async () => {
  const { id, credentials } = await memberWithoutFactor();
  expect(await errorOf(app.call('POST /staff/login', credentials))).toBe('factor_enrolment_required');
  const wrong = { ...credentials, password: 'wrong-password' };
  for (const call of ['POST /staff/login', 'POST /staff/factor/begin', 'POST /staff/factor/confirm'] as const) {
    expect(await errorOf(app.call(call, wrong))).toBe('wrong_credentials');
  }
  const { secret } = await app.ok('POST /staff/factor/begin', credentials);
  expect(await errorOf(app.call('POST /staff/factor/confirm', credentials))).toBe('totp_required');
  const totp = codeAt(secret, app.now());
  const { token, recovery_codes } = await app.ok('POST /staff/factor/confirm', { ...credentials, totp });
  expect(recovery_codes).toHaveLength(10);
  expect(await app.ok('GET /staff/me', {}, { token })).toMatchObject({ id });
  expect(await actionsOn(id)).toEqual([{ staff_id: id, action: 'member.enrol_factor', reason: null }]);
  expect(await errorOf(app.call('POST /staff/login', credentials))).toBe('totp_required');
  expect(await errorOf(app.call('POST /staff/login', { ...credentials, totp }))).toBe('totp_wrong');
  const [recovery_code] = recovery_codes;
  expect(await errorOf(app.call('POST /staff/login', { ...credentials, recovery_code }))).toBeNull();
});

test('an attacker who learns the password later enrols no factor of their own', async () => {
  const { credentials } = await memberWithoutFactor();
  await enrolStaff(app, credentials.user_string);
  for (const call of ['POST /staff/factor/begin', 'POST /staff/factor/confirm'] as const) {
    expect(await errorOf(app.call(call, { ...credentials, totp: '123456' }))).toBe('forbidden');
  }
});

test('of two enrolments at once one takes effect', async () => {
  const { credentials } = await memberWithoutFactor();
  const { secret, options } = await app.ok('POST /staff/factor/begin', credentials);
  const outcomes = await Promise.all([
    errorOf(app.call('POST /staff/factor/confirm', { ...credentials, totp: codeAt(secret, app.now()) })),
    errorOf(app.call('POST /staff/factor/confirm', { ...credentials, passkey: new FakePasskey().create(options) })),
  ]);
  expect(outcomes.filter((error) => error === null)).toHaveLength(1);
  expect(outcomes.filter((error) => error === 'forbidden')).toHaveLength(1);
});

test('a member with a passkey logs in and confirms with it; the passkey of a user is none of staff', async () => {
  const { credentials } = await memberWithoutFactor();
  const { options } = await app.ok('POST /staff/factor/begin', credentials);
  const device = new FakePasskey();
  await app.ok('POST /staff/factor/confirm', { ...credentials, passkey: device.create(options) });
  expect(await errorOf(app.call('POST /staff/login', credentials))).toBe('passkey_required');
  const challenge = async () => (await app.ok('POST /staff/passkey/begin')).options;
  const ann = await signUp(app);
  const { device: foreign } = await enrolPasskey(app, ann);
  expect(
    await errorOf(app.call('POST /staff/login', { ...credentials, passkey: foreign.sign(await challenge()) })),
  ).toBe('passkey_wrong');
  const { token } = await app.ok('POST /staff/login', { ...credentials, passkey: device.sign(await challenge()) });
  const begun = await app.ok('POST /staff/confirm/begin', {}, { token });
  const passkey = device.sign(begun.options ?? '');
  expect(await app.ok('POST /staff/confirm', { passkey }, { token })).toEqual({
    confirmed_until: app.now() + CONFIRMED_FOR,
  });
  // Nor does a passkey of staff log in to the app.
  const user = await app.ok('POST /user/passkey/begin');
  expect(await errorOf(app.call('POST /user/passkey/login', { passkey: device.sign(user.options) }))).toBe(
    'passkey_wrong',
  );
});

test('a lost factor is reset by another admin who has just confirmed, with a reason that is recorded', async () => {
  const lost = await signInStaff(app, 'reviewer');
  const admin = await signInStaff(app, 'admin');
  const reviewer = await signInStaff(app, 'reviewer');
  const reset = (token: string, id = lost.id) =>
    errorOf(app.call('POST /staff/members/reset_factor', { id, reason: 'Lost her phone' }, { token }));
  expect(await reset(reviewer.token)).toBe('forbidden');
  expect(await errorOf(app.call('GET /staff/members', {}, { token: reviewer.token }))).toBe('forbidden');
  expect(await reset(admin.token, admin.id)).toBe('forbidden');
  expect(await reset(admin.token, '999999')).toBe('not_found');
  app.advance(CONFIRMED_FOR);
  expect(await reset(admin.token)).toBe('confirmation_required');
  const begun = await app.ok('POST /staff/confirm/begin', {}, { token: admin.token });
  expect(begun.options).toBeNull();
  await app.ok('POST /staff/confirm', { totp: codeAt(admin.secret, app.now()) }, { token: admin.token });
  expect(await reset(admin.token)).toBeNull();
  expect((await app.rejection('GET /staff/me', {}, { token: lost.token })).type).toBe('999');
  expect((await actionsOn(lost.id)).at(-1)).toEqual({
    staff_id: admin.id,
    action: 'member.reset_factor',
    reason: 'Lost her phone',
  });
  const { list } = await app.ok('GET /staff/members', {}, { token: admin.token });
  expect(list.find(({ id }) => id === lost.id)).toMatchObject({ account: lost.account, has_factor: false });
  expect(list.find(({ id }) => id === admin.id)).toMatchObject({ has_factor: true });
  expect(list.map(({ account }) => account)).not.toContain('command-line');
  await enrolStaff(app, lost.account);
});

test('one lost passkey of a member is removed by two others: it opens nothing, what else they have stays', async () => {
  const lost = await signInStaff(app, 'treasury');
  const device = new FakePasskey();
  const begun = await app.ok('POST /staff/passkey/new/begin', {}, { token: lost.token });
  await app.ok(
    'POST /staff/passkey/new',
    { passkey: device.create(begun.options), name: 'Phone' },
    { token: lost.token },
  );
  const admin = await signInStaff(app, 'admin');
  const { list } = await app.ok('GET /staff/members', {}, { token: admin.token });
  const [shown] = list.find(({ id }) => id === lost.id)?.passkeys ?? [];
  expect(shown).toEqual({ passkey: expect.any(String), label: 'Phone', created_at: app.now(), last_used_at: null });
  const remove = (token: string, changes: object = {}, proposed?: true) =>
    app.call(
      'POST /staff/members/remove_passkey',
      { id: lost.id, passkey: shown?.passkey, reason: 'Lost the phone', ...changes },
      { token, ...(proposed && { proposed }) },
    );
  expect(await errorOf(remove(lost.token))).toBe('forbidden');
  expect(await errorOf(remove(admin.token, { id: admin.id }))).toBe('forbidden');
  // Of a member who has no such passkey.
  const other = await signInStaff(app, 'reviewer');
  expect(await errorOf(remove(admin.token, { id: other.id }))).toBe('not_found');
  // Of one alone it is a proposal.
  expect(await remove(admin.token, {}, true)).toMatchObject({ message: { proposed: { state: 'proposed' } } });
  const { list: open } = await app.ok('GET /staff/changes', {}, { token: admin.token });
  expect(open.find(({ call }) => call === 'POST /staff/members/remove_passkey')?.subject).toEqual([
    lost.name,
    lost.account,
    'Phone',
  ]);
  expect(await errorOf(remove(admin.token))).toBeNull();
  expect((await app.rejection('GET /staff/me', {}, { token: lost.token })).type).toBe('999');
  const credentials = { user_string: lost.account, password: STAFF_PASSWORD };
  const { options } = await app.ok('POST /staff/passkey/begin');
  expect(await errorOf(app.call('POST /staff/login', { ...credentials, passkey: device.sign(options) }))).toBe(
    'passkey_wrong',
  );
  expect(app.outbox.findLast(({ to }) => to === lost.account)?.body).toContain(
    'A passkey of your staff account was removed',
  );
  await lost.again();
});

test('the factor of the last admin is reset on the command line, which is recorded too', async () => {
  const admin = await signInStaff(app, 'admin');
  const lines: string[] = [];
  const command = (...args: string[]) =>
    runCommand(args, {
      database: app.database,
      queues: app.ports.queues(),
      now: app.now,
      print: (line) => void lines.push(line),
      readPassword: async () => STAFF_PASSWORD,
      readUpload: async () => null,
    });
  await expect(command('reset-factor', admin.account)).rejects.toThrow('--why');
  await expect(command('reset-factor')).rejects.toThrow('e-mail');
  await expect(command('reset-factor', 'nobody@tessera.example', '--why', 'x')).rejects.toThrow('no staff account');
  await command('reset-factor', admin.account.toUpperCase(), '--why', 'Lost the phone');
  expect(lines.at(-1)).toContain('new second factor');
  expect((await actionsOn(admin.id)).at(-1)).toMatchObject({ action: 'member.reset_factor', reason: 'Lost the phone' });
  expect((await app.rejection('GET /staff/me', {}, { token: admin.token })).type).toBe('999');
  await enrolStaff(app, admin.account);
});
