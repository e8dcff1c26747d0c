import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { signUp } from '../../../test/people.ts';
import { confirmAgain, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CONFIRMED_FOR } from '../../platform/factor/confirmation.ts';
import { auditLedger, houseBalance } from '../../platform/ledger/index.ts';
import { runDueChanges } from '../../platform/staff-changes/run.ts';
import { requireSecondMember } from '../../platform/staff-changes/second-member.ts';
import { WAITS_FOR } from '../../platform/staff-changes/store.ts';
import { firstApprovals, holdApproval, isHeldByOther } from './approvals.ts';
import { runCommand } from './commands.ts';
import { createMember, setDisabled } from './members.ts';

type Member = Awaited<ReturnType<typeof signInStaff>>;

const HOUR = 3_600_000;
let app: TestApp;
let mara: Member;
let odo: Member;
beforeAll(async () => {
  app = await createTestApp({ STAFF_SESSION_IDLE_MINUTES: '480' });
});
afterAll(async () => {
  const audit = await auditLedger(app.database);
  await app.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});
beforeEach(async () => {
  mara = await signInStaff(app, 'treasury');
  odo = await signInStaff(app, 'treasury');
});

let references = 0;
const fund = (more: Record<string, unknown> = {}) => {
  references += 1;
  return {
    account: 'promotions',
    currency: 'USDT',
    amount: '1000',
    from: 'capital',
    reference: `r-${references}`,
    reason: 'Campaign',
    ...more,
  };
};
const propose = async (input: Record<string, unknown>, { token }: Member = mara) => {
  const outcome = await app.call('POST /staff/house/fund', input, { token, proposed: true });
  if (outcome.type !== 'ok') throw new Error(outcome.error);
  return (outcome.message as unknown as { proposed: { id: string; hash: string; state: string } }).proposed;
};
const approve = ({ id, hash }: { id: string; hash: string }, { token }: Member = odo) =>
  app.call('POST /staff/changes/approve', { id, hash, reason: 'As planned' }, { token });
const end = ({ id }: { id: string }, { token }: Member = odo) =>
  app.call('POST /staff/changes/end', { id, reason: 'Not known to me' }, { token });
const run = async () => {
  await runDueChanges(app, app.now(), jobRun());
  await app.queue.drain();
};
const funds = () => houseBalance(app.database, 'promotions', 'USDT');
const steps = async (id: string) =>
  (
    await app.database.query<{ action: string }>('select action from staff_action where subject = $1 order by id', [
      `change:${id}`,
    ])
  ).map(({ action }) => action);
const stateOf = async ({ id }: { id: string }) =>
  (await app.ok('GET /staff/changes', {}, mara)).list.find((each) => each.id === id)?.state;

it('a change runs once, an hour after another member has approved it, and all of treasury is told', async () => {
  const before = await funds();
  const change = await propose(fund());
  expect(await funds()).toBe(before);
  expect(app.outbox.filter(({ to, body }) => to === odo.account && body.includes('amount=1000'))).toHaveLength(1);
  expect(await approve(change, mara)).toMatchObject({ error: 'second_member_required' });
  const outcomes = await Promise.all([approve(change), approve(change), approve(change)]);
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  app.advance(HOUR - 1);
  await run();
  expect(await funds()).toBe(before);
  app.advance(1);
  await Promise.all([run(), run(), run()]);
  expect(Number(await funds())).toBe(Number(before) + 1000);
  await run();
  expect(Number(await funds())).toBe(Number(before) + 1000);
  expect(await stateOf(change)).toBe('done');
  expect(await steps(change.id)).toEqual(['change.propose', 'change.approve', 'change.run']);
});

it('each step is mailed once to every member of treasury and every admin, and to no one else', async () => {
  const admin = await signInStaff(app, 'admin');
  const gone = await signInStaff(app, 'treasury');
  await setDisabled(app.database, gone.account, true, app.now());
  for (const role of ['support', 'reviewer', 'operator'] as const) await signInStaff(app, role);
  const expected = (
    await app.database.query<{ account: string }>(
      `select account from staff_member where role = any($1) and not disabled`,
      [['treasury', 'admin']],
    )
  ).map(({ account }) => account);
  for (const { account } of [mara, odo, admin]) expect(expected).toContain(account);
  const mailed = async (step: string, id: string) => {
    const mails = app.outbox.filter(({ subject }) => subject === `Change ${id} ${step}`);
    expect([step, mails.map(({ to }) => to).toSorted()]).toEqual([step, expected.toSorted()]);
    return mails.map(({ body }) => body);
  };
  const [rejected, withdrawn] = [await propose(fund()), await propose(fund())];
  for (const body of await mailed('was proposed', rejected.id)) {
    expect(body).toContain('amount=1000');
    expect(body).toContain(`Proposed by ${mara.name}.`);
    expect(body).toContain('It has no effect before another member approves it');
  }
  await approve(rejected);
  // Until when it can still be stopped.
  const from = new Date(app.now() + HOUR).toISOString();
  for (const body of await mailed('was approved', rejected.id)) {
    expect(body).toContain(`Decided by ${odo.name}.`);
    expect(body).toContain(from);
  }
  await end(rejected);
  await end(withdrawn, mara);
  // What has ended does not read as if it were to come.
  const ended = [...(await mailed('was rejected', rejected.id)), ...(await mailed('was withdrawn', withdrawn.id))];
  for (const body of ended) {
    expect(body).toContain('It does not take effect.');
    expect(body).not.toMatch(/takes effect from|approves it|reject-change/);
  }
});

it('what one member stops alone is mailed once to every member of treasury and every admin', async () => {
  const operator = await signInStaff(app, 'duty');
  const expected = (
    await app.database.query<{ account: string }>(
      `select account from staff_member where role = any($1) and not disabled`,
      [['treasury', 'admin']],
    )
  ).map(({ account }) => account);
  const stops = {
    'Trading of SOL/USDT was stopped': () =>
      app.ok('POST /staff/instruments/halt', { symbol: 'SOL/USDT', reason: 'A fork' }, operator),
    'The service quiz was stopped': () =>
      app.ok('POST /staff/services/pause', { service: 'quiz', reason: 'A fork' }, operator),
  };
  for (const [subject, stop] of Object.entries(stops)) {
    for (let times = 0; times < 2; times += 1) await stop();
    const mails = app.outbox.filter((mail) => mail.subject === subject);
    expect([subject, mails.map(({ to }) => to).toSorted()]).toEqual([subject, expected.toSorted()]);
    for (const { body } of mails) expect(body).toContain(`stopped by ${operator.name}.\n\nReason: A fork`);
  }
});

it('what one member does alone changes nothing: unconfirmed, of another role, twice, or by another hash', async () => {
  const before = await funds();
  const reviewer = await signInStaff(app, 'reviewer');
  const operator = await signInStaff(app, 'operator');
  const input = fund();
  await expect(propose(input, reviewer)).rejects.toThrow('forbidden');
  const change = await propose(input);
  // The same again is the one that is open, and no approval of it.
  expect(await propose(input)).toMatchObject({ id: change.id, state: 'proposed' });
  expect(await propose(input, odo)).toMatchObject({ id: change.id, state: 'proposed' });
  expect(await approve(change, reviewer)).toMatchObject({ error: 'forbidden' });
  expect(await approve(change, operator)).toMatchObject({ error: 'forbidden' });
  expect(await approve({ ...change, hash: 'a'.repeat(64) })).toMatchObject({ error: 'changed_meanwhile' });
  app.advance(CONFIRMED_FOR);
  for (const each of [approve, end]) expect(await each(change)).toMatchObject({ error: 'confirmation_required' });
  await expect(propose(fund())).rejects.toThrow('confirmation_required');
  app.advance(HOUR);
  await run();
  expect([await funds(), await stateOf(change)]).toEqual([before, 'proposed']);
});

it('two accounts of one inbox are one member: neither decides what the other proposed', async () => {
  const { token } = odo;
  const change = await propose(fund());
  // As accounts of former versions may be.
  await app.database.query('update staff_member set account = $2 where id = $1', [
    odo.id,
    mara.account.replace('@', '+second@'),
  ]);
  expect(await approve(change, { ...odo, token })).toMatchObject({ error: 'second_member_required' });
  for (const code of ['second_member_required', 'quiz_same_member'] as const) {
    await expect(requireSecondMember(app.database, mara.id, odo.id, code)).rejects.toMatchObject({ code });
  }
  const third = await signInStaff(app, 'treasury');
  expect(await approve(change, third)).toMatchObject({ type: 'ok' });
  expect(await end(change)).toMatchObject({ type: 'ok' });
  const member = { name: 'Again', role: 'treasury', password: 'a-staff-secret-64' } as const;
  for (const account of [third.account.replace('@', '+b@'), third.account.replace('st', 's.t').toUpperCase()]) {
    await expect(createMember(app.database, { ...member, account }, app.now())).rejects.toThrow(
      `${account} is there already, as ${third.account}`,
    );
  }
});

it('is rejected by any member until it runs, and withdrawn by who proposed it', async () => {
  const before = await funds();
  const [rejected, withdrawn] = [await propose(fund()), await propose(fund())];
  await approve(rejected);
  expect(await end(rejected)).toMatchObject({ message: { state: 'rejected' } });
  expect(await end(withdrawn, mara)).toMatchObject({ message: { state: 'withdrawn' } });
  for (const change of [rejected, withdrawn]) {
    expect(await approve(change)).toMatchObject({ error: 'already_reviewed' });
    expect(await end(change)).toMatchObject({ error: 'already_reviewed' });
  }
  app.advance(HOUR);
  await run();
  expect(await funds()).toBe(before);
});

it('is refused at once where it could not run, and marked as failed where it no longer can', async () => {
  await expect(propose(fund({ currency: 'NONE' }))).rejects.toThrow('currency_unknown');
  const change = await propose(fund({ reference: 'twice' }));
  await approve(change);
  // Another amount under its reference came first.
  await app.ok('POST /staff/house/fund', fund({ reference: 'twice', amount: '5' }), mara);
  const before = await funds();
  app.advance(HOUR);
  await run();
  const { list } = await app.ok('GET /staff/changes', {}, mara);
  expect(list.find(({ id }) => id === change.id)).toMatchObject({ state: 'failed', failure: 'idempotency_conflict' });
  expect([await funds(), await steps(change.id)]).toEqual([
    before,
    ['change.propose', 'change.approve', 'change.fail'],
  ]);
  const subject = `Change ${change.id} could not take effect (idempotency_conflict)`;
  expect(app.outbox.filter((mail) => mail.to === odo.account && mail.subject === subject)).toHaveLength(1);
});

it('an input that was altered in the database does not run', async () => {
  const before = await funds();
  const change = await propose(fund());
  await approve(change);
  await app.database.query(`update staff_change set input = input || '{"amount": "999999"}' where id = $1`, [
    change.id,
  ]);
  app.advance(HOUR);
  await run();
  expect([await funds(), await stateOf(change)]).toEqual([before, 'failed']);
});

it('the contract of a token changes by two members, and not while its credits come in', async () => {
  const contract = '0x1357924680135792468013579246801357924689';
  const change = { chain: 'ethereum', currency: 'USDT', contract, decimals: 6, reason: 'A new one' };
  const stored = () =>
    app.database.query(`select contract from chain_token where chain = 'ethereum' and currency = 'USDT'`);
  const before = await stored();
  const asked = await app.call('POST /staff/chains/token', change, { ...mara, proposed: true });
  expect(asked).toMatchObject({ message: { proposed: { state: 'proposed' } } });
  expect(await stored()).toEqual(before);
  // What only restricts takes effect at once.
  await confirmAgain(app, mara);
  const halted = await app.call(
    'POST /staff/chains/change',
    { chain: 'ethereum', deposits_halted: 1, reason: 'Looked at' },
    { ...mara, proposed: true },
  );
  expect(halted).toMatchObject({ message: { list: expect.any(Array) } });
  const resumed = await app.call(
    'POST /staff/chains/change',
    { chain: 'ethereum', deposits_halted: 0, reason: 'It is well' },
    { ...mara, proposed: true },
  );
  expect(resumed).toMatchObject({ message: { proposed: { state: 'proposed' } } });
  expect(await app.database.query(`select deposits_halted from chain where name = 'ethereum'`)).toEqual([
    { deposits_halted: true },
  ]);
});

it('the contract of a token stays while credited deposits of it may be followed by others', async () => {
  const user = await signUp(app);
  const usdt = `chain = 'ethereum' and currency = 'USDT'`;
  const token = () =>
    app.database.query<{ contract: string; decimals: number }>(
      `select contract, decimals from chain_token where ${usdt}`,
    );
  const halt = (halted: boolean) =>
    app.database.query(`update chain set deposits_halted = $1 where name = 'ethereum'`, [halted]);
  const [before] = await token();
  await app.database.query(
    `insert into chain_deposit (chain, txid, part, user_id, address, currency, network, contract, units, amount, unplaced_at,
                                state, credits, seen_at, credited_at)
     values ('ethereum', repeat('a', 64), '0', $1, 'a', 'USDT', 'ERC20', $2, 1000000, 1, 7, 'credited', 1, $3, $3)`,
    [user.id, before?.contract, new Date(app.now())],
  );
  const change = {
    chain: 'ethereum',
    currency: 'USDT',
    contract: '0x2468013579246801357924680135792468013578',
    decimals: 6,
    reason: 'A new one',
  };
  const ask = () => app.call('POST /staff/chains/token', change, { ...mara, proposed: true });
  await halt(false);
  expect(await ask()).toMatchObject({ error: 'deposits_not_halted', field: 'contract' });
  expect(
    await app.call('POST /staff/chains/token', { ...change, ...before }, { ...mara, proposed: true }),
  ).toMatchObject({ type: 'ok' });
  await halt(true);
  const proposed = await ask();
  expect(proposed).toMatchObject({ message: { proposed: { state: 'proposed' } } });
  // Deposits resumed meanwhile: what was approved does not run.
  const { proposed: open } = (proposed as unknown as { message: { proposed: { id: string; hash: string } } }).message;
  expect(await approve(open)).toMatchObject({ type: 'ok' });
  await halt(false);
  app.advance(HOUR);
  await run();
  expect([await stateOf(open), await token()]).toEqual(['failed', [before]]);
});

it('a change ends with the account or the role of a member who proposed or approved it', async () => {
  const before = await funds();
  // Their own sessions end as well.
  const storedState = async ({ id }: { id: string }) =>
    (await app.database.query<{ state: string }>('select state from staff_change where id = $1', [id]))[0]?.state;
  const proposed = await propose(fund());
  const approved = await propose(fund());
  expect((await approve(approved)).type).toBe('ok');
  const other = await propose(fund());
  expect((await approve(other)).type).toBe('ok');
  await app.database.query(`update staff_member set role = 'operator' where account = $1`, [odo.account]);
  expect(await storedState(approved)).toBe('failed');
  await setDisabled(app.database, mara.account, true, app.now());
  expect(await storedState(proposed)).toBe('withdrawn');
  await setDisabled(app.database, mara.account, false, app.now());
  app.advance(24 * HOUR);
  const third = await signInStaff(app, 'treasury');
  await run();
  await run();
  expect(await funds()).toBe(before);
  const { list } = await app.ok('GET /staff/changes', {}, third);
  // The others read what became of it, once, and it is recorded.
  const told = ({ id }: { id: string }) =>
    app.outbox
      .filter(({ to, subject }) => to === third.account && subject.startsWith(`Change ${id} `))
      .map(({ subject, body }) => `${subject}: ${body.includes('It does not take effect.')}`);
  for (const change of [proposed, approved, other]) {
    const ended = `Change ${change.id} ended with the access of a member who proposed or approved it: true`;
    expect(told(change)).toEqual([ended]);
  }
  expect(list.find(({ id }) => id === approved.id)).toMatchObject({ state: 'failed', failure: 'member_left' });
  expect([await steps(proposed.id), await steps(approved.id)]).toEqual([
    ['change.propose', 'change.withdraw'],
    ['change.propose', 'change.approve', 'change.fail'],
  ]);
});

it('a change does not run where its proposal or approval was under way while its member was disabled', async () => {
  const before = await funds();
  const admin = await signInStaff(app, 'admin');
  const both = [await propose(fund()), await propose(fund())] as const;
  for (const change of both) expect((await approve(change)).type).toBe('ok');
  const proposed = await propose(fund());
  // What commits after the disabling, which ended what it saw, is not ended by it.
  await app.database.query('alter table staff_member disable trigger staff_member_changes');
  await app.database.query(`update staff_member set role = 'support' where id = $1`, [odo.id]);
  app.advance(HOUR);
  await run();
  await app.database.query('update staff_member set disabled = true where id = $1', [mara.id]);
  await app.database.query('alter table staff_member enable trigger staff_member_changes');
  await confirmAgain(app, admin);
  expect(await approve(proposed, admin)).toMatchObject({ error: 'member_left' });
  expect(await funds()).toBe(before);
  const { list } = await app.ok('GET /staff/changes', {}, admin);
  for (const { id } of both) {
    expect(list.find((each) => each.id === id)).toMatchObject({ state: 'failed', failure: 'member_left' });
    const subject = `Change ${id} could not take effect (member_left)`;
    expect(app.outbox.filter((mail) => mail.to === admin.account && mail.subject === subject)).toHaveLength(1);
  }
});

it('a first approval whose member was disabled meanwhile is none', async () => {
  const item = { queue: 'deposit', id: '7' };
  const terms = [{ name: 'amount', value: '5' }];
  await app.database.transaction((tx) => holdApproval(tx, item, { staffId: mara.id, terms, at: app.now() }));
  expect(await isHeldByOther(app.database, item, { staffId: odo.id, terms })).toBe(true);
  await app.database.query('alter table staff_member disable trigger staff_member_changed');
  await app.database.query('update staff_member set disabled = true where id = $1', [mara.id]);
  await app.database.query('alter table staff_member enable trigger staff_member_changed');
  expect(await isHeldByOther(app.database, item, { staffId: odo.id, terms })).toBe(false);
  expect((await firstApprovals(app.database, item.queue, [item.id])).size).toBe(0);
  const first = (staffId: string) =>
    app.database.transaction((tx) => holdApproval(tx, item, { staffId, terms, at: app.now() }));
  expect([await first(odo.id), (await firstApprovals(app.database, 'deposit', ['7'])).get('7')?.staffId]).toEqual([
    null,
    odo.id,
  ]);
});

it('expires after a week without a second member, and is approved no more; the same can be proposed again', async () => {
  const before = await funds();
  const input = fund();
  const change = await propose(input);
  app.advance(WAITS_FOR - 1);
  [mara, odo] = [await signInStaff(app, 'treasury'), await signInStaff(app, 'treasury')];
  expect(await stateOf(change)).toBe('proposed');
  app.advance(1);
  // Before the job has ended it, too.
  expect(await approve(change)).toMatchObject({ error: 'change_expired' });
  const again = await propose(input);
  expect(again.id).not.toBe(change.id);
  expect([await stateOf(change), await stateOf(again)]).toEqual(['expired', 'proposed']);
  await run();
  expect(await end(change)).toMatchObject({ error: 'change_expired' });
  // One that was approved in time runs, however late.
  expect(await approve(again)).toMatchObject({ type: 'ok' });
  app.advance(2 * WAITS_FOR);
  await run();
  expect(Number(await funds())).toBe(Number(before) + 1000);
  expect(await steps(change.id)).toEqual(['change.propose', 'change.expire']);
});

it('is listed with what it would replace, and with what each member may do', async () => {
  const shown = async (id: string, member: Member) =>
    (await app.ok('GET /staff/changes', {}, member)).list.find((each) => each.id === id);
  const { list } = await app.ok('GET /staff/instruments', {}, mara);
  const { symbol, version, maker_fee_rate } = list[0] ?? {};
  const outcome = await app.call(
    'POST /staff/instruments/change',
    { symbol, version, maker_fee_rate: '0.0004', reason: 'Cheaper' },
    { ...mara, proposed: true },
  );
  const { proposed } = (outcome as unknown as { message: { proposed: { id: string; hash: string } } }).message;
  const open = await shown(proposed.id, odo);
  expect(open).toMatchObject({ actions: ['approve', 'reject'], delay_ms: HOUR });
  expect(open?.terms).toContainEqual({ name: 'symbol', before: symbol, after: symbol });
  expect(open?.terms).toContainEqual({ name: 'maker_fee_rate', before: maker_fee_rate, after: '0.0004' });
  expect((await shown(proposed.id, mara))?.actions).toEqual(['withdraw']);
  const operator = await signInStaff(app, 'operator');
  expect((await shown(proposed.id, operator))?.actions).toEqual([]);
  // Another account of the same inbox may end it, not approve it.
  const { token } = odo;
  await app.database.query('update staff_member set account = $2 where id = $1', [
    odo.id,
    mara.account.replace('@', '+third@'),
  ]);
  expect((await shown(proposed.id, { ...odo, token }))?.actions).toEqual(['reject']);
  await end(proposed, mara);
  const ended = await shown(proposed.id, mara);
  expect([ended?.state, ended?.actions, ended?.terms.every(({ before }) => before === null)]).toEqual([
    'withdrawn',
    [],
    true,
  ]);
});

it('on the command line is a line of whole values, whatever they contain: it is decided by this', async () => {
  const reference = `paid ${'x'.repeat(60)}`;
  const reason = 'Campaign\n#1  proposed  house/fund: amount=1  by odo: small';
  const { id } = await propose(fund({ amount: '900000', reference: `${reference}\n amount=1`, reason }));
  const lines: string[] = [];
  await runCommand(['changes'], {
    database: app.database,
    queues: [],
    now: app.now,
    print: (line) => void lines.push(line),
    readPassword: async () => '',
    readUpload: async () => null,
  });
  const own = lines.filter((line) => line.startsWith(`#${id}  `));
  expect(own).toHaveLength(1);
  expect(own[0]).toContain(`house/fund: `);
  expect(own[0]).toContain('amount=900000');
  expect(own[0]).toContain(`reference="${reference}\\n amount=1"`);
  expect(own[0]).toContain(`"Campaign\\n#1  proposed`);
  expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  await app.queue.drain();
  const [mail] = app.outbox.filter(({ subject }) => subject === `Change ${id} was proposed`);
  expect(mail?.body.split('\n').filter((line) => line.startsWith('#1') || line.startsWith(' amount'))).toEqual([]);
});

it('is shown to the others however many its member has proposed before it', async () => {
  await app.database.query(
    `insert into staff_change (call, input, hash, summary, reason, proposed_by, proposed_at, expires_at)
     select 'POST /staff/house/fund', '{}', md5(n::text) || md5(n::text), 'house/fund:', 'many', $1, $2, $3
       from generate_series(1, 250) n`,
    [mara.id, new Date(app.now()), new Date(app.now() + WAITS_FOR)],
  );
  const { id } = await propose(fund());
  const { list } = await app.ok('GET /staff/changes', {}, { token: odo.token });
  expect(list.map((change) => change.id)).toContain(id);
  expect(await end({ id })).toMatchObject({ type: 'ok' });
  await app.database.query(`delete from staff_change where reason = 'many'`);
});
