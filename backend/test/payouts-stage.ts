import type { PayoutNode } from '../src/domains/withdrawals/chain/adapter.ts';
import { type PayParts, payDue } from '../src/domains/withdrawals/chain/pay.ts';
import { payoutReports } from '../src/domains/withdrawals/reports.ts';
import { book } from '../src/domains/withdrawals/states.ts';
import { lockWithdrawal } from '../src/domains/withdrawals/store.ts';
import { FakePasskey } from './fake-passkey.ts';
import { jobRun } from './job-run.ts';
import { listedPasskey, OFFICE, type SignerProcess } from './signer-process.ts';
import { confirmAgain, signInStaff } from './staff-people.ts';
import type { TestApp } from './test-app.ts';

/* Payments by the signer, whose turns a test makes. */

/** Two members who approve payments by passkey. Made before the signer starts, which is configured with them. */
export async function createApprovers() {
  const devices = { mara: new FakePasskey(), odo: new FakePasskey() };
  const approvers = await Promise.all([listedPasskey('mara', devices.mara), listedPasskey('odo', devices.odo)]);
  return {
    config: { name: 'test', approvers, rpId: OFFICE.rpId, origins: [OFFICE.origin] },
    /** Signs them in. */
    async join(app: TestApp) {
      const member = async (device: FakePasskey) => {
        const staff = await signInStaff(app, 'treasury');
        await app.database.query(
          `insert into passkey (holder, credential_id, public_key, counter, transports, synced, name, created_at)
           values ($1, $2, '', 0, '{}', false, 'Key', now())`,
          [`staff:${staff.id}`, device.id],
        );
        return { ...staff, device };
      };
      return { mara: await member(devices.mara), odo: await member(devices.odo) };
    },
  };
}
export type Approver = Awaited<ReturnType<Awaited<ReturnType<typeof createApprovers>>['join']>>['mara'];

type Paying = {
  readonly app: Pick<TestApp, 'database' | 'ports' | 'now'>;
  readonly signer: SignerProcess;
  readonly node: PayoutNode;
  readonly chain: PayParts['chain'];
};

/** One turn of payments on a chain. */
export const payTurn = ({ app, signer, node, chain }: Paying, changes: Partial<PayParts> = {}): Promise<void> =>
  payDue(
    {
      database: app.database,
      signer: signer.client,
      node,
      chain,
      reports: payoutReports,
      ports: app.ports,
      now: app.now,
      log: { warn: () => undefined, error: () => undefined },
      ...changes,
    },
    jobRun(),
  );

type Wanted = {
  readonly userId: string;
  readonly currency: string;
  readonly network: string;
  readonly target: string;
  /** What arrives, and the fee. */
  readonly amount: string;
  readonly fee: string;
};

/** A withdrawal that a user asked for and a member approved. Returns its id. */
export async function approvedWithdrawal(
  app: TestApp,
  member: { readonly token: string },
  { userId, currency, network, target, amount, fee }: Wanted,
): Promise<string> {
  const id = await app.database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: string }>(
      `insert into withdrawal (user_id, currency, network, way, target, amount, fee, value_btc, value_usdt, created_at)
       values ($1, $2, $3, 'address', $4, $5::numeric + $6::numeric, $6, 0, 0, $7) returning id`,
      [userId, currency, network, target, amount, fee, new Date(app.now())],
    );
    const withdrawal = await lockWithdrawal(tx, row?.id ?? '');
    await book(tx, withdrawal, { status: 'requested', at: app.now(), staffId: null });
    return withdrawal.id;
  });
  await confirmAgain(app, member);
  await app.ok('POST /staff/queue/approve', { queue: 'withdrawal', id }, member);
  return id;
}
