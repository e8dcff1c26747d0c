import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmAgain, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { setDisabled } from './members.ts';
import { endRight, grantedRights, grantRight } from './release-rights.ts';
import { takeOutOfStaff } from './take-out.ts';

const DAY = 24 * 3_600_000;

type Member = Awaited<ReturnType<typeof signInStaff>>;

let app: TestApp;
let ann: Member;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const grant = (
  { id }: Member,
  action: 'publish' | 'ramp' | 'release',
  remote: string,
  change: { readonly percent?: number; readonly until?: number; readonly environment?: string } = {},
) =>
  app.database.transaction((tx) =>
    grantRight(
      tx,
      id,
      { action, remote, environment: 'production', percent: null, from: null, until: null, ...change },
      { by: id, reason: 'test' },
      app.now(),
    ),
  );

/** A developer who publishes markets and ramps it up to 10 %, in production. */
beforeEach(async () => {
  ann = await signInStaff(app, 'developer');
  await grant(ann, 'publish', 'markets');
  await grant(ann, 'ramp', 'markets', { percent: 10 });
});

const create = (rights: string, { token }: Pick<Member, 'token'> = ann, days = 30) =>
  app.ok('POST /staff/machines/create', { name: 'ci', rights, days }, { token });
const refusal = async (rights: string, { token }: Pick<Member, 'token'> = ann) =>
  (await app.rejection('POST /staff/machines/create', { name: 'ci', rights, days: 30 }, { token })).error;
const check = (token: string) => app.ok('POST /staff/machines/check', { token });
const checkRefused = async (token: string) => (await app.rejection('POST /staff/machines/check', { token })).error;
const listed = async ({ token }: Pick<Member, 'token'>) => (await app.ok('GET /staff/machines', {}, { token })).list;

test('a machine has the rights that it was made with; its token is stored hashed, and never shown again', async () => {
  const { id, token, expires_at } = await create('publish markets production\nramp markets production 5');
  expect(expires_at).toBe(app.now() + 30 * DAY);
  expect(await check(token)).toEqual({
    account: `ci of ${ann.account}`,
    rights: [
      { action: 'publish', remote: 'markets', environment: 'production', percent: null, from: null, until: expires_at },
      { action: 'ramp', remote: 'markets', environment: 'production', percent: 5, from: null, until: expires_at },
    ],
  });
  const [row] = await listed(ann);
  expect(row).toMatchObject({ id, name: 'ci', member: ann.account, last_used_at: app.now(), revoked_at: null });
  expect(JSON.stringify(await listed(ann))).not.toContain(token);
  const stored = await app.database.query<{ row: string }>('select t::text as row from machine_token t where id = $1', [
    id,
  ]);
  expect(stored[0]?.row).not.toContain(token.slice(4));
});

test.each([
  ['release markets production', 'forbidden'],
  ['publish trading production', 'forbidden'],
  ['publish host production', 'forbidden'],
  ['publish * production', 'forbidden'],
  ['publish markets staging', 'forbidden'],
  ['publish markets *', 'forbidden'],
  ['ramp markets production 10.01', 'forbidden'],
  ['publish markets production\npublish trading production', 'forbidden'],
  ['publish markets', 'invalid_field'],
  ['publish markets production 10', 'invalid_field'],
  ['ramp markets production', 'invalid_field'],
  ['ramp markets production 0', 'invalid_field'],
  ['pause spot production', 'invalid_field'],
  ['publish markets production,', 'invalid_field'],
])('none is made for more than its member may do: %j', async (rights, error) => {
  expect(await refusal(rights)).toBe(error);
  expect(await listed(ann)).toEqual([]);
});

test('none is made without a fresh second factor', async () => {
  app.advance(CONFIRMED_FOR);
  expect(await refusal('publish markets production')).toBe('confirmation_required');
  await confirmAgain(app, ann);
  await create('publish markets production');
});

test('one that is revoked, expired, unknown, or of a disabled member is none', async () => {
  const { id, token } = await create('publish markets production');
  for (const other of ['tsm_x', token.slice(0, -1), `${token}x`, token.slice(4), ann.token]) {
    expect(await checkRefused(other)).toBe('session_invalid');
  }
  await app.ok('POST /staff/machines/revoke', { id, reason: 'lost' }, { token: ann.token });
  expect(await checkRefused(token)).toBe('session_invalid');
  expect(await listed(ann)).toMatchObject([{ id, revoked_at: app.now() }]);
  const again = { id, reason: 'lost' };
  expect(await app.rejection('POST /staff/machines/revoke', again, { token: ann.token })).toMatchObject({
    error: 'not_found',
  });

  const short = await create('publish markets production', ann, 1);
  await check(short.token);
  app.advance(DAY);
  expect(await checkRefused(short.token)).toBe('session_invalid');

  const bob = await signInStaff(app, 'developer');
  await grant(bob, 'publish', 'markets');
  const ofBob = await create('publish markets production', bob);
  await setDisabled(app.database, bob.account, true, app.now());
  expect(await checkRefused(ofBob.token)).toBe('session_invalid');
});

test('a machine loses at once what its member loses', async () => {
  const { token } = await create('publish markets production, ramp markets production 10');
  const [publish] = await grantedRights(app.database, ann.id);
  await app.database.transaction((tx) => endRight(tx, publish?.id ?? '', { by: ann.id, reason: 'test' }, app.now()));
  expect((await check(token)).rights.map(({ action }) => action)).toEqual(['ramp']);
  const bob = await signInStaff(app, 'developer');
  await grant(bob, 'publish', 'markets', { until: app.now() + DAY });
  const ofBob = await create('publish markets production', bob);
  expect((await check(ofBob.token)).rights).toHaveLength(1);
  app.advance(DAY);
  expect((await check(ofBob.token)).rights).toEqual([]);
});

test('members see and revoke their own; admins those of all', async () => {
  const { id } = await create('publish markets production');
  const bob = await signInStaff(app, 'developer');
  expect(await listed(bob)).toEqual([]);
  const reason = { id, reason: 'x' };
  expect(await app.rejection('POST /staff/machines/revoke', reason, { token: bob.token })).toMatchObject({
    error: 'not_found',
  });
  const admin = await signInStaff(app, 'admin');
  expect((await listed(admin)).map((row) => row.id)).toContain(id);
  await app.ok('POST /staff/machines/revoke', reason, { token: admin.token });
  const actions = await app.database.query('select from staff_action where subject = $1', [`machine:${id}`]);
  expect(actions).toHaveLength(2);
});

test('a machine opens no call of the staff', async () => {
  const { token } = await create('publish markets production');
  for (const call of ['GET /staff/me', 'GET /staff/machines', 'GET /staff/queues'] as const) {
    expect(await app.rejection(call, {}, { token })).toMatchObject({ error: 'session_invalid' });
  }
});

test('operators and admins pass on what their role has, and publish only where it was granted', async () => {
  const operator = await signInStaff(app, 'operator');
  await create('release * production\nrollback host *', operator);
  expect(await refusal('publish markets production', operator)).toBe('forbidden');
});

test('what ends the sessions of a member ends the tokens that were made with them, and the member is told of each', async () => {
  const bob = await signInStaff(app, 'developer');
  await grant(bob, 'publish', 'markets');
  const { token } = await create('publish markets production', bob);
  expect(app.outbox.findLast(({ to }) => to === bob.account)?.body).toContain('publish markets production');
  const at = app.now();
  await app.database.transaction((tx) => takeOutOfStaff(tx, { from: at - DAY, until: at - 3_600_000 }, at));
  expect((await check(token)).rights).toHaveLength(1);
  await app.database.transaction((tx) => takeOutOfStaff(tx, { from: at - 60_000, until: at + 60_000 }, at));
  expect(await checkRefused(token)).toBe('session_invalid');
  const carl = await signInStaff(app, 'developer');
  await grant(carl, 'publish', 'markets');
  const ofCarl = await create('publish markets production', carl);
  await setDisabled(app.database, carl.account, true, app.now());
  await setDisabled(app.database, carl.account, false, app.now());
  expect(await checkRefused(ofCarl.token)).toBe('session_invalid');
});
