import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { claim as claimDeposit, confirmAgain, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { userBalance } from '../../platform/ledger/index.ts';
import { CLAIM_LASTS } from './claims.ts';
import { explain, runCommand } from './commands.ts';
import { approveWaiting } from './sandbox.ts';

let app: TestApp;
let person: Person;
let mara: Awaited<ReturnType<typeof signInStaff>>;
let odo: Awaited<ReturnType<typeof signInStaff>>;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let id: string;
beforeEach(async () => {
  person = await signUp(app);
  mara = await signInStaff(app);
  odo = await signInStaff(app);
  id = (await claimDeposit(app, person)).id;
});

type Verb = 'claim' | 'release' | 'approve' | 'reject';
const act = (verb: Verb, { token }: { readonly token: string }) =>
  app.call(
    `POST /staff/queue/${verb}`,
    { queue: 'deposit', id, ...(verb === 'reject' && { reason: 'No payment' }) },
    { token },
  );
const show = () => app.ok('GET /staff/queue/show', { queue: 'deposit', id }, { token: odo.token });
const actions = async () =>
  (
    await app.database.query<{ action: string }>('select action from staff_action where subject = $1 order by id', [
      `deposit:${id}`,
    ])
  ).map(({ action }) => action);

describe('a claimed item', () => {
  it('shows its holder and expiry, and cannot be decided by others', async () => {
    const until = app.now() + CLAIM_LASTS;
    expect(await act('claim', mara)).toMatchObject({
      message: { claim: { staff_id: mara.id, name: mara.name, until } },
    });
    expect((await show()).claim).toEqual({ staff_id: mara.id, name: mara.name, until });
    for (const verb of ['claim', 'approve', 'reject'] as const) {
      expect(await act(verb, odo)).toMatchObject({
        error: 'claimed_by_other',
        message: `${mara.name} is reviewing this at the moment`,
      });
    }
    expect(await userBalance(app.database, person.id, 'change', 'USDT')).toBe('0');
    expect(await act('approve', mara)).toMatchObject({ message: { status: 'approved', claim: null } });
    expect(await userBalance(app.database, person.id, 'change', 'USDT')).toBe('120.5');
    expect(await actions()).toEqual(['deposit.claim', 'deposit.approve']);
  });

  it('is given to one of two concurrent claimants', async () => {
    const outcomes = await Promise.all([mara, odo, mara, odo].map((member) => act('claim', member)));
    const winner = (await show()).claim?.staff_id;
    const lost = outcomes.filter(({ type }) => type !== 'ok');
    expect(lost).toHaveLength(2);
    for (const outcome of lost) expect(outcome).toMatchObject({ error: 'claimed_by_other' });
    expect([mara.id, odo.id]).toContain(winner);
  });

  it('is free again once its time is over, and not a moment before', async () => {
    await act('claim', mara);
    app.advance(CLAIM_LASTS - 1);
    for (const member of [mara, odo]) await confirmAgain(app, member);
    expect(await act('approve', odo)).toMatchObject({ error: 'claimed_by_other' });
    app.advance(1);
    expect((await show()).claim).toBeNull();
    expect(await act('claim', odo)).toMatchObject({ message: { claim: { staff_id: odo.id } } });
    expect(await act('approve', mara)).toMatchObject({ error: 'claimed_by_other' });
  });

  it('stays longer when its owner takes it again', async () => {
    await act('claim', mara);
    app.advance(CLAIM_LASTS / 2);
    await act('claim', mara);
    app.advance(CLAIM_LASTS / 2);
    expect(await act('claim', odo)).toMatchObject({ error: 'claimed_by_other' });
  });

  it('is given back by its owner alone', async () => {
    await act('claim', mara);
    expect(await act('release', odo)).toMatchObject({ message: { claim: { staff_id: mara.id } } });
    expect(await act('release', mara)).toMatchObject({ message: { claim: null } });
    expect(await act('reject', odo)).toMatchObject({ message: { status: 'rejected' } });
    expect(await actions()).toEqual(['deposit.claim', 'deposit.release', 'deposit.reject']);
  });

  it('that is decided cannot be claimed any more', async () => {
    await act('approve', odo);
    expect(await act('claim', mara)).toMatchObject({ error: 'already_reviewed' });
  });

  it('waits for its owner on the command line and in the sandbox too', async () => {
    await act('claim', mara);
    const context = {
      database: app.database,
      queues: app.ports.queues(),
      now: app.now,
      print: () => undefined,
      readUpload: async () => null,
    };
    const command = runCommand(['approve', 'deposit', id], { ...context, readPassword: async () => '' });
    await expect(command).rejects.toSatisfy((error) => explain(error) === `${mara.name} is deciding it at the moment`);
    await approveWaiting(app.database, app.ports.queues(), 0, app.now());
    expect((await show()).status).toBe('pending');
  });
});
