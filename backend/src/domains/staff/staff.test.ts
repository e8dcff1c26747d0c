import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { claim, STAFF_PASSWORD, signInStaff, uploadOf } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { connectTo } from '../../../test/test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { forwardNotices } from '../../platform/events/forward-notices.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { CommandError, explain, runCommand } from './commands.ts';
import { STAFF_SESSION_LASTS } from './log-in.ts';
import { approveWaiting } from './sandbox.ts';

let app: TestApp;
let reviewer: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => {
  app = await createTestApp();
  reviewer = await signInStaff(app);
});
afterAll(async () => {
  // Whatever was decided here, the books balance.
  const audit = await auditLedger(app.database);
  await app.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

const balance = (person: Person) => userBalance(app.database, person.id, 'change', 'USDT');
const review = (payload: Record<string, unknown>, token = reviewer.token) =>
  app.call('POST /staff/deposit/review', payload, { token, idempotencyKey: 'review-key' });

const command = (...args: string[]): Promise<string> => commandOn(app.database, ...args);

async function commandOn(database: Database, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  const context = { database, now: app.now, print: (line: string) => void lines.push(line) };
  await runCommand(args, { ...context, readPassword: async () => STAFF_PASSWORD });
  return lines.join('\n');
}

test('an approved claim is credited from what came in, with who did it', async () => {
  const person = await signUp(app);
  const house = await houseBalance(app.database, 'deposits', 'USDT');
  const { id } = await claim(app, person);
  expect(await review({ id, decision: 'approve' })).toMatchObject({
    type: 'ok',
    message: { id, status: 'approved', credited: '120.5', reviewer: reviewer.name, user: { uid: person.uid } },
  });
  expect(await balance(person)).toBe('120.5');
  expect(Number(await houseBalance(app.database, 'deposits', 'USDT'))).toBe(Number(house) - 120.5);
  const [action] = await app.database.query('select staff_id, action, reason from staff_action where subject = $1', [
    `deposit:${id}`,
  ]);
  expect(action).toEqual({ staff_id: reviewer.id, action: 'deposit.approve', reason: null });
});

test('of many decisions about one claim at once a single one counts', async () => {
  const person = await signUp(app);
  const { id } = await claim(app, person);
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      review(turn % 3 ? { id, decision: 'approve' } : { id, decision: 'reject', reason: 'No payment found' }),
    ),
  );
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.type !== 'ok') expect(outcome.error).toBe('already_reviewed');
  const approved = outcomes.some((outcome) => outcome.type === 'ok' && outcome.message.status === 'approved');
  expect(await balance(person)).toBe(approved ? '120.5' : '0');
  const actions = await app.database.query('select from staff_action where subject = $1', [`deposit:${id}`]);
  expect(actions).toHaveLength(1);
});

test('what really came in may be credited instead of what was claimed', async () => {
  const person = await signUp(app);
  const { id } = await claim(app, person);
  expect(await review({ id, decision: 'approve', amount: '119.1234567' })).toMatchObject({
    error: 'field_too_precise',
    field: 'amount',
  });
  expect(await review({ id, decision: 'approve', amount: '119.5' })).toMatchObject({ type: 'ok' });
  expect(await balance(person)).toBe('119.5');
});

test('a rejected claim credits nothing, tells why, and frees its picture for another claim', async () => {
  const person = await signUp(app);
  const voucher = await uploadOf(app, person.id);
  const { id } = await claim(app, person, { voucher });
  expect(await review({ id, decision: 'reject' })).toMatchObject({ field: 'reason' });
  expect(await review({ id, decision: 'reject', reason: 'No payment found' })).toMatchObject({ type: 'ok' });
  expect(await balance(person)).toBe('0');
  const log = await app.ok('GET /recharge/log', {}, { token: person.token });
  expect(log.list[0]).toMatchObject({ status: 'rejected', reason: 'No payment found', credited: null });
  expect((await claim(app, person, { voucher })).status).toBe('pending');
});

test.each([
  [{ id: '999999', decision: 'approve' }, 'id'],
  [{ id: 'x', decision: 'approve' }, 'id'],
  [{ id: '1', decision: 'maybe' }, 'decision'],
  [{ id: '1', decision: 'approve', amount: '-1' }, 'amount'],
])('a review with %j is refused and names the field %s', async (payload, field) => {
  expect(await review(payload)).toMatchObject({ type: 'error', field });
});

test('users, guests and those who only support decide nothing', async () => {
  const person = await signUp(app);
  const support = await signInStaff(app, 'support');
  const { id } = await claim(app, person);
  for (const token of [person.token, 'x'.repeat(43)]) {
    expect(await review({ id, decision: 'approve' }, token)).toMatchObject({ type: '999' });
    expect(await app.refusal('GET /staff/deposit/list', {}, { token })).toMatchObject({ type: '999' });
  }
  expect(await review({ id, decision: 'approve' }, support.token)).toMatchObject({ error: 'forbidden' });
  expect((await app.ok('GET /staff/deposit/list', {}, { token: support.token })).total).toBeGreaterThan(0);
  expect((await app.refusal('GET /user/info', {}, { token: reviewer.token })).type).toBe('999');
});

test('the list shows the claim that has waited longest first', async () => {
  const person = await signUp(app);
  await claim(app, person);
  await claim(app, person);
  const { list } = await app.ok('GET /staff/deposit/list', { status: 'pending' }, { token: reviewer.token });
  const ids = list.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const all = await app.ok('GET /staff/deposit/list', { limit: 100 }, { token: reviewer.token });
  const states = all.list.map(({ status }) => status === 'pending');
  expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
});

test('five wrong passwords lock a staff account for a while, and who nobody is learns nothing', async () => {
  const { account } = await signInStaff(app);
  const attempt = (password: string, user_string = account) => app.call('POST /staff/login', { user_string, password });
  for (let turn = 0; turn < 5; turn += 1) expect(await attempt('wrong')).toMatchObject({ error: 'wrong_credentials' });
  expect(await attempt(STAFF_PASSWORD)).toMatchObject({ error: 'account_locked' });
  app.advance(15 * 60_000 + 1);
  expect(await attempt(STAFF_PASSWORD)).toMatchObject({ type: 'ok' });
  expect(await attempt('wrong', 'nobody@tessera.example')).toMatchObject({ error: 'wrong_credentials' });
  for (const nobody of ['command-line', 'sandbox']) {
    expect((await attempt('', nobody)).type).toBe('error');
    expect((await attempt('x', nobody)).type).toBe('error');
  }
});

test('a staff session ends with the working day', async () => {
  const { token } = await signInStaff(app);
  app.advance(STAFF_SESSION_LASTS + 1);
  expect((await app.refusal('GET /staff/deposit/list', {}, { token })).type).toBe('999');
  reviewer = await signInStaff(app);
});

test('a decision on the command line reaches the listeners of the running backend', async () => {
  const person = await signUp(app);
  const { id } = await claim(app, person);
  const heard: unknown[] = [];
  const both = new Promise<void>((done) => {
    app.accountEvents.listen((userId, event) => {
      if (userId === person.id) heard.push(event);
      if (heard.length === 2) done();
    });
  });
  const stop = await forwardNotices(app.database, app.accountEvents);
  expect(await command('deposits')).toContain(`#${id}`);
  // A process of its own, which no user is connected to.
  const elsewhere = connectTo(app.database.name);
  expect(await commandOn(elsewhere, 'approve', id)).toContain(`120.5 USDT credited to user ${person.uid}`);
  await both;
  await elsewhere.close();
  await stop();
  expect(heard).toEqual([{ kind: 'deposit', id, status: 'approved' }, { kind: 'balance' }]);
  expect(await balance(person)).toBe('120.5');
  const { list } = await app.ok('GET /staff/deposit/list', { status: 'approved' }, { token: reviewer.token });
  expect(list.find((each) => each.id === id)?.reviewer).toBe('command line');
  await expect(command('approve', id)).rejects.toMatchObject({ code: 'already_reviewed' });
});

test('the command line says what is missing', async () => {
  for (const args of [[], ['fly'], ['approve'], ['approve', 'x'], ['reject', '1'], ['deposits', '--status', 'lost']]) {
    await expect(command(...args), args.join(' ')).rejects.toThrow(CommandError);
  }
  await expect(command('approve', '1', '--amount', '0')).rejects.toThrow('above zero');
  await expect(command('create-staff', 'nobody', '--name', 'N', '--role', 'admin')).rejects.toThrow('e-mail');
  await expect(command('reject', '999999', '--why', 'gone')).rejects.toSatisfy(
    (error) => explain(error) === 'there is none with this id',
  );
});

test('staff made on the command line can sign in, and no second one under the same address', async () => {
  const account = 'mara@tessera.example';
  expect(await command('create-staff', account, '--name', 'Mara', '--role', 'reviewer')).toContain(account);
  const { staff } = await app.ok('POST /staff/login', { user_string: account, password: STAFF_PASSWORD });
  expect(staff).toMatchObject({ name: 'Mara', role: 'reviewer' });
  await expect(command('create-staff', account, '--name', 'M', '--role', 'admin')).rejects.toThrow('already');
});

async function identityRequest(person: Person, type: 1 | 2): Promise<string> {
  const [row] = await app.database.query<{ id: string }>(
    `insert into verification_request (user_id, real_type, id_type, name, card_id, submitted_at)
     values ($1, $2, 'passport', 'Ada Example', 'X1234567', to_timestamp($3::double precision / 1000)) returning id`,
    [person.id, type, app.now()],
  );
  return row?.id ?? '';
}
const levelOf = async (person: Person) =>
  (await app.ok('GET /user/info', {}, { token: person.token })).verification_level;

test('a verified identity raises the level, a failed one leaves it, and neither is decided twice', async () => {
  const person = await signUp(app);
  const first = await identityRequest(person, 1);
  expect(await command('identities')).toContain(`#${first}`);
  await expect(command('fail', first)).rejects.toThrow('why');
  await command('verify', first);
  expect(await levelOf(person)).toBe(1);
  const second = await identityRequest(person, 2);
  await command('fail', second, '--why', 'The picture is blurred');
  expect(await levelOf(person)).toBe(1);
  await expect(command('verify', second)).rejects.toMatchObject({ code: 'already_reviewed' });
});

test('the sandbox approves what has waited long enough and nothing younger', async () => {
  const person = await signUp(app);
  await approveWaiting(app.database, 0, app.now());
  const old = await claim(app, person);
  const identity = await identityRequest(person, 1);
  app.advance(10_000);
  const young = await claim(app, person);
  expect(await approveWaiting(app.database, 10_000, app.now())).toBe(2);
  const { list } = await app.ok('GET /recharge/log', {}, { token: person.token });
  expect(list.map(({ id, status }) => [id, status])).toEqual([
    [young.id, 'pending'],
    [old.id, 'approved'],
  ]);
  expect(await levelOf(person)).toBe(1);
  expect(identity).not.toBe('');
  expect(await approveWaiting(app.database, 10_000, app.now())).toBe(0);
});
