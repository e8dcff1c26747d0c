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

const shown = ({ nickname, uid }: { readonly nickname: string; readonly uid: string }): string =>
  `${maskName(nickname)} (${maskUid(uid)})`;

export const receivedTask = defineTask('payment-received', z.object({ id: z.string() }));

/** Notifies sender and recipient of a payment, once, whatever happens to the node that booked it. */
export const receivedJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): QueuedJob =>
  handle(receivedTask, async ({ id }) => {
    const { recipient_id, sender_id, currency, amount: number, value, at } = await paymentOf(database, id);
    const [recipient, sender] = [await userById(database, recipient_id), await userById(database, sender_id)];
    const amount = `${number} ${currency}`;
    const told = [
      { userId: recipient_id, kind: 'payment_received', named: { amount, sender: shown(sender) } },
      { userId: sender_id, kind: 'payment_sent', named: { amount, recipient: shown(recipient) } },
    ] as const;
    for (const one of told) {
      const counted = { scope: 'payment-mail', subject: one.userId, windows: MAILS, now: now() };
      // Strangers could use up what is left for the warning of a payment of one's own, which was approved besides.
      const byMail =
        one.kind === 'payment_sent' ||
        (cmp(value, WORTH_A_MAIL) >= 0 && (await countAttempt(database, counted)).allowed);
      await database.transaction((tx) => tellUser(tx, { ...one, reference: id, at, byMail }));
    }
  });
