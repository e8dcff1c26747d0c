import { REVIEWER_RIGHTS } from '../../platform/applications.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueItem, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { sendNotice } from './notices.ts';

export type AccountRequestKind = 'unfreeze' | 'close';

type Asked = {
  readonly userId: string;
  readonly kind: AccountRequestKind;
  /** Unix ms. */
  readonly now: number;
  /** Until when a log-in cancels it, Unix ms; null where staff see it at once. */
  readonly dueAt: number | null;
  /** Of a closing: whether the house may keep what little is left. */
  readonly givesUpDust?: boolean;
};

/** Asks staff for something; a request that is open already stays. */
export async function askStaff(tx: Sql, { userId, kind, now, dueAt, givesUpDust = false }: Asked): Promise<void> {
  await tx.query(
    `insert into account_request (user_id, kind, state, requested_at, due_at, gives_up_dust)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, kind) where state in ('waiting', 'pending') do nothing`,
    [userId, kind, dueAt === null ? 'pending' : 'waiting', new Date(now), new Date(dueAt ?? now), givesUpDust],
  );
}

type Row = {
  readonly id: string;
  readonly status: QueueStatus;
  readonly uid: string;
  readonly account_name: string;
  readonly level: number;
  readonly reason: string | null;
  readonly reviewer: string | null;
  /** Unix ms. */
  readonly requested_at: number;
  readonly reviewed_at: number | null;
};

const COLUMNS = `r.id, r.state as status, r.reason, r.requested_at, r.reviewed_at, u.uid,
  u.verification_level as level, s.name as reviewer,
  coalesce(u.email, r.email, '+' || coalesce(u.mobile, u.shared_mobile, r.mobile), u.uid) as account_name`;
const REQUESTS = `account_request r join user_account u on u.id = r.user_id
  left join staff_member s on s.id = r.reviewer_id`;

const itemOf = (row: Row): QueueItem => ({
  id: row.id,
  status: row.status,
  user: { uid: row.uid, accountName: row.account_name },
  details: [{ name: 'level', value: String(row.level) }],
  pictures: [],
  warnings: [],
  reason: row.reason,
  reviewer: row.reviewer,
  createdAt: row.requested_at,
  reviewedAt: row.reviewed_at,
});

/**
 * Requests of one kind, for staff. `approve` does what was asked for, in the transaction of the decision, and rejects
 * where that is not possible.
 */
export const accountQueue = (
  kind: AccountRequestKind,
  approve: (tx: Transaction, userId: string, requestId: string, at: number) => Promise<void>,
): StaffQueue => {
  const lockPending = async (tx: Transaction, id: string): Promise<string> => {
    const [row] = await tx.query<{ user_id: string; state: string }>(
      'select user_id, state from account_request where id = $1 and kind = $2 for update',
      [id, kind],
    );
    if (!row || row.state === 'waiting') throw new DomainError('not_found', { field: 'id' });
    if (row.state !== 'pending') throw new DomainError('already_reviewed');
    return row.user_id;
  };
  const settle = (tx: Transaction, id: string, state: string, reason: string | null, reviewerId: string, at: number) =>
    tx.query('update account_request set state = $2, reason = $3, reviewer_id = $4, reviewed_at = $5 where id = $1', [
      id,
      state,
      reason,
      reviewerId,
      new Date(at),
    ]);
  return {
    name: kind,
    rights: REVIEWER_RIGHTS,
    takesAmount: false,
    async list(sql, { status, page, limit }) {
      const { rows, total } = await pageOf<Row>(sql, {
        select: COLUMNS,
        from: `${REQUESTS} where r.kind = $1 and r.state in ('pending', 'approved', 'rejected')
                 and ($2::text is null or r.state = $2)`,
        whole: 'it is read by staff alone',
        order: `(r.state = 'pending') desc, case when r.state = 'pending' then r.id end, r.id desc`,
        values: [kind, status ?? null],
        page,
        limit,
      });
      return { items: rows.map(itemOf), total };
    },
    async show(sql, id) {
      const [row] = await sql.query<Row>(
        `select ${COLUMNS} from ${REQUESTS}
          where r.id = $1 and r.kind = $2 and r.state in ('pending', 'approved', 'rejected')`,
        [id, kind],
      );
      return row ? itemOf(row) : null;
    },
    itemWith: async () => null,
    async approve(tx, id, { reason = null, reviewerId, at }) {
      const userId = await lockPending(tx, id);
      await settle(tx, id, 'approved', reason, reviewerId, at);
      await approve(tx, userId, id, at);
    },
    async reject(tx, id, { reason, reviewerId, at }) {
      const userId = await lockPending(tx, id);
      await settle(tx, id, 'rejected', reason, reviewerId, at);
      await sendNotice(tx, userId, { kind: 'request_rejected', at, reason });
    },
  };
};
