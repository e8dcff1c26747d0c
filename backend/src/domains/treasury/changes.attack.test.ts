import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withFormerDatabase } from '../../../test/former-database.ts';
import { jobRun } from '../../../test/job-run.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { runDueChanges } from '../../platform/staff-changes/run.ts';
import { hashOf } from '../../platform/staff-changes/store.ts';

/* What counts as the platform's money, and where it may go, tried by one member, at once, early, and from former data. */

const HOUR = 3_600_000;
const [VAULT, THIEF] = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'];

let app: TestApp;
let mara: Awaited<ReturnType<typeof signInStaff>>;
let odo: Awaited<ReturnType<typeof signInStaff>>;
beforeAll(async () => {
  app = await createTestApp({ STAFF_SESSION_IDLE_MINUTES: '480' });
  mara = await signInStaff(app, 'treasury');
  const token = { chain: 'ethereum', currency: 'USDT', reason: 'As before' };
  await app.ok('POST /staff/treasury/cold', { chain: 'ethereum', address: VAULT, reason: 'As before' }, mara);
  await app.ok('POST /staff/treasury/limit', { ...token, low: '10', high: '20' }, mara);
  await app.ok('POST /staff/treasury/sweep', { ...token, amount: '50' }, mara);
  const bank = { currency: 'USDT', amount: '500', reference: 'bank', reason: 'As before' };
  await app.ok('POST /staff/treasury/elsewhere', bank, mara);
});
afterAll(() => app.close());
beforeEach(async () => {
  [mara, odo] = [await signInStaff(app, 'treasury'), await signInStaff(app, 'treasury')];
});

const KINDS = {
  limit: { chain: 'ethereum', currency: 'USDT', low: '1', high: '900000' },
  cold: { chain: 'ethereum', address: THIEF },
  sweep: { chain: 'ethereum', currency: 'USDT', amount: '0.000001' },
  elsewhere: { currency: 'USDT', amount: '900000', reference: 'bank' },
  movement: {
    chain: 'ethereum',
    currency: 'USDT',
    address: VAULT,
    direction: 'out',
    amount: '900000',
    reference: 'none',
  },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

const inForce = async () => {
  const { limits, cold, sweeps, elsewhere } = await app.ok('GET /staff/treasury', {}, mara);
  const booked = await app.database.query('select id from treasury_change order by id');
  return { limits, cold, sweeps, elsewhere, booked };
};
async function propose(kind: Kind, reason = 'Trust me') {
  const member = { token: mara.token, proposed: true } as const;
  const outcome = await app.call(`POST /staff/treasury/${kind}`, { ...KINDS[kind], reason }, member);
  if (outcome.type !== 'ok') throw new Error(outcome.error);
  return (outcome.message as unknown as { proposed: { id: string; hash: string } }).proposed;
}
const approve = ({ id, hash }: { id: string; hash: string }, { token } = odo) =>
  app.call('POST /staff/changes/approve', { id, hash, reason: 'Seen' }, { token });
const run = () => runDueChanges(app, app.now(), jobRun());
const listed = async (id: string) => (await app.ok('GET /staff/changes', {}, odo)).list.find((each) => each.id === id);

it.each(kinds)('%s has no effect by one member, nor before the delay that follows the second', async (kind) => {
  const before = await inForce();
  const change = await propose(kind);
  // All of treasury reads of it before anything happens.
  for (const { account } of [mara, odo]) {
    const mails = app.outbox.filter(
      ({ to, subject }) => to === account && subject === `Change ${change.id} was proposed`,
    );
    expect(mails.map(({ body }) => body.includes(`treasury/${kind}`))).toEqual([true]);
  }
  expect(await approve(change, mara)).toMatchObject({ error: 'second_member_required' });
  app.advance(HOUR);
  await run();
  expect(await inForce()).toEqual(before);
  [mara, odo] = [await signInStaff(app, 'treasury'), await signInStaff(app, 'treasury')];
  expect(await approve(change)).toMatchObject({ type: 'ok' });
  app.advance(HOUR - 1);
  await run();
  expect(await inForce()).toEqual(before);
  app.advance(1);
  await Promise.all([run(), run()]);
  await run();
  const after = await inForce();
  expect(after.booked).toHaveLength(before.booked.length + 1);
  expect((await listed(change.id))?.state).toBe('done');
});

it('another member sees what is replaced, and ends what was approved before it takes effect', async () => {
  await app.ok('POST /staff/treasury/cold', { chain: 'ethereum', address: VAULT, reason: 'Back' }, mara);
  const before = await inForce();
  const change = await propose('cold', 'A new vault');
  expect((await listed(change.id))?.terms).toContainEqual({ name: 'address', before: VAULT, after: THIEF });
  expect(await approve(change)).toMatchObject({ type: 'ok' });
  const third = await signInStaff(app, 'treasury');
  const ended = await app.call('POST /staff/changes/end', { id: change.id, reason: 'Not ours' }, third);
  expect(ended).toMatchObject({ message: { state: 'rejected' } });
  app.advance(HOUR);
  await run();
  expect(await inForce()).toEqual(before);
});

it('a movement that was booked meanwhile is not booked again', async () => {
  const movement = { ...KINDS.movement, reference: 'once', reason: 'first' };
  const staged = await app.call('POST /staff/treasury/movement', movement, { token: mara.token, proposed: true });
  const { proposed } = (staged as unknown as { message: { proposed: { id: string; hash: string } } }).message;
  await app.ok('POST /staff/treasury/movement', { ...movement, reason: 'second' }, odo);
  const { booked } = await inForce();
  expect(await approve(proposed)).toMatchObject({ type: 'ok' });
  app.advance(HOUR);
  await run();
  expect((await listed(proposed.id))?.failure).toBe('idempotency_conflict');
  expect((await inForce()).booked).toEqual(booked);
});

it('what a former version left open waits for another member, and what it decided stays', () =>
  withFormerDatabase(app, '1575', async ({ database, upgrade }) => {
    await database.query(
      `insert into staff_member (account, name, role, password_hash, disabled, created_at) values
         ('a@b.cc', 'A', 'treasury', '', false, now()), ('b@b.cc', 'B', 'treasury', '', false, now()),
         ('c@b.cc', 'C', 'treasury', '', true, now())`,
    );
    const reason = 'Statement of "May"\\2, ü 日本 <';
    await database.query(
      `with who as (select account, id from staff_member)
       insert into treasury_change (kind, chain, currency, address, low, high, amount, reference, reason, state,
                                    proposed_by, proposed_at, decided_by, decided_at)
       select kind, chain, currency, address, low, high, amount, reference, $1, state, p.id, now(), d.id,
              case when d.id is not null then now() end
         from (values
           ('limit', 'ethereum', 'USDT', null, 20000, 100000.50, null, null, 'proposed', 'a@b.cc', null),
           ('cold', 'ethereum', null, $2, null, null, null, null, 'proposed', 'a@b.cc', null),
           ('sweep', 'ethereum', 'USDT', null, null, null, 50, null, 'proposed', 'command-line', null),
           ('elsewhere', null, 'USDT', null, null, null, 0, 'Custodian A', 'proposed', 'a@b.cc', null),
           ('movement', 'ethereum', 'ETH', $2, null, null, -5.25, 'tx 1', 'proposed', 'a@b.cc', null),
           ('movement', 'ethereum', 'ETH', $2, null, null, 5, 'tx 2', 'proposed', 'c@b.cc', null),
           ('movement', 'ethereum', 'ETH', $2, null, null, 7, 'tx 3', 'approved', 'a@b.cc', 'b@b.cc'),
           ('sweep', 'ethereum', 'USDT', null, null, null, 60, null, 'rejected', 'a@b.cc', 'b@b.cc'),
           ('sweep', 'ethereum', 'USDT', null, null, null, 70, null, 'rejected', 'a@b.cc', 'a@b.cc'))
           as f (kind, chain, currency, address, low, high, amount, reference, state, proposed_by, decided_by)
         join who p on p.account = f.proposed_by left join who d on d.account = f.decided_by
         order by f.amount`,
      [reason, VAULT],
    );
    await upgrade();
    const changes = await database.query<{ call: string; input: object; hash: string; state: string; summary: string }>(
      'select call, input, hash, state, summary from staff_change order by call, id',
    );
    const calls: Readonly<Record<string, Call>> = contract;
    for (const { call, input, hash } of changes) {
      // The call reads it as it stands, and another member approves this hash.
      expect(calls[call]?.input.parse(input)).toEqual(input);
      expect([call, hash]).toEqual([call, hashOf(call, input)]);
    }
    expect(changes.map(({ state, summary }) => `${state} ${summary}`)).toEqual([
      `proposed treasury/cold: chain=ethereum address=${VAULT}`,
      'proposed treasury/elsewhere: currency=USDT amount=0 reference=Custodian A',
      'proposed treasury/limit: chain=ethereum currency=USDT low=20000 high=100000.5',
      `proposed treasury/movement: chain=ethereum currency=ETH address=${VAULT} direction=out amount=5.25 reference=tx 1`,
      `withdrawn treasury/movement: chain=ethereum currency=ETH address=${VAULT} direction=in amount=5 reference=tx 2`,
      `done treasury/movement: chain=ethereum currency=ETH address=${VAULT} direction=in amount=7 reference=tx 3`,
      'proposed treasury/sweep: chain=ethereum currency=USDT amount=50',
      'rejected treasury/sweep: chain=ethereum currency=USDT amount=60',
      'withdrawn treasury/sweep: chain=ethereum currency=USDT amount=70',
    ]);
    expect(await database.query('select kind, trim_scale(amount) as amount, reference from treasury_change')).toEqual([
      { kind: 'movement', amount: '7', reference: 'tx 3' },
    ]);
  }));
