import type { CopyCosts } from '@tessera/api/copytrading/rules';
import { div, quantize } from '@tessera/money';
import {
  type ApplicationTable,
  applicationsShown,
  decideApplication,
  REVIEWER_RIGHTS,
} from '../../platform/applications.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import { shownName } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { endTrader, forgive, reinstate } from './end-trader.ts';

const suspensions: ApplicationTable = {
  table: 'copy_suspension',
  state: 'status',
  states: { pending: ['pending'], approved: ['approved'], rejected: ['rejected'] },
  madeAt: 'created_at',
  pictures: [],
};

/** Shows staff what copies of a trader cost; a case that waits gets the figures of now. Returns its id. */
export async function raiseCosts(tx: Transaction, userId: string, costs: CopyCosts, at: number): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into copy_suspension (user_id, notional, slippage, bound, created_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) where status = 'pending'
     do update set notional = excluded.notional, slippage = excluded.slippage, bound = excluded.bound
     returning id`,
    [userId, costs.notional, costs.slippage, costs.bound, new Date(at)],
  );
  if (!row) throw new Error('no case was stored');
  return row.id;
}

/** Ends all follows of the trader of a case, and tells the trader and the followers. */
export async function suspend(
  tx: Transaction,
  { id, userId }: { readonly id: string; readonly userId: string },
  at: number,
): Promise<void> {
  const followers = await tx.query<{ user_id: string; nickname: string; uid: string }>(
    `select f.user_id, u.nickname, u.uid from copy_follow f join user_account u on u.id = f.trader_user_id
      where f.trader_user_id = $1 and f.status = 'following' order by f.id`,
    [userId],
  );
  await endTrader(tx, userId, { ended: 'suspended', at });
  const reference = `suspension:${id}`;
  await tellUser(tx, { userId, kind: 'copy_suspended', named: {}, reference, at, byMail: true });
  for (const { user_id, nickname, uid } of followers) {
    const named = { trader: shownName(nickname, uid) };
    await tellUser(tx, { userId: user_id, kind: 'copy_trader_suspended', named, reference, at, byMail: true });
  }
}

const endedOf = async (sql: Sql, userId: string): Promise<string | null> => {
  const [row] = await sql.query<{ ended: string | null }>(
    'select ended from copy_trader where user_id = $1 for update',
    [userId],
  );
  return row?.ended ?? null;
};

type Row = {
  readonly ended: string | null;
  readonly nickname: string;
  readonly notional: string;
  readonly slippage: string;
  readonly bound: string;
};

const ratio = (part: string, whole: string): string => quantize(div(part, whole), 6, 'up');

/**
 * Traders whose copies cost too much. One whom the exchange has suspended stays so where it is approved, and is reinstated
 * where it is rejected. One whose costs are those of one person's copies is suspended by an approval.
 */
export const suspensionQueue: StaffQueue = {
  name: 'copy_suspension',
  rights: REVIEWER_RIGHTS,
  takesAmount: false,
  ...applicationsShown<Row>(suspensions, {
    columns: `a.notional, a.slippage, a.bound, u.nickname,
      (select t.ended from copy_trader t where t.user_id = a.user_id) as ended`,
    details: ({ nickname, ended, notional, slippage, bound }) => [
      { name: 'nickname', value: nickname },
      { name: 'trader', value: ended ?? 'active' },
      { name: 'copied_usdt', value: notional },
      { name: 'cost_usdt', value: slippage },
      { name: 'cost_ratio', value: ratio(slippage, notional) },
      { name: 'bound_ratio', value: ratio(bound, notional) },
    ],
  }),
  async approve(tx, id, { reason = null, reviewerId, at }) {
    const userId = await decideApplication(tx, suspensions, id, { status: 'approved', reason, reviewerId, at });
    if ((await endedOf(tx, userId)) === null) await suspend(tx, { id, userId }, at);
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const userId = await decideApplication(tx, suspensions, id, { status: 'rejected', reason, reviewerId, at });
    if ((await endedOf(tx, userId)) === 'suspended') await reinstate(tx, userId, at);
    else await forgive(tx, userId, at);
  },
};
