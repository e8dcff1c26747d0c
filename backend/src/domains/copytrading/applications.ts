import { PROFIT_SHARE } from '@tessera/api/copytrading/rules';
import type { Application } from '@tessera/api/copytrading/wire';
import {
  type ApplicationTable,
  applicationsShown,
  decideApplication,
  REVIEWER_RIGHTS,
} from '../../platform/applications.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { lockRole } from './follows.ts';

/** The state of a user's latest application, and what became of the trader. */
export async function applicationOf(sql: Sql, userId: string): Promise<Application> {
  const [row] = await sql.query<{
    status: QueueStatus;
    reason: string | null;
    created_at: number;
    ended: 'resigned' | 'suspended' | null;
  }>(
    `select a.status, a.reason, a.created_at, t.ended
       from copy_application a left join copy_trader t on t.user_id = a.user_id
      where a.user_id = $1 order by a.id desc limit 1`,
    [userId],
  );
  if (!row) return { status: 'none', reason: null, submitted_at: null };
  return {
    status: row.status === 'approved' && row.ended !== null ? row.ended : row.status,
    reason: row.status === 'rejected' ? row.reason : null,
    submitted_at: row.created_at,
  };
}

/** Who follows, or holds copies, is no trader: copies of copies would go round in circles. */
async function requireNoFollower(sql: Sql, userId: string): Promise<void> {
  const [row] = await sql.query<{ follows: boolean }>(
    `select exists (select from copy_follow where user_id = $1 and status = 'following')
         or exists (select from copy_trade where user_id = $1 and status in ('planned', 'submitted', 'open')) as follows`,
    [userId],
  );
  if (row?.follows) throw new DomainError('follower_cannot_trade');
}

async function requireNoTrader(sql: Sql, userId: string): Promise<void> {
  const [row] = await sql.query<{ one: number }>(
    `select 1 as one from copy_trader where user_id = $1 and ended is distinct from 'resigned'`,
    [userId],
  );
  if (row) throw new DomainError('already_trader');
}

export async function apply(tx: Transaction, userId: string, content: string, now: number): Promise<Application> {
  await lockRole(tx, userId);
  await requireNoTrader(tx, userId);
  await requireNoFollower(tx, userId);
  const [row] = await tx.query<{ id: string }>(
    `insert into copy_application (user_id, content, created_at) values ($1, $2, $3)
     on conflict (user_id) where status = 'pending' do nothing returning id`,
    [userId, content, new Date(now)],
  );
  if (!row) throw new DomainError('application_pending');
  tx.notify(userId, { kind: 'profile' });
  return applicationOf(tx, userId);
}

const applicationTable: ApplicationTable = {
  table: 'copy_application',
  state: 'status',
  states: { pending: ['pending'], approved: ['approved'], rejected: ['rejected'] },
  madeAt: 'created_at',
  pictures: [],
};

type Row = { readonly content: string; readonly nickname: string; readonly verification_level: number };

/** Makes an account a trader. Its figures begin here: what it did before does not count. After a resignation they go on. */
export async function makeTrader(
  tx: Sql,
  userId: string,
  {
    at,
    strategy = null,
    share = PROFIT_SHARE,
  }: { readonly at: number; readonly strategy?: string | null; readonly share?: string },
): Promise<void> {
  await tx.query(
    `insert into copy_trader (user_id, strategy, profit_share, since) values ($1, $2, $3, $4)
     on conflict (user_id) do update set ended = null, ended_at = null where copy_trader.ended = 'resigned'`,
    [userId, strategy, share, new Date(at)],
  );
}

/** Applications to be a trader. */
export const traderQueue: StaffQueue = {
  name: 'trader',
  rights: REVIEWER_RIGHTS,
  takesAmount: false,
  ...applicationsShown<Row>(applicationTable, {
    columns: 'a.content, u.nickname, u.verification_level',
    details: ({ content, nickname, verification_level }) => [
      { name: 'nickname', value: nickname },
      { name: 'level', value: String(verification_level) },
      { name: 'content', value: content },
    ],
  }),
  async approve(tx, id, { reason = null, reviewerId, at }) {
    const userId = await decideApplication(tx, applicationTable, id, { status: 'approved', reason, reviewerId, at });
    await lockRole(tx, userId);
    // What was so when the user applied may not be so any more.
    await requireNotFrozen(tx, userId);
    await requireNoTrader(tx, userId);
    await requireNoFollower(tx, userId);
    await makeTrader(tx, userId, { at });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    await decideApplication(tx, applicationTable, id, { status: 'rejected', reason, reviewerId, at });
  },
};
