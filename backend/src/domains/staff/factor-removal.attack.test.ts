import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { enrolAuthenticator, enrolPasskey, setPayPassword } from '../../../test/factors.ts';
import { jobRun } from '../../../test/job-run.ts';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { confirmAgain, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { readSettings } from '../../platform/settings.ts';
import { runDueChanges } from '../../platform/staff-changes/run.ts';
import { NOTICE_TEXTS, type NoticeKind } from '../identity/notice-texts.ts';
import { QUIET_AFTER_STOP, tellEndedRemovals } from './factor-removal.ts';

/* What a thief with the mailbox, a bribed agent, a stranger and the owner can do with the removal of lost factors. */

type Member = Awaited<ReturnType<typeof signInStaff>>;
type Factor = Awaited<ReturnType<typeof enrolAuthenticator>>;
type Change = { readonly id: string; readonly hash: string };

const HOUR = 3_600_000;
const ENVIRONMENT = { STAFF_SESSION_IDLE_MINUTES: '480', PUBLIC_ORIGIN: 'http://localhost:8080' };

let nodes: readonly [TestApp, TestApp];
let app: TestApp;
let ida: Member;
let bo: Member;
let ann: Person;
let factor: Factor;
beforeAll(async () => {
  app = await createTestApp(ENVIRONMENT);
  nodes = [app, await createTestApp(ENVIRONMENT, {}, undefined, undefined, app)];
});
afterAll(async () => {
  await nodes[1].close();
  await app.close();
});
beforeEach(async () => {
  [ida, bo] = [await signInStaff(app, 'support'), await signInStaff(app, 'support')];
  ann = await signUp(app, { level: 1, funds: { change: { USDT: '1000' } } });
  factor = await enrolAuthenticator(app, ann);
});

const inputOf = ({ uid }: Person) => ({
  uid,
  authenticator: 0,
  passkeys: 0,
  recovery_codes: 0,
  reason: 'Showed the passport of the verification',
});
const ask = (person = ann, { token }: Member = ida) =>
  app.call('POST /staff/users/remove_factors', inputOf(person), { token, proposed: true });
const propose = async (person = ann, member = ida): Promise<Change> => {
  const outcome = await ask(person, member);
  if (outcome.type !== 'ok') throw new Error(outcome.error);
  return (outcome.message as unknown as { proposed: Change }).proposed;
};
const approve = ({ id, hash }: Change, { token }: Member = bo, node = app) =>
  node.call('POST /staff/changes/approve', { id, hash, reason: 'I compared it, too' }, { token });
const run = async (node = app) => {
  await runDueChanges(node, node.now(), jobRun());
  await tellEndedRemovals(node, node.now(), jobRun());
  await node.queue.drain();
};
const approved = async (): Promise<Change> => {
  const change = await propose();
  expect(await approve(change)).toMatchObject({ type: 'ok' });
  return change;
};
const stateOf = async ({ id }: Change) =>
  (
    await app.database.query<{ state: string; failure: string | null }>(
      'select state, failure from staff_change where id = $1',
      [id],
    )
  )[0];
const hasFactors = async ({ id }: Person = ann) =>
  (await app.database.query('select from authenticator where holder = $1', [`user:${id}`])).length > 0;
const mails = (kind: NoticeKind, to: string = ann.email) =>
  [...nodes[0].outbox, ...nodes[1].outbox].filter(
    (message) => message.to === to && message.subject === NOTICE_TEXTS[kind].en.subject,
  );
const tokenIn = (body: string): string => {
  const token = body.match(/keepFactors\?token=([\w-]{43})/)?.[1];
  if (token === undefined) throw new Error(`no link in ${body}`);
  return token;
};
const stop = (token: string, node = app) => node.call('POST /user/factors/keep', { token });
const logIn = (proof: object = {}) =>
  app.call('POST /user/login', { user_string: ann.email, password: PASSWORD, ...proof });

/** A passkey beside the authenticator, and the pause that it brings is over. */
async function another() {
  const added = await enrolPasskey(app, ann);
  await app.database.query('update user_account set withdrawals_blocked_until = null where id = $1', [ann.id]);
  return added;
}

it('takes two members and three days; then factors and sessions are gone, and nothing leaves the account', async () => {
  await setPayPassword(app, ann, '314158');
  const { device } = await another();
  await app.database.query(`update user_account set mobile = '4915112345678' where id = $1`, [ann.id]);
  const change = await propose();
  expect(mails('removal_begun')).toEqual([]);
  expect(await approve(change, ida)).toMatchObject({ error: 'second_member_required' });
  const outcomes = await Promise.all([approve(change), approve(change, bo, nodes[1])]);
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  const [mail] = mails('removal_begun');
  expect(mail?.body).toContain(ida.name);
  expect(mail?.body).toMatch(/Nov \d+, 2026/);
  expect(mails('removal_begun', '4915112345678').map(({ channel }) => channel)).toEqual(['sms']);
  expect(await app.ok('GET /safe/factors', {}, { token: ann.token })).toMatchObject({
    removal: { at: app.now() + 72 * HOUR, by: ida.name },
  });
  app.advance(72 * HOUR - 1);
  await run();
  expect(await hasFactors()).toBe(true);
  app.advance(1);
  await Promise.all(nodes.map(run));
  expect([await hasFactors(), await stateOf(change)]).toEqual([false, { state: 'done', failure: null }]);
  expect((await app.rejection('GET /safe/factors', {}, { token: ann.token })).type).toBe('999');
  expect(mails('removal_done')).toHaveLength(1);
  expect(mails('removal_stopped')).toEqual([]);
  const { options } = await app.ok('POST /user/passkey/begin');
  expect(await app.call('POST /user/passkey/login', { passkey: device.sign(options) })).toMatchObject({
    error: 'passkey_wrong',
  });
  expect(await logIn({ recovery_code: factor.recoveryCodes[0] })).toMatchObject({ type: 'ok' });
  // The pause is as long as the wait was: a new device alone would pause for a day.
  app.advance(71 * HOUR);
  const { message } = (await logIn()) as unknown as { message: { token: string } };
  const friend = await signUp(app);
  const sent = { account: friend.uid, currency_id: '3', number: '10', key: '314158' };
  expect(
    await app.call('POST /wallet/zhuanzhan', sent, {
      token: message.token,
      idempotencyKey: `after-removal-${ann.uid}`,
    }),
  ).toMatchObject({ error: 'withdrawals_paused' });
  const [{ until } = { until: 0 }] = await app.database.query<{ until: number }>(
    'select withdrawals_blocked_until as until from user_account where id = $1',
    [ann.id],
  );
  expect(until).toBeGreaterThan(app.now());
});

it('one member alone, of another role, in their own account, or by another hash removes nothing', async () => {
  const treasurer = await signInStaff(app, 'treasury');
  expect(await ask(ann, treasurer)).toMatchObject({ error: 'forbidden' });
  const change = await propose();
  expect(await propose()).toMatchObject({ id: change.id });
  expect(await approve(change, treasurer)).toMatchObject({ error: 'forbidden' });
  expect(await approve({ ...change, hash: 'a'.repeat(64) })).toMatchObject({ error: 'changed_meanwhile' });
  const own = await signUp(app, { level: 1, email: bo.account.replace('@', '+mine@') });
  await enrolAuthenticator(app, own);
  expect(await ask(own, bo)).toMatchObject({ error: 'own_request' });
  const other = await propose(own, ida);
  expect(await approve(other, bo)).toMatchObject({ error: 'own_request' });
  app.advance(200 * HOUR);
  await run();
  expect([await hasFactors(), await hasFactors(own)]).toEqual([true, true]);
  expect(await stateOf(change)).toMatchObject({ state: 'expired' });
});

it('is refused where there is no identity to compare, no factor, no such user, and within a day of a new password', async () => {
  const refused = async (person: Person) => (await ask(person)) as { error?: string };
  const stranger = await signUp(app, { level: 0 });
  await enrolAuthenticator(app, stranger);
  expect(await refused(stranger)).toMatchObject({ error: 'removal_unverified' });
  expect(await refused(await signUp(app, { level: 2 }))).toMatchObject({ error: 'factor_missing' });
  expect(await refused({ ...ann, uid: '1' })).toMatchObject({ error: 'not_found' });
  // The notice with the link that stops it would reach no contact.
  const alone = await signUp(app, { level: 1 });
  await enrolAuthenticator(app, alone);
  await app.database.query(`update user_account set email = null, shared_mobile = '4915112345679' where id = $1`, [
    alone.id,
  ]);
  expect(await refused(alone)).toMatchObject({ error: 'contact_missing', field: 'uid' });
  await app.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
    ann.id,
    new Date(app.now() + HOUR),
  ]);
  expect(await refused(ann)).toMatchObject({ error: 'withdrawals_paused' });
  app.advance(HOUR);
  await confirmAgain(app, ida);
  await propose();
});

it('the mailed link stops it once, without a log-in: not late, not forged, not that of another user', async () => {
  const change = await approved();
  const token = tokenIn(mails('removal_begun')[0]?.body ?? '');
  const ben = await signUp(app, { level: 1 });
  await enrolAuthenticator(app, ben);
  const others = await propose(ben);
  await approve(others);
  const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  expect(await stop(forged)).toMatchObject({ error: 'removal_link_invalid' });
  const outcomes = await Promise.all([stop(token), stop(token, nodes[1]), stop(token)]);
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  // Before the job has looked, too.
  app.advance(72 * HOUR);
  await Promise.all(nodes.map(run));
  expect([await hasFactors(), await stateOf(change)]).toEqual([true, { state: 'failed', failure: 'removal_stopped' }]);
  expect(mails('removal_stopped')).toHaveLength(1);
  const toldStaff = app.outbox.filter(({ to, subject }) => to === bo.account && /stopped by the user/.test(subject));
  expect([...toldStaff, ...nodes[1].outbox.filter(({ to }) => to === bo.account)]).toHaveLength(1);
  // The other user's went on, and its link is late.
  expect(await hasFactors(ben)).toBe(false);
  expect(await stop(tokenIn(mails('removal_begun', ben.email)[0]?.body ?? ''))).toMatchObject({
    error: 'removal_link_invalid',
  });
});

it('cannot be proposed again and again: one at a time, and none for a week after the user stopped one', async () => {
  await approved();
  expect(
    await app.call(
      'POST /staff/users/remove_factors',
      { ...inputOf(ann), reason: 'Again' },
      { token: bo.token, proposed: true },
    ),
  ).toMatchObject({ error: 'removal_open' });
  await app.ok('POST /safe/factors/keep', {}, { token: ann.token });
  expect(await app.call('POST /safe/factors/keep', {}, { token: ann.token })).toMatchObject({ error: 'not_found' });
  await run();
  expect(mails('removal_stopped')).toHaveLength(1);
  expect(await ask()).toMatchObject({ error: 'removal_stopped' });
  app.advance(QUIET_AFTER_STOP);
  const cleo = await signInStaff(app, 'reviewer');
  await propose(ann, cleo);
});

const USES: Readonly<Record<string, () => Promise<{ type: string }>>> = {
  'a code of the authenticator': () => logIn({ totp: factor.code() }),
  'a recovery code': () => logIn({ recovery_code: factor.recoveryCodes[0] }),
  'a confirmation in a session': async () => {
    app.advance(60_000);
    return app.call('POST /safe/confirm', { totp: factor.code() }, { token: ann.token });
  },
};
it.each(Object.keys(USES))('%s shows that it was not lost: proposed or approved, it ends', async (use) => {
  const change = await propose();
  if (use !== 'a recovery code') await approve(change);
  expect(await USES[use]?.()).toMatchObject({ type: 'ok' });
  if (use === 'a recovery code') expect(await approve(change)).toMatchObject({ error: 'removal_stopped' });
  app.advance(72 * HOUR);
  await Promise.all(nodes.map(run));
  expect(await hasFactors()).toBe(true);
  expect((await stateOf(change))?.state).toBe(use === 'a recovery code' ? 'withdrawn' : 'failed');
});

it('a passkey that is used stops it, a wrong code does not', async () => {
  const { device } = await another();
  const change = await approved();
  expect(await logIn({ totp: '000000' })).toMatchObject({ error: 'totp_wrong' });
  expect(await app.ok('GET /safe/factors', {}, { token: ann.token })).toMatchObject({ removal: { by: ida.name } });
  const { options } = await app.ok('POST /user/passkey/begin');
  await app.ok('POST /user/passkey/login', { passkey: device.sign(options) });
  expect(await app.ok('GET /safe/factors', {}, { token: ann.token })).toMatchObject({ removal: null });
  await run();
  expect(await stateOf(change)).toEqual({ state: 'failed', failure: 'removal_stopped' });
});

it('the factor and the removal at the same moment: one of both, never a session by a factor that is gone', async () => {
  const change = await approved();
  app.advance(72 * HOUR);
  const [outcome] = await Promise.all([logIn({ totp: factor.code() }), run(), run(nodes[1])]);
  await run();
  const { state } = (await stateOf(change)) ?? {};
  expect([state, await hasFactors()]).toEqual(
    outcome.type === 'ok' && state !== 'done' ? ['failed', true] : ['done', false],
  );
  const confirmed = await app.database.query(
    'select from session where user_id = $1 and ended_at is null and confirmed_at is not null',
    [ann.id],
  );
  if (state === 'done') expect(confirmed).toEqual([]);
});

it('a freeze, staff who reject it, and a member who is disabled end it; the user is told', async () => {
  const change = await approved();
  await app.ok('POST /user/freeze', {}, { token: ann.token });
  await run();
  expect(await stateOf(change)).toEqual({ state: 'failed', failure: 'removal_stopped' });
  const ben = await signUp(app, { level: 1 });
  await enrolAuthenticator(app, ben);
  const rejected = await propose(ben);
  await approve(rejected);
  await app.ok(
    'POST /staff/changes/end',
    { id: rejected.id, reason: 'The picture is another person' },
    { token: bo.token },
  );
  await run();
  const token = tokenIn(mails('removal_begun', ben.email)[0]?.body ?? '');
  expect(await stop(token)).toMatchObject({ error: 'removal_link_invalid' });
  expect(mails('removal_stopped', ben.email)).toHaveLength(1);
  // What staff ended may be proposed again.
  const again = await propose(ben);
  await approve(again);
  await app.database.query('update staff_member set disabled = true where id = $1', [ida.id]);
  app.advance(72 * HOUR);
  await run();
  expect([await stateOf(again), await hasFactors(ben)]).toEqual([{ state: 'failed', failure: 'member_left' }, true]);
  expect(mails('removal_stopped', ben.email)).toHaveLength(2);
});

it('one whose end cannot be told holds up no other one', async () => {
  const stuck = await propose();
  const ben = await signUp(app, { level: 1 });
  await enrolAuthenticator(app, ben);
  const other = await propose(ben);
  await app.database.query(`update factor_removal set stopped_by = 'session' where change_id = any($1)`, [
    [stuck.id, other.id],
  ]);
  await app.database.query(
    `create function refuse_to_close() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`,
  );
  await app.database.query(
    `create trigger stuck before update on factor_removal
       for each row when (new.change_id = ${Number(stuck.id)}) execute function refuse_to_close()`,
  );
  try {
    await tellEndedRemovals(app, app.now(), jobRun());
  } finally {
    await app.database.query('drop trigger stuck on factor_removal');
  }
  expect([(await stateOf(stuck))?.state, (await stateOf(other))?.state]).toEqual(['proposed', 'withdrawn']);
  await run();
  expect((await stateOf(stuck))?.state).toBe('withdrawn');
});

it('support reads the changes that it may decide, with what is there now and what would be left', async () => {
  const treasurer = await signInStaff(app, 'treasury');
  await app.call(
    'POST /staff/house/fund',
    { account: 'promotions', currency: 'USDT', amount: '1', from: 'capital', reference: `x-${ann.uid}`, reason: 'x' },
    { token: treasurer.token, proposed: true },
  );
  // More than a list holds.
  await app.database.query(
    `insert into staff_change (call, input, hash, summary, reason, proposed_by, proposed_at, expires_at)
     select call, input, lpad(n::text, 64, '0'), summary, reason, proposed_by, proposed_at, expires_at
       from staff_change, generate_series(1, 200) n where call = 'POST /staff/house/fund'`,
  );
  const { id } = await propose();
  const { list } = await app.ok('GET /staff/changes', {}, { token: bo.token });
  expect(new Set(list.map(({ call }) => call))).toEqual(new Set(['POST /staff/users/remove_factors']));
  const shown = list.find((each) => each.id === id);
  expect(shown).toMatchObject({ actions: ['approve', 'reject'], delay_ms: 72 * HOUR });
  expect(shown?.subject).toContain('level 1');
  expect(shown?.terms).toContainEqual({ name: 'authenticator', before: '1', after: '0' });
  expect(shown?.terms).toContainEqual({ name: 'recovery_codes', before: '10', after: '0' });
});

it('the wait is never shorter than a day', () => {
  const hours = (value: string) => readSettings({ FACTOR_REMOVAL_HOURS: value }).factorRemovalDelayMs / HOUR;
  expect([hours('24'), hours('')]).toEqual([24, 72]);
  for (const value of ['23', '0', '721', '-1']) expect(() => hours(value)).toThrow('FACTOR_REMOVAL_HOURS');
});
