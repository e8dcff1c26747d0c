import { cmp } from '@tessera/money';
import * as z from 'zod/mini';
import type { Dependencies } from '../../platform/domain.ts';
import { defineTask, handle, type QueuedJob } from '../../platform/jobs/queued-job.ts';
import { countAttempt } from '../../platform/limits/attempts.ts';
import { maskName, maskUid, userById } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { paymentOf } from './payment-store.ts';

const DAY = 86_400_000;

/** USDT; smaller payments are reported in the message centre only: a mailbox could be filled with them. */
const WORTH_A_MAIL = '1';
/** Mails of payments to one user. */
const MAILS = [{ most: 20, within: DAY }];

export const receivedTask = defineTask('payment-received', z.object({ id: z.string() }));

/** Notifies the recipient of a payment, once, whatever happens to the node that booked it. */
export const receivedJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): QueuedJob =>
  handle(receivedTask, async ({ id }) => {
    const { recipient_id: userId, sender_id, currency, amount, value, at } = await paymentOf(database, id);
    const counted = { scope: 'payment-mail', subject: userId, windows: MAILS, now: now() };
    const byMail = cmp(value, WORTH_A_MAIL) >= 0 && (await countAttempt(database, counted)).allowed;
    const sender = await userById(database, sender_id);
    const named = { amount: `${amount} ${currency}`, sender: `${maskName(sender.nickname)} (${maskUid(sender.uid)})` };
    await database.transaction((tx) =>
      tellUser(tx, { userId, kind: 'payment_received', named, reference: id, at, byMail }),
    );
  });
