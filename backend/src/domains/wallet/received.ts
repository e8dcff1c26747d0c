import { cmp } from '@tessera/money';
import * as z from 'zod/mini';
import type { Dependencies } from '../../platform/domain.ts';
import { defineTask, handle, type QueuedJob } from '../../platform/jobs/queued-job.ts';
import { maskName, maskUid, userById } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { paymentOf } from './payment-store.ts';

/** USDT; smaller payments are reported in the message centre only: a mailbox could be filled with them. */
const WORTH_A_MAIL = '1';

const shown = ({ nickname, uid }: { readonly nickname: string; readonly uid: string }): string =>
  `${maskName(nickname)} (${maskUid(uid)})`;

export const receivedTask = defineTask('payment-received', z.object({ id: z.string() }));

/** Notifies sender and recipient of a payment, once, whatever happens to the node that booked it. */
export const receivedJob = ({ database }: Pick<Dependencies, 'database'>): QueuedJob =>
  handle(receivedTask, async ({ id }) => {
    const { recipient_id, sender_id, currency, amount: number, value, at } = await paymentOf(database, id);
    const [recipient, sender] = [await userById(database, recipient_id), await userById(database, sender_id)];
    const amount = `${number} ${currency}`;
    const told = [
      { userId: recipient_id, kind: 'payment_received', named: { amount, sender: shown(sender) } },
      { userId: sender_id, kind: 'payment_sent', named: { amount, recipient: shown(recipient) } },
    ] as const;
    for (const one of told) {
      // A warning of a payment of one's own goes out whatever it is worth, and strangers use nothing of it up.
      const byMail = one.kind === 'payment_sent' || cmp(value, WORTH_A_MAIL) >= 0;
      await database.transaction((tx) => tellUser(tx, { ...one, reference: id, at, byMail }));
    }
  });
