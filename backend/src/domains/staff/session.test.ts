import { staffRoles } from '@tessera/api/kit';
import { rightsOfRole } from '@tessera/api/kit/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { claim, enrolStaff, STAFF_PASSWORD, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { runCommand } from './commands.ts';
import { STAFF_SESSION_LASTS } from './log-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.each(staffRoles)('%s gets the signed-in member, role and expiry', async (role) => {
  const { id, account, name, token } = await signInStaff(app, role);
  expect(await app.ok('GET /staff/me', {}, { token })).toEqual({
    id,
    account,
    name,
    role,
    expires_at: app.now() + STAFF_SESSION_LASTS,
    rights: rightsOfRole(role),
    idle_ms: 30 * 60_000,
  });
});

test('other tokens are not staff sessions', async () => {
  const person = await signUp(app);
  for (const options of [{}, { token: person.token }, { token: 'x'.repeat(43) }]) {
    expect(await app.rejection('GET /staff/me', {}, options)).toMatchObject({ type: '999', error: 'session_invalid' });
    expect(await app.rejection('POST /staff/logout', {}, options)).toMatchObject({ type: '999' });
  }
});

test('logging out ends this session and no other of the same member', async () => {
  const { account, token, again } = await signInStaff(app, 'operator');
  const elsewhere = await again();
  await app.ok('POST /staff/logout', {}, { token });
  expect(await app.rejection('GET /staff/me', {}, { token })).toMatchObject({ type: '999' });
  expect(await app.rejection('POST /staff/logout', {}, { token })).toMatchObject({ type: '999' });
  expect(await app.ok('GET /staff/me', {}, { token: elsewhere.token })).toMatchObject({ account });
});

test('a member who is disabled, or whose day is over, is signed in no more', async () => {
  const { account, token } = await signInStaff(app, 'operator');
  await app.database.query('update staff_member set disabled = true where account = $1', [account]);
  expect((await app.rejection('GET /staff/me', {}, { token })).type).toBe('999');
  const other = await signInStaff(app, 'operator');
  for (let half = 0; half < 2 * 8 * 2 - 1; half += 1) {
    app.advance(15 * 60_000);
    await app.ok('GET /staff/me', {}, { token: other.token });
  }
  app.advance(15 * 60_000);
  expect((await app.rejection('GET /staff/me', {}, { token: other.token })).type).toBe('999');
});

test('a session that was not used for half an hour has ended', async () => {
  const { token } = await signInStaff(app, 'reviewer');
  app.advance(30 * 60_000 - 1);
  expect((await app.call('GET /staff/me', {}, { token })).type).toBe('ok');
  app.advance(30 * 60_000 - 1);
  expect((await app.call('GET /staff/me', {}, { token })).type).toBe('ok');
  app.advance(30 * 60_000);
  expect((await app.call('GET /staff/me', {}, { token })).type).toBe('999');
});

test('an operator made on the command line signs in, but cannot decide about money', async () => {
  const account = 'odo@tessera.example';
  const context = {
    database: app.database,
    queues: app.ports.queues(),
    now: app.now,
    print: () => undefined,
    readUpload: async () => null,
  };
  await runCommand(['create-staff', account, '--name', 'Odo', '--role', 'operator'], {
    ...context,
    readPassword: async () => STAFF_PASSWORD,
  });
  const { token, staff } = await enrolStaff(app, account);
  expect(staff).toMatchObject({ name: 'Odo', role: 'operator' });
  const { id } = await claim(app, await signUp(app));
  expect(await app.rejection('POST /staff/queue/approve', { queue: 'deposit', id }, { token })).toMatchObject({
    error: 'forbidden',
  });
});

test('the database accepts no other role', async () => {
  await expect(
    app.database.query(
      `insert into staff_member (account, name, role, password_hash, created_at) values ('x@y.zz', 'X', 'owner', '', now())`,
    ),
  ).rejects.toMatchObject({ constraint: 'staff_member_role_check' });
});
