import {
  type ApplicationTable,
  applicationsShown,
  decideApplication,
  REVIEWER_RIGHTS,
} from '../../platform/applications.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { requireBalance, type Valued } from './balance.ts';

export const visaTable: ApplicationTable = {
  table: 'visa_application',
  state: 'status',
  states: { pending: ['under_review'], approved: ['approved'], rejected: ['rejected'] },
  madeAt: 'created_at',
  pictures: ['front_pic', 'reverse_pic'],
};

type Row = {
  readonly nation: string;
  readonly address: string;
  readonly phone: string;
  readonly total: string;
  readonly verification_level: number;
};

/** Applications for visa cards. An approval asks for the balance once more: the money may have left since. */
export const visaQueue = (parts: Valued): StaffQueue => ({
  name: 'visa',
  rights: REVIEWER_RIGHTS,
  takesAmount: false,
  ...applicationsShown<Row>(visaTable, {
    columns: 'a.nation, a.address, a.phone, a.total, u.verification_level',
    details: ({ nation, address, phone, total, verification_level }) => [
      { name: 'nation', value: nation },
      { name: 'address', value: address },
      { name: 'phone', value: phone },
      { name: 'total', value: total },
      { name: 'verification_level', value: String(verification_level) },
    ],
  }),
  async approve(tx, id, { reason = null, reviewerId, at }) {
    const userId = await decideApplication(tx, visaTable, id, { status: 'approved', reason, reviewerId, at });
    await requireNotFrozen(tx, userId);
    await requireBalance(tx, userId, parts);
    await tellUser(tx, { userId, kind: 'visa_approved', named: {}, reference: id, at, byMail: true });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const userId = await decideApplication(tx, visaTable, id, { status: 'rejected', reason, reviewerId, at });
    await tellUser(tx, { userId, kind: 'visa_rejected', named: { reason }, reference: id, at, byMail: true });
  },
});
