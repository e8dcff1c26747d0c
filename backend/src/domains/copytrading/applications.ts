import { PROFIT_SHARE } from '@tessera/api/copytrading/rules';
import type { Application } from '@tessera/api/copytrading/wire';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { lockRole } from './follows.ts';

/** The state of a user's latest application. */
export async function applicationOf(sql: Sql, userId: string): Promise<Application> {
  const [row] = await sql.query<{ status: QueueStatus; reason: string | null; created_at: number }>(
    'select status, reason, created_at from copy_application where user_id = $1 order by id desc limit 1',
    [userId],
  );
  if (!row) return { status: 'none', reason: null, submitted_at: null };
  return { status: row.status, reason: row.status === 'rejected' ? row.reason : null, submitted_at: row.created_at };
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

type Row = {
  readonly id: string;
  readonly content: string;
  readonly status: QueueStatus;
  readonly reason: string | null;
  readonly uid: string;
  readonly account_name: string;
  readonly nickname: string;
  readonly verification_level: number;
  readonly reviewer: string | null;
  readonly created_at: number;
  readonly reviewed_at: number | null;
};

const COLUMNS = `a.id, a.content, a.status, a.reason, a.created_at, a.reviewed_at, u.uid, u.nickname, u.verification_level,
  coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name, s.name as reviewer`;
const APPLICATIONS =
  'copy_application a join user_account u on u.id = a.user_id left join staff_member s on s.id = a.reviewer_id';

const itemOf = (row: Row): QueueItem => ({
  id: row.id,
  status: row.status,
  user: { uid: row.uid, accountName: row.account_name },
  details: [
    { name: 'nickname', value: row.nickname },
    { name: 'level', value: String(row.verification_level) },
    { name: 'content', value: row.content },
  ],
  warnings: [],
  pictures: [],
  reason: row.reason,
  reviewer: row.reviewer,
  createdAt: row.created_at,
  reviewedAt: row.reviewed_at,
});

type Decision = {
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly reviewerId: string;
  readonly at: number;
};

async function decide(tx: Transaction, id: string, { status, reason, reviewerId, at }: Decision): Promise<string> {
  const [row] = await tx.query<{ user_id: string; status: QueueStatus }>(
    'select user_id, status from copy_application where id = $1 for update',
    [id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'pending') throw new DomainError('already_reviewed');
  await tx.query(
    'update copy_application set status = $2, reason = $3, reviewer_id = $4, reviewed_at = $5 where id = $1',
    [id, status, reason, reviewerId, new Date(at)],
  );
  tx.notify(row.user_id, { kind: 'profile' });
  return row.user_id;
}

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
  rights: {
    read: ['support', 'reviewer', 'admin'],
    claim: ['reviewer', 'admin'],
    approve: ['reviewer', 'admin'],
    confirm: ['reviewer', 'admin'],
    reject: ['reviewer', 'admin'],
  },
  takesAmount: false,
  async list(sql, { status, page, limit }: QueuePage) {
    const { rows, total } = await pageOf<Row>(sql, {
      select: COLUMNS,
      from: `${APPLICATIONS} where ($1::text is null or a.status = $1)`,
      order: `(a.status = 'pending') desc, case when a.status = 'pending' then a.id end, a.id desc`,
      values: [status ?? null],
      page,
      limit,
    });
    return { items: rows.map(itemOf), total };
  },
  async show(sql, id) {
    const [row] = await sql.query<Row>(`select ${COLUMNS} from ${APPLICATIONS} where a.id = $1`, [id]);
    return row ? itemOf(row) : null;
  },
  itemWith: async () => null,
  async approve(tx, id, { reason, reviewerId, at }) {
    const userId = await decide(tx, id, { status: 'approved', reason: reason ?? null, reviewerId, at });
    await lockRole(tx, userId);
    await requireNoFollower(tx, userId);
    await makeTrader(tx, userId, { at });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    await decide(tx, id, { status: 'rejected', reason, reviewerId, at });
  },
};
