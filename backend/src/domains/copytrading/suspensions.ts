import { div, quantize } from '@tessera/money';
import {
  type ApplicationTable,
  applicationsShown,
  decideApplication,
  REVIEWER_RIGHTS,
} from '../../platform/applications.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import { reinstate } from './end-trader.ts';

const suspensions: ApplicationTable = {
  table: 'copy_suspension',
  state: 'status',
  states: { pending: ['pending'], approved: ['approved'], rejected: ['rejected'] },
  madeAt: 'created_at',
  pictures: [],
};

type Row = {
  readonly nickname: string;
  readonly notional: string;
  readonly slippage: string;
  readonly bound: string;
};

const ratio = (part: string, whole: string): string => quantize(div(part, whole), 6, 'up');

/**
 * Traders whom the exchange suspended because their copies cost too much. To approve is to keep the suspension, to reject
 * is to take it back.
 */
export const suspensionQueue: StaffQueue = {
  name: 'copy_suspension',
  rights: REVIEWER_RIGHTS,
  takesAmount: false,
  ...applicationsShown<Row>(suspensions, {
    columns: 'a.notional, a.slippage, a.bound, u.nickname',
    details: ({ nickname, notional, slippage, bound }) => [
      { name: 'nickname', value: nickname },
      { name: 'copied_usdt', value: notional },
      { name: 'cost_usdt', value: slippage },
      { name: 'cost_ratio', value: ratio(slippage, notional) },
      { name: 'bound_ratio', value: ratio(bound, notional) },
    ],
  }),
  async approve(tx, id, { reason = null, reviewerId, at }) {
    await decideApplication(tx, suspensions, id, { status: 'approved', reason, reviewerId, at });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const userId = await decideApplication(tx, suspensions, id, { status: 'rejected', reason, reviewerId, at });
    await reinstate(tx, userId, at);
  },
};
