import { cmp } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { MOST_TO_ALL } from '../../platform/market/carried.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { carriedBy, excuse, excusesConfirmed } from './carried.ts';
import { membersOf } from './links.ts';
import type { Figures } from './watch.ts';

type FlagRow = {
  readonly id: string;
  readonly subject: string;
  readonly evidence: number;
  readonly figures: Figures;
  readonly status: QueueStatus;
  readonly reason: string | null;
  readonly uid: string;
  readonly account_name: string;
  readonly reviewer: string | null;
  /** Unix ms. */
  readonly created_at: number;
  readonly reviewed_at: number | null;
};

const COLUMNS = `f.id, f.subject, f.evidence, f.figures, f.status, f.reason, f.created_at, f.reviewed_at, u.uid,
  coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name, s.name as reviewer`;
const FLAGS = 'market_flag f join user_account u on u.id = f.user_id left join staff_member s on s.id = f.reviewer_id';

/** Of a pair, what trades carried from the first account to the second; of a payer, to all. */
const carriedOf = ({ carried }: Figures): QueueItem['details'] =>
  carried
    ? [
        { name: 'carried_usdt', value: carried.results.USDT ?? '0' },
        { name: 'carried_percent', value: (carried.edge * 100).toFixed(4) },
      ]
    : [];

const isCarried = ({ subject }: Pick<FlagRow, 'subject'>): boolean => /^(pair|payer):/.test(subject);

const chanceOf = (flag: FlagRow): QueueItem['details'] => [
  { name: 'chance_at_most', value: `1 in ${Math.floor(flag.evidence)}` },
  ...Object.entries(flag.figures).flatMap(([horizon, { fills, t, edge, results }]) => [
    { name: `fills_${horizon}`, value: String(fills) },
    { name: `edge_percent_${horizon}`, value: (edge * 100).toFixed(4) },
    { name: `t_${horizon}`, value: t.toFixed(1) },
    ...Object.entries(results).map(([currency, amount]) => ({
      name: `result_${horizon}`,
      value: `${amount} ${currency}`,
    })),
  ]),
];

const itemOf = (flag: FlagRow, accounts: readonly string[]): QueueItem => ({
  id: flag.id,
  status: flag.status,
  user: { uid: flag.uid, accountName: flag.account_name },
  others: accounts,
  details: [
    // A device is shown by what it links, not by its token.
    { name: 'linked_by', value: flag.subject.split(':')[0] ?? '' },
    { name: 'accounts', value: accounts.join(', ') },
    ...(isCarried(flag) ? carriedOf(flag.figures) : chanceOf(flag)),
  ],
  warnings: [],
  pictures: [],
  reason: flag.reason,
  reviewer: flag.reviewer,
  createdAt: flag.created_at,
  reviewedAt: flag.reviewed_at,
});

async function itemsOf(sql: Sql, rows: readonly FlagRow[]): Promise<QueueItem[]> {
  const members = await membersOf(
    sql,
    rows.map(({ subject }) => subject),
  );
  return rows.map((row) => itemOf(row, members.get(row.subject) ?? [row.uid]));
}

/** Rejects one that was decided, unless a dismissal takes a confirmed finding back: it may hold the account's money. */
async function lockFlag(tx: Transaction, id: string, decision: 'approved' | 'rejected') {
  const [flag] = await tx.query<{ status: QueueStatus; subject: string }>(
    'select status, subject from market_flag where id = $1 for update',
    [id],
  );
  if (!flag) throw new DomainError('not_found', { field: 'id' });
  const isTakenBack = flag.status === 'approved' && decision === 'rejected';
  if (flag.status !== 'pending' && !isTakenBack) throw new DomainError('already_reviewed');
  return flag;
}

async function decide(
  tx: Transaction,
  id: string,
  decision: { readonly status: 'approved' | 'rejected'; readonly reason: string | null } & {
    readonly reviewerId: string;
    readonly at: number;
  },
): Promise<void> {
  const flag = await lockFlag(tx, id, decision.status);
  await tx.query('update market_flag set status = $2, reason = $3, reviewer_id = $4, reviewed_at = $5 where id = $1', [
    id,
    decision.status,
    decision.reason,
    decision.reviewerId,
    new Date(decision.at),
  ]);
  if (decision.status === 'rejected') await excuse(tx, flag.subject);
}

/**
 * Accounts whose results cannot be luck. To approve is to confirm the finding, to reject is to dismiss it; what follows
 * from it for the account is decided elsewhere.
 */
export const flagQueue: StaffQueue = {
  name: 'market_flag',
  rights: {
    read: ['support', 'reviewer', 'treasury', 'admin'],
    claim: ['reviewer', 'treasury', 'admin'],
    approve: ['reviewer', 'treasury', 'admin'],
    confirm: ['reviewer', 'treasury', 'admin'],
    reject: ['reviewer', 'treasury', 'admin'],
  },
  takesAmount: false,
  async list(sql, { status, page, limit }: QueuePage) {
    const { rows, total } = await pageOf<FlagRow>(sql, {
      select: COLUMNS,
      from: `${FLAGS} where ($1::text is null or f.status = $1)`,
      whole: 'it is read by staff alone',
      order: `(f.status = 'pending') desc, case when f.status = 'pending' then f.id end, f.id desc`,
      values: [status ?? null],
      page,
      limit,
    });
    return { items: await itemsOf(sql, rows), total };
  },
  async show(sql, id) {
    const rows = await sql.query<FlagRow>(`select ${COLUMNS} from ${FLAGS} where f.id = $1`, [id]);
    return (await itemsOf(sql, rows))[0] ?? null;
  },
  itemWith: async () => null,
  /** A dismissal lets go what is held: one member's may be repeated, or of each account of a ring, up to the day's amount. */
  async weighRejection(tx, id, { at }) {
    const { status, subject } = await lockFlag(tx, id, 'rejected');
    const carried = await carriedBy(tx, subject, at);
    return {
      needsSecond:
        status === 'approved' ||
        (carried !== null && cmp(carried, MOST_TO_ALL) > 0) ||
        (await excusesConfirmed(tx, subject)),
      terms: [{ name: 'decision', value: 'dismissed' }],
    };
  },
  approve: (tx, id, { reason, reviewerId, at }) =>
    decide(tx, id, { status: 'approved', reason: reason ?? null, reviewerId, at }),
  reject: (tx, id, { reason, reviewerId, at }) => decide(tx, id, { status: 'rejected', reason, reviewerId, at }),
};
