import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { StaffRole } from '@tessera/api/kit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../../../test/factors.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { claim, enrolStaff, STAFF_PASSWORD, signInStaff, uploadOf } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { connectTo } from '../../../test/test-database.ts';
import { uploaded } from '../../../test/upload-picture.ts';
import type { Database } from '../../platform/db/database.ts';
import { forwardNotices } from '../../platform/events/forward-notices.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { createVault } from '../../platform/uploads/vault.ts';
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
  // After all decisions, the ledger balances.
  const audit = await auditLedger(app.database);
  await app.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

const balance = (person: Person) => userBalance(app.database, person.id, 'change', 'USDT');
const approve = (payload: Record<string, unknown>, token = reviewer.token) =>
  app.call('POST /staff/queue/approve', { queue: 'deposit', ...payload }, { token });
const reject = (payload: Record<string, unknown>, token = reviewer.token) =>
  app.call('POST /staff/queue/reject', { queue: 'deposit', ...payload }, { token });
const list = (payload: Record<string, unknown> = {}, token = reviewer.token) =>
  app.ok('GET /staff/queue/list', { queue: 'deposit', ...payload }, { token });

const command = (...args: string[]): Promise<string> => commandOn(app.database, ...args);

async function commandOn(database: Database, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const readPassword = async () => STAFF_PASSWORD;
  const vault = createVault(app.settings);
  await runCommand(args, {
    database,
    queues: app.ports.queues(),
    now: app.now,
    print,
    readPassword,
    readUpload: vault.read,
  });
  return lines.join('\n');
}

const actionsOn = (subject: string) =>
  app.database.query<{ staff_id: string; action: string; reason: string | null }>(
    'select staff_id, action, reason from staff_action where subject = $1 order by id',
    [subject],
  );

test('an approved claim is credited from what came in, with who did it', async () => {
  const person = await signUp(app);
  const house = await houseBalance(app.database, 'deposits', 'USDT');
  const { id } = await claim(app, person);
  expect(await approve({ id })).toMatchObject({
    type: 'ok',
    message: { queue: 'deposit', id, status: 'approved', reviewer: reviewer.name, user: { uid: person.uid } },
  });
  expect(await balance(person)).toBe('120.5');
  expect(Number(await houseBalance(app.database, 'deposits', 'USDT'))).toBe(Number(house) - 120.5);
  expect(await actionsOn(`deposit:${id}`)).toEqual([
    { staff_id: reviewer.id, action: 'deposit.approve', reason: null },
  ]);
});

test('of concurrent decisions about a claim one counts, and credits once', async () => {
  const person = await signUp(app);
  const other = await signInStaff(app);
  const { id } = await claim(app, person);
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => {
      const { token } = turn % 2 ? reviewer : other;
      return turn % 3 ? approve({ id }, token) : reject({ id, reason: 'No payment found' }, token);
    }),
  );
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.type !== 'ok') expect(outcome.error).toBe('already_reviewed');
  const approved = outcomes.some((outcome) => outcome.type === 'ok' && outcome.message.status === 'approved');
  expect(await balance(person)).toBe(approved ? '120.5' : '0');
  expect(await actionsOn(`deposit:${id}`)).toHaveLength(1);
});

test('the received amount can be credited instead of the claimed one', async () => {
  const person = await signUp(app);
  const { id } = await claim(app, person);
  expect(await approve({ id, amount: '119.1234567' })).toMatchObject({ error: 'field_too_precise', field: 'amount' });
  expect(await approve({ id, amount: '119.5' })).toMatchObject({ type: 'ok' });
  expect(await balance(person)).toBe('119.5');
});

test('a rejected claim credits nothing, states why, and frees its picture for another claim', async () => {
  const person = await signUp(app);
  const voucher = await uploadOf(app, person.id);
  const { id } = await claim(app, person, { voucher });
  for (const reason of [undefined, '', '   ']) expect(await reject({ id, reason })).toMatchObject({ field: 'reason' });
  expect(await reject({ id, reason: 'No payment found' })).toMatchObject({ type: 'ok' });
  expect(await balance(person)).toBe('0');
  const log = await app.ok('GET /recharge/log', {}, { token: person.token });
  expect(log.list[0]).toMatchObject({ status: 'rejected', reason: 'No payment found', credited: null });
  expect((await claim(app, person, { voucher })).status).toBe('pending');
  expect(await actionsOn(`deposit:${id}`)).toEqual([
    { staff_id: reviewer.id, action: 'deposit.reject', reason: 'No payment found' },
  ]);
});

test.each([
  [{ id: '999999' }, 'id'],
  [{ id: 'x' }, 'id'],
  [{ id: '1', queue: 'wish' }, 'queue'],
  [{ id: '1', queue: '' }, 'queue'],
  [{ id: '1', amount: '-1' }, 'amount'],
])('an approval with %j is rejected and names the field %s', async (payload, field) => {
  expect(await approve(payload)).toMatchObject({ type: 'error', field });
});

test('users, guests and those who only support decide nothing', async () => {
  const person = await signUp(app);
  const support = await signInStaff(app, 'support');
  const operator = await signInStaff(app, 'operator');
  const { id } = await claim(app, person);
  const item = { queue: 'deposit', id };
  for (const token of [person.token, 'x'.repeat(43)]) {
    expect(await approve({ id }, token)).toMatchObject({ type: '999' });
    expect(await app.rejection('GET /staff/queue/list', { queue: 'deposit' }, { token })).toMatchObject({
      type: '999',
    });
    expect(await app.rejection('GET /staff/queues', {}, { token })).toMatchObject({ type: '999' });
  }
  for (const { token } of [support, operator]) {
    expect(await approve({ id }, token)).toMatchObject({ error: 'forbidden' });
    expect(await reject({ id, reason: 'No' }, token)).toMatchObject({ error: 'forbidden' });
    expect(await app.rejection('POST /staff/queue/claim', item, { token })).toMatchObject({ error: 'forbidden' });
  }
  expect((await list({}, support.token)).total).toBeGreaterThan(0);
  expect(await app.rejection('GET /staff/queue/show', item, { token: operator.token })).toMatchObject({
    error: 'forbidden',
  });
  expect((await app.rejection('GET /user/info', {}, { token: reviewer.token })).type).toBe('999');
  expect(await actionsOn(`deposit:${id}`)).toEqual([]);
});

test('each member sees the queues of their right, with how many items wait', async () => {
  await claim(app, await signUp(app));
  const queuesOf = async (role: StaffRole) =>
    (await app.ok('GET /staff/queues', {}, { token: (await signInStaff(app, role)).token })).list;
  const waiting = (await list({ status: 'pending' })).total;
  const actions = ['read', 'claim', 'approve', 'confirm', 'reject'];
  expect(await queuesOf('admin')).toEqual(
    expect.arrayContaining([
      { queue: 'deposit', waiting, actions, may_decide: true, amount: true },
      { queue: 'identity', waiting: expect.any(Number), actions, may_decide: true, amount: false },
    ]),
  );
  const ofSupport = await queuesOf('support');
  expect(ofSupport.length).toBeGreaterThan(2);
  expect(ofSupport.filter(({ may_decide }) => may_decide)).toEqual([]);
  expect(await queuesOf('operator')).toEqual([]);
});

test('the list shows the claim that has waited longest first', async () => {
  const person = await signUp(app);
  await claim(app, person);
  await claim(app, person);
  const ids = (await list({ status: 'pending' })).list.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const states = (await list({ limit: 100 })).list.map(({ status }) => status === 'pending');
  expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
});

test('after five wrong passwords a new device needs a proof, and accounts without a password cannot log in', async () => {
  const { account } = await signInStaff(app);
  const attempt = (password: string, user_string = account) => app.call('POST /staff/login', { user_string, password });
  for (let turn = 0; turn < 5; turn += 1) expect(await attempt('wrong')).toMatchObject({ error: 'wrong_credentials' });
  expect(await attempt(STAFF_PASSWORD)).toMatchObject({ error: 'proof_required' });
  await command('enable-staff', account);
  expect(await attempt(STAFF_PASSWORD)).toMatchObject({ error: 'totp_required' });
  expect(await attempt('wrong', 'nobody@tessera.example')).toMatchObject({ error: 'wrong_credentials' });
  for (const nobody of ['command-line', 'sandbox']) {
    expect((await attempt('', nobody)).type).toBe('error');
    expect((await attempt('x', nobody)).type).toBe('error');
  }
});

test('a staff session ends with the working day', async () => {
  const { token } = await signInStaff(app);
  app.advance(STAFF_SESSION_LASTS + 1);
  expect((await app.rejection('GET /staff/queues', {}, { token })).type).toBe('999');
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
  expect(await command('list', 'deposit')).toContain(`#${id}`);
  // A separate process, which no user is connected to.
  const elsewhere = connectTo(app.database);
  const printed = await commandOn(elsewhere, 'approve', 'deposit', id);
  expect(printed).toContain(`#${id} approved  user ${person.uid}`);
  expect(printed).toContain('credited 120.5');
  await both;
  await elsewhere.close();
  await stop();
  expect(heard).toEqual([{ kind: 'deposit', id, status: 'approved' }, { kind: 'balance' }]);
  expect(await balance(person)).toBe('120.5');
  const { list: approved } = await list({ status: 'approved' });
  expect(approved.find((each) => each.id === id)?.reviewer).toBe('command line');
  await expect(command('approve', 'deposit', id)).rejects.toMatchObject({ code: 'already_reviewed' });
});

test('the command line reports what is missing', async () => {
  const wrong = [
    [],
    ['fly'],
    ['list'],
    ['list', 'wishes'],
    ['list', 'deposit', '--status', 'lost'],
    ['approve', 'deposit'],
    ['approve', 'deposit', 'x'],
    ['reject', 'deposit', '1'],
    ['reject', 'deposit', '1', '--why', ' '],
    ['approve', 'identity', '1', '--amount', '5'],
  ];
  for (const args of wrong) await expect(command(...args), args.join(' ')).rejects.toThrow(CommandError);
  await expect(command('approve', 'deposit', '1', '--amount', '0')).rejects.toThrow('above zero');
  await expect(command('create-staff', 'nobody', '--name', 'N', '--role', 'admin')).rejects.toThrow('e-mail');
  await expect(command('reject', 'deposit', '999999', '--why', 'gone')).rejects.toSatisfy(
    (error) => explain(error) === 'there is none with this id',
  );
});

test('the command line shows queues, their items, and one item with its pictures', async () => {
  const person = await signUp(app);
  const voucher = await uploadOf(app, person.id);
  const { id } = await claim(app, person, { voucher });
  expect(await command('queues')).toMatch(/^deposit: [1-9]\d* pending$/m);
  const shown = await command('show', 'deposit', id);
  for (const text of [`#${id}`, person.uid, person.email, 'amount 120.5', 'currency USDT', voucher]) {
    expect(shown).toContain(text);
  }
});

test('the command line writes the pictures of an item into a folder, and records the view', async () => {
  const person = await signUp(app);
  const { id } = await claim(app, person, { voucher: await uploaded(app, person.token) });
  const to = join(app.settings.dataDir, 'review');
  const path = await command('pictures', 'deposit', id, '--to', to);
  expect(dirname(path)).toBe(to);
  expect((await sharp(await readFile(path)).metadata()).format).toBe('jpeg');
  expect(await actionsOn(`deposit:${id}`)).toMatchObject([{ action: 'deposit.view', reason: basename(path) }]);
  await expect(command('pictures', 'deposit', id)).rejects.toThrow('--to');
  const lost = await claim(app, person);
  await expect(command('pictures', 'deposit', lost.id, '--to', to)).rejects.toThrow('not in the storage');
});

test('staff made on the command line can sign in, and no second one under the same address', async () => {
  const account = 'mara@tessera.example';
  expect(await command('create-staff', account, '--name', 'Mara', '--role', 'reviewer')).toContain(account);
  const { staff } = await enrolStaff(app, account);
  expect(staff).toMatchObject({ name: 'Mara', role: 'reviewer' });
  await expect(command('create-staff', account, '--name', 'M', '--role', 'admin')).rejects.toThrow('already');
});

test('a member is disabled and enabled on the command line, and the former sessions stay ended', async () => {
  const { account, token, again } = await signInStaff(app);
  expect(await command('disable-staff', account)).toBe(`${account} is disabled`);
  const attempt = () => app.call('POST /staff/login', { user_string: account, password: STAFF_PASSWORD });
  expect(await attempt()).toMatchObject({ error: 'wrong_credentials' });
  expect(await command('enable-staff', account.toUpperCase())).toContain('is enabled');
  expect((await app.rejection('GET /staff/me', {}, { token })).type).toBe('999');
  expect(await again()).toMatchObject({ staff: { id: expect.any(String) } });
  for (const nobody of ['command-line', 'sandbox', 'nobody@tessera.example']) {
    await expect(command('enable-staff', nobody)).rejects.toThrow('there is no staff account');
  }
});

test('on the command line a credit above the claim waits for a second member', async () => {
  const person = await signUp(app);
  const { id } = await claim(app, person, { txid: '' });
  await expect(command('approve', 'deposit', id)).rejects.toSatisfy(
    (error) => explain(error) === 'the transaction id is missing: --txid',
  );
  const txid = 'ab'.repeat(32);
  await expect(command('approve', 'deposit', id, '--txid', 'x')).rejects.toThrow('txid_invalid');
  const more = ['approve', 'deposit', id, '--txid', txid, '--amount', '121'];
  expect(await command(...more)).toContain('pending, waits for a second member');
  await expect(command(...more)).rejects.toSatisfy(
    (error) => explain(error) === 'it needs the approval of another member',
  );
  expect(await approve({ id, txid, amount: '121' })).toMatchObject({ message: { status: 'approved' } });
  expect(await balance(person)).toBe('121');
  expect((await actionsOn(`deposit:${id}`)).map(({ action, reason }) => [action, reason])).toEqual([
    ['deposit.first-approve', `amount 121; txid ${txid}`],
    ['deposit.approve', `amount 121; txid ${txid}`],
  ]);
});

async function identityRequest(person: Person, type: 1 | 2, document = person): Promise<string> {
  const [row] = await app.database.query<{ id: string }>(
    `insert into verification_request (user_id, real_type, id_type, name, card_id, submitted_at)
     values ($1, $2, 'passport', 'Ada Example', 'X12' || $4::text, $3) returning id`,
    [person.id, type, new Date(app.now()), document.uid],
  );
  return row?.id ?? '';
}
const levelOf = async (person: Person) =>
  (await app.ok('GET /user/info', {}, { token: person.token })).verification_level;

test('a verified identity raises the level, a failed one leaves it, and neither is decided twice', async () => {
  const person = await signUp(app);
  const first = await identityRequest(person, 1);
  expect(await command('list', 'identity')).toContain(`#${first}`);
  await expect(command('reject', 'identity', first)).rejects.toThrow('why');
  await command('approve', 'identity', first);
  expect(await levelOf(person)).toBe(1);
  const second = await identityRequest(person, 2);
  await command('reject', 'identity', second, '--why', 'The picture is blurred');
  expect(await levelOf(person)).toBe(1);
  await expect(command('approve', 'identity', second)).rejects.toMatchObject({ code: 'already_reviewed' });
});

test('the sandbox rejects the second claim of one payment, which holds up none behind it', async () => {
  await approveWaiting(app.database, app.ports.queues(), 0, app.now());
  const [one, two] = [await signUp(app), await signUp(app)];
  const txid = '5a'.repeat(32);
  const claims = [await claim(app, one, { txid }), await claim(app, two, { txid }), await claim(app, two)];
  app.advance(10_000);
  expect(await approveWaiting(app.database, app.ports.queues(), 10_000, app.now())).toBe(3);
  const decided = await app.database.query<{ status: string }>(
    'select status from deposit_claim where id = any($1) order by id',
    [claims.map(({ id }) => id)],
  );
  expect(decided.map(({ status }) => status)).toEqual(['approved', 'rejected', 'approved']);
});

test('the sandbox approves what has waited long enough and nothing younger', async () => {
  const person = await signUp(app);
  await approveWaiting(app.database, app.ports.queues(), 0, app.now());
  const old = await claim(app, person);
  const identity = await identityRequest(person, 1);
  app.advance(10_000);
  const young = await claim(app, person);
  expect(await approveWaiting(app.database, app.ports.queues(), 10_000, app.now())).toBe(2);
  const log = await app.ok('GET /recharge/log', {}, { token: person.token });
  expect(log.list.map(({ id, status }) => [id, status])).toEqual([
    [young.id, 'pending'],
    [old.id, 'approved'],
  ]);
  expect(await levelOf(person)).toBe(1);
  expect(identity).not.toBe('');
  // A second account of the same document is refused, and delays no other.
  const again = await signUp(app);
  await identityRequest(again, 1, person);
  app.advance(10_000);
  expect(await approveWaiting(app.database, app.ports.queues(), 10_000, app.now())).toBe(2);
  expect(await levelOf(again)).toBe(0);
  expect(await approveWaiting(app.database, app.ports.queues(), 10_000, app.now())).toBe(0);
});

test('a decision of money asks for the second factor, one about a message does not', async () => {
  const person = await signUp(app);
  const { id } = await claim(app, person);
  const member = await signInStaff(app);
  app.advance(CONFIRMED_FOR);
  expect(await approve({ id }, member.token)).toMatchObject({ error: 'confirmation_required' });
  expect(await reject({ id, reason: 'None came' }, member.token)).toMatchObject({ error: 'confirmation_required' });
  expect(await actionsOn(`deposit:${id}`)).toEqual([]);
  for (const queue of ['chat_report', 'artwork']) {
    expect(await approve({ id: '999', queue }, member.token)).toMatchObject({ error: 'not_found' });
  }
  await app.ok('POST /staff/confirm', { totp: codeAt(member.secret, app.now()) }, member);
  expect(await reject({ id, reason: 'None came' }, member.token)).toMatchObject({ message: { status: 'rejected' } });
});
