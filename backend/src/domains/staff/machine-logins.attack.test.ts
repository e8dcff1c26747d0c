import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmAgain, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { cleanUpJob } from './clean-up.ts';
import { resetFactor } from './factor-reset.ts';
import { setDisabled } from './members.ts';
import { endRight, grantedRights, grantRight } from './release-rights.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RIGHTS = 'publish markets production\nramp markets production 10\nrelease markets production';

type Member = Awaited<ReturnType<typeof signInStaff>>;

let app: TestApp;
let ann: Member;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A developer who publishes markets and ramps it up to 20 %, in production. */
beforeEach(async () => {
  ann = await signInStaff(app, 'developer');
  for (const right of [{ action: 'publish', percent: null } as const, { action: 'ramp', percent: 20 } as const]) {
    await app.database.transaction((tx) =>
      grantRight(
        tx,
        ann.id,
        { ...right, remote: 'markets', environment: 'production', from: null, until: null },
        { by: ann.id, reason: 'test' },
        app.now(),
      ),
    );
  }
});

const begin = (rights = RIGHTS, name = 'cli-laptop') => app.ok('POST /staff/machines/login/begin', { name, rights });
const show = (code: string, by = ann) => app.ok('GET /staff/machines/login', { code }, { token: by.token });
const approve = (code: string, by = ann) => app.ok('POST /staff/machines/login/approve', { code }, { token: by.token });
const approvalRefused = async (code: string, by = ann) =>
  (await app.rejection('POST /staff/machines/login/approve', { code }, { token: by.token })).error;
const take = (device_code: string) => app.ok('POST /staff/machines/login/take', { device_code });
const takeRefused = async (device_code: string) =>
  (await app.rejection('POST /staff/machines/login/take', { device_code })).error;
const check = (token: string) => app.ok('POST /staff/machines/check', { token });

test('a command line gets what its member holds of what it asked for, once, for twelve hours', async () => {
  const { device_code, code, ask_every } = await begin();
  expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(ask_every).toBeGreaterThan(0);
  expect(await take(device_code)).toEqual({ state: 'waiting', token: null, expires_at: null });
  expect(await show(code.toLowerCase().replace('-', ' '))).toMatchObject({
    name: 'cli-laptop',
    from_here: true,
    hours: 12,
    rights: [
      { action: 'publish', held: true },
      { action: 'ramp', percent: 10, held: true },
      { action: 'release', held: false },
    ],
  });
  await approve(code);
  const { state, token, expires_at } = await take(device_code);
  expect(state).toBe('given');
  expect(expires_at).toBe(app.now() + 12 * HOUR);
  expect(await check(token ?? '')).toMatchObject({
    account: `cli-laptop of ${ann.account}`,
    rights: [
      { action: 'publish', remote: 'markets' },
      { action: 'ramp', remote: 'markets', percent: 10 },
    ],
  });
  expect((await app.ok('GET /staff/machines', {}, { token: ann.token })).list).toMatchObject([{ name: 'cli-laptop' }]);
  expect(await takeRefused(device_code)).toBe('session_invalid');
  app.advance(12 * HOUR);
  expect((await app.rejection('POST /staff/machines/check', { token: token ?? '' })).error).toBe('session_invalid');
});

test('neither code nor token is stored as it is', async () => {
  const { device_code, code } = await begin();
  await approve(code);
  const { token } = await take(device_code);
  const rows = await app.database.query<{ row: string }>(
    'select l::text as row from machine_login l union all select t::text from machine_token t',
  );
  const all = rows.map(({ row }) => row).join('\n');
  for (const secret of [device_code, code, code.replace('-', ''), token?.slice(4) ?? '-']) {
    expect(all).not.toContain(secret);
  }
});

test('two that take it at once get one token', async () => {
  const { device_code, code } = await begin();
  await approve(code);
  const outcomes = await Promise.all([1, 2, 3].map(() => app.call('POST /staff/machines/login/take', { device_code })));
  expect(outcomes.filter((outcome) => 'error' in outcome && outcome.error === 'session_invalid')).toHaveLength(2);
  expect((await app.ok('GET /staff/machines', {}, { token: ann.token })).list).toHaveLength(1);
});

test('the code takes nothing, and what takes the token approves nothing', async () => {
  const { device_code, code } = await begin();
  expect(await takeRefused(code)).toBe('session_invalid');
  expect(await takeRefused(code.replace('-', ''))).toBe('session_invalid');
  expect(await approvalRefused('BBBB-BBBB')).toBe('not_found');
  expect(await takeRefused(`${device_code}x`)).toBe('session_invalid');
});

test('a code is for one approval, in ten minutes, by a member with a fresh second factor', async () => {
  const first = await begin();
  await approve(first.code);
  const bob = await signInStaff(app, 'operator');
  expect(await approvalRefused(first.code, bob)).toBe('not_found');
  expect((await app.rejection('GET /staff/machines/login', { code: first.code }, { token: bob.token })).error).toBe(
    'not_found',
  );

  const late = await begin();
  app.advance(10 * MINUTE);
  await confirmAgain(app, ann);
  expect(await approvalRefused(late.code)).toBe('not_found');
  expect(await takeRefused(late.device_code)).toBe('session_invalid');
  expect(await takeRefused(first.device_code)).toBe('session_invalid');

  app.advance(CONFIRMED_FOR);
  const unproved = await begin();
  expect(await approvalRefused(unproved.code)).toBe('confirmation_required');
  await confirmAgain(app, ann);
  await approve(unproved.code);
});

test('of a ramp, a log-in gets as much as its member holds', async () => {
  const { device_code, code } = await begin('ramp markets production 100');
  expect(await show(code)).toMatchObject({ rights: [{ action: 'ramp', percent: 20, held: true }] });
  await approve(code);
  expect((await check((await take(device_code)).token ?? '')).rights).toMatchObject([{ action: 'ramp', percent: 20 }]);
});

test('of all environments, a log-in gets those that its member holds', async () => {
  const { device_code, code } = await begin('ramp markets * 100\npublish markets *\nrelease markets *');
  expect((await show(code)).rights).toMatchObject([
    { action: 'ramp', environment: 'production', percent: 20, held: true },
    { action: 'publish', environment: 'production', held: true },
    { action: 'release', environment: '*', held: false },
  ]);
  await approve(code);
  expect((await check((await take(device_code)).token ?? '')).rights).toMatchObject([
    { action: 'ramp', environment: 'production', percent: 20 },
    { action: 'publish', environment: 'production' },
  ]);

  const bob = await signInStaff(app, 'operator');
  const ofAll = await begin('ramp markets * 100\nrelease host *');
  await approve(ofAll.code, bob);
  expect((await check((await take(ofAll.device_code)).token ?? '')).rights).toMatchObject([
    { action: 'ramp', environment: '*', percent: 100 },
    { action: 'release', remote: 'host', environment: '*' },
  ]);
});

test('a member without any of the rights approves nothing', async () => {
  const { device_code, code } = await begin('release trading production\nsessions * production');
  expect(await approvalRefused(code)).toBe('forbidden');
  expect((await take(device_code)).state).toBe('waiting');
});

test('a log-in that is refused is told so, and cannot be approved', async () => {
  const { device_code, code } = await begin();
  await app.ok('POST /staff/machines/login/reject', { code }, { token: ann.token });
  expect(await take(device_code)).toEqual({ state: 'rejected', token: null, expires_at: null });
  expect(await approvalRefused(code)).toBe('not_found');
});

test.each([
  'publish markets',
  'pause spot production',
  'ramp markets production',
  Array(50).fill('publish a b').join('\n'),
])('rights that are none are refused: %#', async (rights) => {
  const { error } = await app.rejection('POST /staff/machines/login/begin', { name: 'cli', rights });
  expect(error).toBe('invalid_field');
});

test('what ends a member ends a log-in that was approved and not taken', async () => {
  const reset = await begin();
  await approve(reset.code);
  await app.database.transaction((tx) => resetFactor(tx, { id: ann.id, by: ann.id, reason: 'test' }, app.now()));
  expect(await takeRefused(reset.device_code)).toBe('session_invalid');

  const bob = await signInStaff(app, 'operator');
  const { device_code, code } = await begin('release markets production');
  await approve(code, bob);
  await setDisabled(app.database, bob.account, true, app.now());
  await setDisabled(app.database, bob.account, false, app.now());
  expect(await takeRefused(device_code)).toBe('session_invalid');
});

test('a right that ends meanwhile is not in the token', async () => {
  const { device_code, code } = await begin();
  await approve(code);
  for (const { id } of await grantedRights(app.database, ann.id)) {
    await app.database.transaction((tx) => endRight(tx, id, { by: ann.id, reason: 'test' }, app.now()));
  }
  expect((await check((await take(device_code)).token ?? '')).rights).toEqual([]);
});

test('a command line logs out: its token is none any more, and no other one', async () => {
  const tokens: string[] = [];
  for (const name of ['one', 'two']) {
    const { device_code, code } = await begin(RIGHTS, name);
    await approve(code);
    tokens.push((await take(device_code)).token ?? '');
  }
  const [one = '', two = ''] = tokens;
  await app.ok('POST /staff/machines/end', { token: one });
  await app.ok('POST /staff/machines/end', { token: one });
  await app.ok('POST /staff/machines/end', { token: ann.token });
  expect((await app.rejection('POST /staff/machines/check', { token: one })).error).toBe('session_invalid');
  await check(two);
  await app.ok('GET /staff/me', {}, { token: ann.token });
});

test('log-ins that are over are deleted', async () => {
  await begin();
  app.advance(10 * MINUTE + 1);
  const open = await begin();
  await cleanUpJob(app).run({} as never);
  const rows = await app.database.query<{ expires_at: number }>('select expires_at from machine_login');
  expect(rows).toEqual([{ expires_at: open.expires_at }]);
});
