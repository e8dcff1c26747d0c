import * as z from 'zod/mini';
import type { Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { defineTask, enqueue, handle, type QueuedJob } from '../../platform/jobs/queued-job.ts';
import { tellUser } from '../messages/index.ts';

const told = z.object({
  userId: z.string(),
  kind: z.enum(['deposit_credited', 'deposit_rejected']),
  /** With its currency. */
  amount: z.string(),
  /** Of a rejection. */
  reason: z.string(),
  reference: z.string(),
  at: z.number(),
});

const depositTask = defineTask('deposit-told', told);

/** Notifies the owner of a decided deposit once the transaction is committed, whatever happens to this node. */
export const tellDeposit = (tx: Transaction, deposit: z.infer<typeof told>): Promise<void> =>
  enqueue(tx, depositTask, deposit, { jobKey: `${deposit.kind}:${deposit.reference}` });

export const tellDepositJob = ({ database }: Pick<Dependencies, 'database'>): QueuedJob =>
  handle(depositTask, async ({ userId, kind, amount, reason, reference, at }) => {
    const named = { amount, ...(kind === 'deposit_rejected' && { reason }) };
    await database.transaction((tx) => tellUser(tx, { userId, kind, named, reference, at, byMail: true }));
  });
