import { randomBytes } from 'node:crypto';
import type { StaffRole } from '@tessera/api/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFormerDatabase } from '../../../test/former-database.ts';
import { jobRun } from '../../../test/job-run.ts';
import { signUp } from '../../../test/people.ts';
import { claim, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import { creditFinal } from './watch/book.ts';

let app: TestApp;
let other: TestApp;
let mara: Awaited<ReturnType<typeof signInStaff>>;
let odo: Awaited<ReturnType<typeof signInStaff>>;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({}, {}, undefined, undefined, app);
  app.feed.setPrice('BTC/USDT', '50000');
  mara = await signInStaff(app);
  odo = await signInStaff(app);
});
afterAll(async () => {
  const audit = await auditLedger(app.database);
  await other.close();
  await app.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

type Member = { readonly token: string };

const txid = () => randomBytes(32).toString('hex');
const approve = (id: string, { token }: Member, payload: Record<string, unknown> = {}, node = app) =>
  node.call('POST /staff/queue/approve', { queue: 'deposit', id, ...payload }, { token });
const balance = (userId: string, currency = 'USDT') => userBalance(app.database, userId, 'change', currency);
/** Lifts what one member may credit alone out of a test's way, or sets it. */
const limit = (usdt: string) =>
  app.database.query("update setting set value = $1 where keyword = 'deposit_four_eyes'", [usdt]);

describe('a credit above the claim', () => {
  it('of 1,000,000,000 for a claim of 10 waits for a second member, however often the first one tries', async () => {
    const person = await signUp(app);
    const { id } = await claim(app, person, { amount: '10' });
    const amount = '1000000000';
    expect(await approve(id, mara, { amount })).toMatchObject({
      type: 'ok',
      message: {
        status: 'pending',
        approval: { staff_id: mara.id, name: mara.name, terms: [{ name: 'amount', value: amount }, { name: 'txid' }] },
      },
    });
    const again = await Promise.all([app, other, app, other].map((node) => approve(id, mara, { amount }, node)));
    for (const outcome of again) expect(outcome).toMatchObject({ error: 'second_member_required' });
    expect(await balance(person.id)).toBe('0');
    // What the second member approves without the amount is the claim, which is harmless.
    expect(await approve(id, odo)).toMatchObject({ message: { status: 'approved', approval: null } });
    expect(await balance(person.id)).toBe('10');
  });

  it('takes effect once when another member approves the same amount, at the same time on two nodes', async () => {
    const person = await signUp(app);
    const { id } = await claim(app, person, { amount: '10' });
    const tries = [mara, odo, mara, odo, mara, odo].map((member, turn) =>
      approve(id, member, { amount: '10.5' }, turn % 2 ? app : other),
    );
    const outcomes = await Promise.all(tries);
    const done = outcomes.filter((outcome) => outcome.type === 'ok' && outcome.message.status === 'approved');
    expect(done).toHaveLength(1);
    expect(await balance(person.id)).toBe('10.5');
    const [row] = await app.database.query<{ reviewer_id: string; first_reviewer_id: string }>(
      'select reviewer_id, first_reviewer_id from deposit_claim where id = $1',
      [id],
    );
    expect(new Set([row?.reviewer_id, row?.first_reviewer_id])).toEqual(new Set([mara.id, odo.id]));
  });

  it('is not confirmed by an approval of another amount or another transaction', async () => {
    const person = await signUp(app);
    const { id } = await claim(app, person, { amount: '10' });
    await approve(id, mara, { amount: '20' });
    expect(await approve(id, odo, { amount: '21' })).toMatchObject({ message: { status: 'pending' } });
    const paidBy = txid();
    expect(await approve(id, mara, { amount: '21', txid: paidBy })).toMatchObject({ message: { status: 'pending' } });
    expect(await balance(person.id)).toBe('0');
    expect(await approve(id, odo, { amount: '21', txid: `0x${paidBy.toUpperCase()}` })).toMatchObject({
      message: { status: 'approved' },
    });
    expect(await balance(person.id)).toBe('21');
  });

  it('is not confirmed by a member who approved first and has another role or is disabled since', async () => {
    const person = await signUp(app);
    const { id } = await claim(app, person, { amount: '10' });
    const temp = await signInStaff(app);
    await approve(id, temp, { amount: '20' });
    await app.database.query("update staff_member set role = 'support' where id = $1", [temp.id]);
    expect(await approve(id, odo, { amount: '20' })).toMatchObject({ message: { status: 'pending' } });
    expect(await balance(person.id)).toBe('0');
  });

  it('cannot be written by one member past the calls either', async () => {
    const { id } = await claim(app, await signUp(app), { amount: '10' });
    const both = app.database.query(
      `update deposit_claim set status = 'approved', credited = 10, reviewer_id = $2, first_reviewer_id = $2,
              reviewed_at = now() where id = $1`,
      [id, mara.id],
    );
    await expect(both).rejects.toMatchObject({ code: '23514' });
  });
});

describe('what one member may credit alone', () => {
  it('counts all claims of a user of the last 24 hours, also when they are approved at the same time', async () => {
    await limit('1000');
    const person = await signUp(app, { level: 1 });
    const claims = [];
    for (let turn = 0; turn < 8; turn += 1) claims.push(await claim(app, person, { amount: '250' }));
    await Promise.all(claims.map(({ id }, turn) => approve(id, mara, {}, turn % 2 ? app : other)));
    expect(await balance(person.id)).toBe('1000');
    app.advance(24 * 3_600_000 + 1);
    await limit('10000');
    mara = await signInStaff(app);
    odo = await signInStaff(app);
  });

  it('is measured in USDT, and a currency without a price needs two', async () => {
    app.feed.setPrice('BTC/USDT', '50000');
    const person = await signUp(app, { level: 2 });
    const { id } = await claim(app, person, { currency: 1, type: 'BTC', amount: '0.3' });
    expect(await approve(id, mara)).toMatchObject({ message: { status: 'pending' } });
    expect(await approve(id, odo)).toMatchObject({ message: { status: 'approved' } });
    expect(await balance(person.id, 'BTC')).toBe('0.3');
  });
});

describe('one transaction', () => {
  it('is credited once, however it is written, by whomever it is claimed, on two nodes at the same time', async () => {
    const paidBy = txid();
    const spellings = [paidBy, `0x${paidBy}`, paidBy.toUpperCase(), `https://tronscan.org/#/transaction/${paidBy}`];
    const people = [];
    const claims = [];
    for (const [turn] of spellings.entries()) {
      const person = await signUp(app);
      people.push(person);
      claims.push(await claim(app, person, { amount: '50', txid: spellings[turn] }));
    }
    const queued = await app.ok('GET /staff/queue/show', { queue: 'deposit', id: claims[0]?.id }, mara);
    expect(queued.warnings).toEqual([{ code: 'same_transaction', items: claims.slice(1).map(({ id }) => id) }]);
    const outcomes = await Promise.all(
      claims.map(({ id }, turn) => approve(id, turn % 2 ? mara : odo, {}, turn % 2 ? app : other)),
    );
    const approved = outcomes.filter((outcome) => outcome.type === 'ok' && outcome.message.status === 'approved');
    expect(approved).toHaveLength(1);
    // The others wait for a second member, or are tried again.
    for (const outcome of outcomes) if (outcome.type !== 'ok') expect(outcome).toMatchObject({ error: 'txid_used' });
    const balances = await Promise.all(people.map(({ id }) => balance(id)));
    expect(balances.toSorted()).toEqual(['0', '0', '0', '50']);
    const [credited] = people.filter((_, turn) => balances[turn] === '50');
    if (!credited) throw new Error('a claim was credited');
    await expect(claim(app, credited, { txid: paidBy })).rejects.toThrow('txid_used');
  });

  it('is claimed once by one user, and again after a rejection', async () => {
    const person = await signUp(app);
    const paidBy = txid();
    const { id } = await claim(app, person, { txid: paidBy });
    await expect(claim(app, person, { txid: `0x${paidBy}` })).rejects.toThrow('txid_used');
    await app.ok('POST /staff/queue/reject', { queue: 'deposit', id, reason: 'Not confirmed yet' }, mara);
    expect((await claim(app, person, { txid: paidBy })).txid).toBe(paidBy);
  });

  it('is stated by the claim or by the member who approves', async () => {
    const person = await signUp(app);
    const { id } = await claim(app, person, { txid: '' });
    expect(await approve(id, mara)).toMatchObject({ error: 'txid_required', field: 'txid' });
    expect(await approve(id, mara, { txid: 'no id' })).toMatchObject({ error: 'txid_invalid', field: 'txid' });
    const paidBy = txid();
    await claim(app, person, { txid: paidBy });
    expect(await approve(id, mara, { txid: paidBy })).toMatchObject({ error: 'txid_used' });
    expect(await approve(id, mara, { txid: txid() })).toMatchObject({ message: { status: 'approved' } });
  });
});

describe('one transaction that pays two users', () => {
  /** What the watcher has seen of a transaction: its parts, in a final block. */
  const sees = (chain: string, paidBy: string, parts: readonly { readonly id: string; readonly amount: string }[]) =>
    app.database.query(
      `insert into chain_deposit (chain, txid, part, user_id, address, currency, network, contract, decimals, units,
                                  amount, block_height, block_hash, state, seen_at)
       select $1, $2, 'log-' || o, u, 'T' || o, 'USDT', 'TRC20', t.contract, t.decimals, (a * 1000000)::numeric, a, 100,
              'b', 'pending', now()
         from unnest($3::bigint[], $4::numeric[]) with ordinality as p (u, a, o)
         join chain_token t on t.chain = $1 and t.currency = 'USDT'`,
      [chain, paidBy, parts.map(({ id }) => id), parts.map(({ amount }) => amount)],
    );
  const watch = () =>
    app.database.transaction((tx) =>
      creditFinal(
        tx,
        'tron',
        { tip: 1_000, finalized: null, hasSigner: false },
        { at: app.now(), items: jobRun().items },
      ),
    );

  const OF_OTHERS = [{ code: 'transaction_of_others', items: [] }];
  const shownOf = async (id: string) =>
    (await app.ok('GET /staff/queue/show', { queue: 'deposit', id }, mara)).warnings;

  it('is credited to both by claims, to the second one by two members alone', async () => {
    const [ann, ben] = [await signUp(app), await signUp(app)];
    const paidBy = txid();
    const first = await claim(app, ann, { amount: '50', txid: paidBy });
    expect(await approve(first.id, mara)).toMatchObject({ message: { status: 'approved' } });
    const second = await claim(app, ben, { amount: '30', txid: paidBy });
    expect(await shownOf(second.id)).toEqual([{ code: 'same_transaction', items: [first.id] }, ...OF_OTHERS]);
    expect(await shownOf(first.id)).toEqual([{ code: 'same_transaction', items: [second.id] }]);
    expect(await approve(second.id, mara)).toMatchObject({ message: { status: 'pending' } });
    expect(await approve(second.id, mara, {}, other)).toMatchObject({ error: 'second_member_required' });
    expect(await balance(ben.id)).toBe('0');
    expect(await approve(second.id, odo)).toMatchObject({ message: { status: 'approved' } });
    expect([await balance(ann.id), await balance(ben.id)]).toEqual(['50', '30']);
    for (const person of [ann, ben]) await expect(claim(app, person, { txid: paidBy })).rejects.toThrow('txid_used');
  });

  it('is credited to the other one by the watcher, whoever was credited by a claim', async () => {
    const [ann, ben] = [await signUp(app), await signUp(app)];
    const paidBy = txid();
    const { id } = await claim(app, ann, { amount: '50', txid: paidBy });
    expect(await approve(id, mara)).toMatchObject({ message: { status: 'approved' } });
    await sees('tron', paidBy, [
      { id: ann.id, amount: '50' },
      { id: ben.id, amount: '30' },
    ]);
    await watch();
    expect([await balance(ann.id), await balance(ben.id)]).toEqual(['50', '30']);
    expect(await app.database.query('select state from chain_deposit where txid = $1 order by part', [paidBy])).toEqual(
      [{ state: 'claimed' }, { state: 'credited' }],
    );
    await expect(claim(app, ben, { txid: paidBy })).rejects.toThrow('txid_used');
  });

  it('is credited to no user twice, by claims and the watcher at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ann, ben] = [await signUp(app), await signUp(app)];
      const paidBy = txid();
      const ids = [];
      for (const person of [ann, ben]) ids.push((await claim(app, person, { amount: '50', txid: paidBy })).id);
      await approve(ids[0] ?? '', mara);
      await approve(ids[1] ?? '', mara);
      await sees('tron', paidBy, [
        { id: ann.id, amount: '50' },
        { id: ben.id, amount: '50' },
      ]);
      await Promise.all([approve(ids[1] ?? '', odo, {}, other), watch(), approve(ids[0] ?? '', odo)]);
      expect([await balance(ann.id), await balance(ben.id)]).toEqual(['50', '50']);
    }
  });

  it('is not claimed by who copied its id, once the watcher has credited it', async () => {
    const [ann, thief] = [await signUp(app), await signUp(app)];
    const paidBy = txid();
    const early = await claim(app, thief, { amount: '50', txid: paidBy });
    await sees('tron', paidBy, [{ id: ann.id, amount: '50' }]);
    expect(await shownOf(early.id)).toEqual(OF_OTHERS);
    // Before it is final: one member alone does not credit what the chain shows to be another's.
    expect(await approve(early.id, mara)).toMatchObject({ message: { status: 'pending' } });
    await watch();
    expect(await approve(early.id, odo)).toMatchObject({ error: 'txid_used' });
    await expect(claim(app, await signUp(app), { txid: paidBy })).rejects.toThrow('txid_used');
    expect([await balance(ann.id), await balance(thief.id)]).toEqual(['50', '0']);
  });

  it('is not credited by one member where the platform itself has paid with it', async () => {
    const ann = await signUp(app);
    const paidBy = txid();
    await app.database.query(
      `insert into withdrawal (user_id, currency, network, way, target, amount, fee, value_btc, value_usdt, status, txid,
                               created_at)
       values ($1, 'USDT', 'TRC20', 'address', 'T', 50, 1, 0.001, 50, 'sent', $2, now())`,
      [ann.id, paidBy],
    );
    const { id } = await claim(app, ann, { amount: '50', txid: paidBy });
    const { list } = await app.ok('GET /staff/queue/list', { queue: 'deposit', status: 'pending', limit: 100 }, mara);
    expect(list.find((item) => item.id === id)?.warnings).toEqual(OF_OTHERS);
    expect(await approve(id, mara)).toMatchObject({ message: { status: 'pending' } });
    expect(await balance(ann.id)).toBe('0');
  });

  it('is listed for treasury where a former version took the part of another user for claimed', async () => {
    const [ann, ben, cora] = [await signUp(app), await signUp(app), await signUp(app)];
    const paidBy = txid();
    const first = await claim(app, ann, { amount: '50', txid: paidBy });
    const second = await claim(app, cora, { amount: '20', txid: paidBy });
    for (const [id, member] of [
      [first.id, mara],
      [second.id, mara],
      [second.id, odo],
    ] as const)
      await approve(id, member);
    const parts = [ann, ben, cora].map(({ id }, turn) => ({ id, amount: ['50', '30', '20'][turn] ?? '' }));
    await sees('tron', paidBy, parts);
    await app.database.query(`update chain_deposit set state = 'claimed' where txid = $1`, [paidBy]);
    const { list } = await app.ok('GET /staff/deposits/chain', { state: 'claimed_by_others', limit: 100 }, mara);
    expect(list.filter((row) => row.txid === paidBy)).toMatchObject([{ uid: ben.uid, amount: '30', state: 'claimed' }]);
  });

  it('is claimed by no third user where one was credited by a claim and another by the watcher', async () => {
    const [ann, ben, carol] = [await signUp(app), await signUp(app), await signUp(app)];
    const paidBy = txid();
    const early = await claim(app, carol, { amount: '50', txid: paidBy });
    const { id } = await claim(app, ann, { amount: '50', txid: paidBy });
    expect(await approve(id, mara)).toMatchObject({ message: { status: 'approved' } });
    expect(await approve(early.id, mara)).toMatchObject({ message: { status: 'pending' } });
    await sees('tron', paidBy, [{ id: ben.id, amount: '30' }]);
    await watch();
    expect(await approve(early.id, odo)).toMatchObject({ error: 'txid_used' });
    await expect(claim(app, await signUp(app), { txid: paidBy })).rejects.toThrow('txid_used');
    await app.database.query(`update chain_deposit set state = 'reversed' where txid = $1`, [paidBy]);
    expect(await approve(early.id, odo)).toMatchObject({ error: 'txid_used' });
    expect(await Promise.all([ann, ben, carol].map((each) => balance(each.id)))).toEqual(['50', '30', '0']);
  });

  it.each([
    ['of what was ignored as dust', '50', 'ignored'],
    ['of 0.01', '0.01', 'pending'],
    ['that is gone', '50', 'gone'],
    ['that no block holds', '50', 'unconfirmed'],
  ])('is not credited by one member for a part %s that pays the user', async (_, amount, state) => {
    const [ann, thief] = [await signUp(app), await signUp(app)];
    const paidBy = txid();
    const { id } = await claim(app, thief, { amount: '50', txid: paidBy });
    await sees('tron', paidBy, [
      { id: ann.id, amount: '50' },
      { id: thief.id, amount },
    ]);
    await app.database.query(
      `update chain_deposit set state = $3, ignored_as = case when $3 = 'ignored' then 'dust' end,
              block_height = case when $4 then block_height end, block_hash = case when $4 then block_hash end
        where txid = $1 and user_id = $2`,
      [paidBy, thief.id, state === 'unconfirmed' ? 'pending' : state, state !== 'unconfirmed'],
    );
    expect(await shownOf(id)).toEqual(OF_OTHERS);
    expect(await approve(id, mara)).toMatchObject({ message: { status: 'pending' } });
    expect(await balance(thief.id)).toBe('0');
  });

  it('is credited by one member up to what its parts pay the user in the currency', async () => {
    const [ann, ben] = [await signUp(app), await signUp(app)];
    const paidBy = txid();
    const { id } = await claim(app, ann, { amount: '50', txid: paidBy });
    await sees('tron', paidBy, [
      { id: ann.id, amount: '20' },
      { id: ben.id, amount: '70' },
      { id: ann.id, amount: '29.99' },
    ]);
    expect(await shownOf(id)).toEqual(OF_OTHERS);
    expect(await approve(id, mara)).toMatchObject({ message: { status: 'pending' } });
    expect(await approve(id, odo, { amount: '49.99' })).toMatchObject({ message: { status: 'approved' } });
    expect(await balance(ann.id)).toBe('49.99');
  });

  it('costs its owner nothing where members were deceived by who copied its id', async () => {
    const [ann, thief] = [await signUp(app), await signUp(app)];
    const paidBy = txid();
    const { id } = await claim(app, thief, { amount: '50', txid: paidBy });
    expect(await approve(id, mara)).toMatchObject({ message: { status: 'approved' } });
    await sees('tron', paidBy, [{ id: ann.id, amount: '50' }]);
    await watch();
    expect(await balance(ann.id)).toBe('50');
  });
});

describe('rights', () => {
  it.each([
    ['support', ['read']],
    ['reviewer', ['read', 'claim', 'approve', 'confirm', 'reject']],
    ['treasury', ['read', 'claim', 'approve', 'confirm', 'reject']],
    ['operator', undefined],
    ['admin', ['read', 'claim', 'approve', 'confirm', 'reject']],
  ] as const)('of %s in the queue of deposits are %j', async (role: StaffRole, actions) => {
    const { token } = await signInStaff(app, role);
    const { list } = await app.ok('GET /staff/queues', {}, { token });
    expect(list.find(({ queue }) => queue === 'deposit')?.actions).toEqual(actions);
  });

  it('of the treasury end where identities begin', async () => {
    const treasury = await signInStaff(app, 'treasury');
    const { list } = await app.ok('GET /staff/queues', {}, treasury);
    const queues = list.map(({ queue }) => queue);
    expect(queues).toEqual(['deposit', 'withdrawal', 'payout', 'payout_final', 'market_flag', 'loan', 'quickbuy']);
    expect(await app.rejection('GET /staff/queue/list', { queue: 'identity' }, treasury)).toMatchObject({
      error: 'forbidden',
    });
  });
});

describe('an account that is enabled again', () => {
  it('of the staff has none of its former sessions', async () => {
    const { id, token } = await signInStaff(app);
    await app.database.query('update staff_member set disabled = true where id = $1', [id]);
    await app.database.query('update staff_member set disabled = false where id = $1', [id]);
    expect(await app.rejection('GET /staff/me', {}, { token })).toMatchObject({ type: '999' });
  });

  it('of a user has none of its former sessions', async () => {
    const { id, token } = await signUp(app);
    await app.database.query('update user_account set disabled = true where id = $1', [id]);
    await app.database.query('update user_account set disabled = false where id = $1', [id]);
    expect(await app.rejection('GET /user/info', {}, { token })).toMatchObject({ type: '999' });
  });
});

it('a database with one transaction credited three times is migrated, and the first claim keeps it', () =>
  withFormerDatabase(app, '0640', async ({ database, upgrade }) => {
    const paidBy = `0x${txid().toUpperCase()}`;
    await database.query(
      `insert into user_account (uid, email, password_hash, nickname, extension_code, created_at, disabled)
       values ('12345678', 'a@b.cc', '', 'A', 'AAAA', now(), true)`,
    );
    await database.query(
      `insert into upload (name, user_id, at) select 'p' || n, 1, now() from generate_series(1, 4) n`,
    );
    await database.query(
      `insert into deposit_claim (user_id, currency, network, amount, account, voucher, status, credited, reviewer_id,
                                  created_at, reviewed_at)
       select 1, 'USDT', 'ERC20', 10, case when n < 4 then $1 else 'my wallet' end, 'p' || n, 'approved', 10, 1, now(),
              now() from generate_series(1, 4) n`,
      [`tx ${paidBy}`],
    );
    await database.query(
      `insert into session (user_id, token_hash, device, address, created_at, last_seen_at, expires_at)
       values (1, '\\x00', '', '', now(), now(), now())`,
    );
    await upgrade();
    expect(await database.query('select chain, txid, claim_id from deposit_transaction')).toEqual([
      { chain: 'ethereum', txid: paidBy.slice(2).toLowerCase(), claim_id: '1' },
    ]);
    expect(await database.query('select id from deposit_claim where txid is not null')).toEqual([{ id: '1' }]);
    expect(await database.query('select from session where ended_at is null')).toEqual([]);
  }));
