import type { Output } from '@tessera/api/contract';
import { sub } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { countOf, type Page, pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';

export type Withdrawal = Output<'POST /wallet/out'>;
export type WithdrawalStatus = Withdrawal['status'];

type Step = { readonly status: WithdrawalStatus; readonly at: number };

export type WithdrawalRow = {
  readonly id: string;
  readonly user_id: string;
  readonly currency: string;
  readonly network: string;
  readonly way: Withdrawal['way'];
  /** The address; of a card the last digits of its number. */
  readonly target: string;
  readonly card_id: string | null;
  readonly amount: string;
  readonly fee: string;
  readonly value_usdt: string;
  readonly status: WithdrawalStatus;
  readonly txid: string | null;
  readonly confirmations: Withdrawal['confirmations'];
  readonly reason: string | null;
  /** Unix ms. */
  readonly created_at: number;
  readonly timeline: readonly Step[];
};

export const WITHDRAWAL_COLUMNS = `w.id, w.user_id, w.currency, w.network, w.way, w.target, w.card_id, w.amount, w.fee,
  w.value_usdt, w.status, w.txid, w.reason, w.created_at,
  case when w.status in ('sent', 'final') then
    (select json_build_object('done', least(t.confirmations, needed.blocks), 'of', needed.blocks)
       from chain_payout p join chain_transaction t on t.id = p.transaction_id join chain c on c.name = p.chain
       cross join lateral (
         select case when c.finality = 'confirmations' then max(n.confirmations) end as blocks
           from deposit_network n where n.chain = c.name
       ) needed
      where p.withdrawal_id = w.id and p.state <> 'returned') end as confirmations,
  (select json_agg(json_build_object('status', s.status, 'at', (extract(epoch from s.at) * 1000)::bigint)
                   order by s.at, array_position(array['requested', 'approved', 'sent'], s.status) nulls last)
     from withdrawal_step s where s.withdrawal_id = w.id) as timeline`;

/** Digits of an account's number that are shown, and kept with a withdrawal. */
export const LAST = 4;

export const receivedBy = ({ amount, fee }: Pick<WithdrawalRow, 'amount' | 'fee'>): string => sub(amount, fee);

export function wireWithdrawal(catalogue: CatalogueSnapshot, row: WithdrawalRow): Withdrawal {
  const { id: currency_id, scale } = catalogue.heldCurrency(row.currency);
  return {
    id: row.id,
    currency_id,
    currency: row.currency,
    scale,
    way: row.way,
    network: row.network,
    target: row.target,
    number: row.amount,
    fee: row.fee,
    received: receivedBy(row),
    status: row.status,
    txid: row.txid,
    confirmations: row.confirmations,
    reason: row.reason,
    created_at: row.created_at,
    timeline: [...row.timeline],
  };
}

/** A withdrawal of the user. Rejects with `not_found` for one of another user. */
export async function withdrawalOfUser(sql: Sql, userId: string, id: string): Promise<WithdrawalRow> {
  const [row] = await sql.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from withdrawal w where w.user_id = $1 and w.id = $2`,
    [userId, id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

type Filter = Page & { readonly userId: string; readonly status: WithdrawalStatus | null };

/** A user's withdrawals, newest first. */
export const listWithdrawals = (sql: Sql, { userId, status, page, limit }: Filter) =>
  pageOf<WithdrawalRow>(sql, {
    select: WITHDRAWAL_COLUMNS,
    newest: {
      of: 'withdrawal',
      where: 'user_id = $1',
      order: 'id desc',
      as: 'w',
      rest: 'where $2::text is null or w.status = $2',
    },
    order: 'w.id desc',
    values: [userId, status],
    page,
    limit,
  });

/** The withdrawal, locked for what happens to it next. */
export async function lockWithdrawal(tx: Transaction, id: string): Promise<WithdrawalRow> {
  await tx.query('select from withdrawal where id = $1 for update', [id]);
  const [row] = await tx.query<WithdrawalRow>(`select ${WITHDRAWAL_COLUMNS} from withdrawal w where w.id = $1`, [id]);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

/** Withdrawals of a user that are not decided yet. */
export const requestedOf = async (sql: Sql, userId: string): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `select id from withdrawal where user_id = $1 and status = 'requested' order by id`,
      [userId],
    )
  ).map(({ id }) => id);

/** How many withdrawals of a user are not at their end: also one that was sent can fail, and its money come back. */
export const openWithdrawals = (sql: Sql, userId: string): Promise<number> =>
  countOf(sql, `withdrawal where user_id = $1 and status in ('requested', 'approved', 'sent')`, [userId]);

/** Value in BTC of what a user asked for since a time and was not given back: pending ones count. */
export async function requestedSince(sql: Sql, userId: string, since: number | null): Promise<string> {
  const [row] = await sql.query<{ used: string }>(
    `select coalesce(sum(value_btc), 0) as used from withdrawal
      where user_id = $1 and status not in ('rejected', 'failed', 'cancelled')
        and ($2::timestamptz is null or created_at > $2)`,
    [userId, since === null ? null : new Date(since)],
  );
  return row?.used ?? '0';
}
