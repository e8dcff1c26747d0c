import * as z from 'zod/mini';
import type { Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { defineTask, enqueue, handle, type QueuedJob } from '../../platform/jobs/queued-job.ts';
import { countAttempt } from '../../platform/limits/attempts.ts';
import { tellUser } from '../messages/index.ts';

/** Mails of deposits to one user: anyone can pay dust to an address. */
const MAILS = [{ most: 20, within: 86_400_000 }];

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

export const tellDepositJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): QueuedJob =>
  handle(depositTask, async ({ userId, kind, amount, reason, reference, at }) => {
    const counted = { scope: 'deposit-mail', subject: userId, windows: MAILS, now: now() };
    const byMail = (await countAttempt(database, counted)).allowed;
    const named = { amount, ...(kind === 'deposit_rejected' && { reason }) };
    await database.transaction((tx) => tellUser(tx, { userId, kind, named, reference, at, byMail }));
  });
