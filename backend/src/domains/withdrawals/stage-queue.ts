import { isSameName } from '@tessera/api/quickbuy/rules';
import type { Sql } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import type { CardNumbers, StoredNumber } from '../payees/index.ts';
import { keptIn, type PayoutPorts } from './kept-in.ts';
import { lostTarget } from './lost-target.ts';
import { receivedBy, WITHDRAWAL_COLUMNS, type WithdrawalRow, type WithdrawalStatus } from './store.ts';

/** A state in which withdrawals wait for staff, and those that follow it. */
export type Stage = {
  readonly pending: WithdrawalStatus;
  readonly approved: readonly WithdrawalStatus[];
  readonly rejected: readonly WithdrawalStatus[];
  /** Whether what the signer pays is left out: staff neither pay it nor decide about it. */
  readonly byHand: boolean;
};

type StagedRow = WithdrawalRow &
  Pick<StoredNumber, 'card_number' | 'card_sealed'> & {
    readonly uid: string;
    readonly account_name: string;
    readonly reviewer: string | null;
    readonly reviewed_at: number | null;
    readonly real_name: string | null;
    readonly verified_name: string | null;
    readonly bank: string | null;
    readonly frozen: boolean;
  };

/** By which document the owner of the withdrawal `w` is verified. */
const VERIFIED_NAME = `select v.name from verification_request v where v.user_id = w.user_id and v.state = 'verified'
                        order by v.id desc limit 1`;

/** `$1`: the states of the stage; what was decided is the step after it. */
const SELECT = `${WITHDRAWAL_COLUMNS}, u.uid, coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile)) as account_name,
  m.name as reviewer, d.at as reviewed_at, c.real_name, (${VERIFIED_NAME}) as verified_name,
  c.card_number, c.card_sealed, u.disabled or u.frozen_at is not null as frozen,
  concat_ws(', ', c.bank_name, c.branch, c.province_city, c.bank_network, c.swift_code, c.aba_number, c.cardholder_address, c.phone) as bank`;
const FROM = `withdrawal w join user_account u on u.id = w.user_id left join payee_card c on c.id = w.card_id
  left join withdrawal_step d on d.withdrawal_id = w.id and d.status = any($2)
   and not exists (select from withdrawal_step e where e.withdrawal_id = w.id and e.status = any($2) and e.at < d.at)
  left join staff_member m on m.id = d.staff_id
  where exists (select from withdrawal_step b where b.withdrawal_id = w.id and b.status = $1)`;

const BY_HAND = ` and not exists (select from chain_payout p where p.withdrawal_id = w.id and p.state <> 'returned')`;

function statusIn({ pending, approved }: Stage, status: WithdrawalStatus): QueueStatus {
  if (status === pending) return 'pending';
  return approved.includes(status) ? 'approved' : 'rejected';
}

const itemOf = (stage: Stage, numbers: CardNumbers, row: StagedRow, warnings: QueueItem['warnings']): QueueItem => ({
  id: row.id,
  status: statusIn(stage, row.status),
  user: { uid: row.uid, accountName: row.account_name },
  details: [
    { name: 'amount', value: receivedBy(row) },
    { name: 'currency', value: row.currency },
    { name: 'network', value: row.network },
    { name: 'to_address', value: row.way === 'address' ? row.target : numbers.open(row) },
    ...(row.real_name === null
      ? []
      : [
          { name: 'name', value: row.real_name },
          { name: 'verified_name', value: row.verified_name ?? '–' },
        ]),
    ...(row.bank ? [{ name: 'bank', value: row.bank }] : []),
    { name: 'fee', value: row.fee },
    { name: 'value_usdt', value: row.value_usdt },
    ...(row.txid === null ? [] : [{ name: 'txid', value: row.txid }]),
  ],
  pictures: [],
  warnings,
  reason: row.reason,
  reviewer: row.status === stage.pending ? null : row.reviewer,
  createdAt: row.created_at,
  reviewedAt: row.status === stage.pending ? null : row.reviewed_at,
});

/** Whether a bank account is held under another name than the user's, by the document, or no document says one. */
const isOther = ({ real_name, verified_name }: Pick<StagedRow, 'real_name' | 'verified_name'>): boolean =>
  real_name !== null && (verified_name === null || !isSameName(verified_name, real_name));

/** The same of a withdrawal. */
export async function goesToOtherName(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql.query<Pick<StagedRow, 'real_name' | 'verified_name'>>(
    `select c.real_name, (${VERIFIED_NAME}) as verified_name
       from withdrawal w left join payee_card c on c.id = w.card_id where w.id = $1`,
    [id],
  );
  return row !== undefined && isOther(row);
}

/** Money must not leave, or would not arrive; what had left already is recorded. */
async function warningsOf(
  sql: Sql,
  ports: PayoutPorts,
  { pending }: Stage,
  row: StagedRow,
): Promise<QueueItem['warnings']> {
  if (row.status !== pending) return [];
  const lost = await lostTarget(sql, ports, row);
  const kept = await keptIn(sql, ports, row.user_id);
  return [
    ...(row.frozen ? [{ code: 'account_frozen', items: [] } as const] : []),
    ...(kept ? [{ code: 'money_kept', items: [] } as const] : []),
    ...(lost ? [{ code: 'address_lost', items: [] } as const] : []),
    ...(isOther(row) ? [{ code: 'other_name', items: [] } as const] : []),
  ];
}

/** The reading half of a queue over the withdrawals of a stage. Staff see the whole number of an account: they pay it. */
export function stageReader(
  stage: Stage,
  numbers: CardNumbers,
  ports: PayoutPorts,
): Pick<StaffQueue, 'list' | 'show' | 'itemWith'> {
  const after = [...stage.approved, ...stage.rejected];
  const read = async (sql: Sql, row: StagedRow) =>
    itemOf(stage, numbers, row, await warningsOf(sql, ports, stage, row));
  const from = stage.byHand ? FROM + BY_HAND : FROM;
  const statesOf = (status: QueueStatus | undefined): readonly WithdrawalStatus[] => {
    if (status === undefined) return [stage.pending, ...after];
    return status === 'pending' ? [stage.pending] : stage[status];
  };
  return {
    async list(sql: Sql, { status, page, limit }: QueuePage) {
      const { rows, total } = await pageOf<StagedRow>(sql, {
        select: SELECT,
        from: `${from} and w.status = any($3)`,
        whole: 'it is read by staff alone',
        order: `(w.status = $1) desc, case when w.status = $1 then w.id end, w.id desc`,
        values: [stage.pending, after, statesOf(status)],
        page,
        limit,
      });
      const items: QueueItem[] = [];
      for (const row of rows) items.push(await read(sql, row));
      return { items, total };
    },
    async show(sql, id) {
      const [row] = await sql.query<StagedRow>(`select ${SELECT} from ${from} and w.id = $3`, [
        stage.pending,
        after,
        id,
      ]);
      return row ? read(sql, row) : null;
    },
    // A withdrawal has no pictures.
    itemWith: async () => null,
  };
}
