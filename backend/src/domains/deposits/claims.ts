import type { Output } from '@tessera/api/contract';
import { sum } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { indexValueInUsdt } from '../instruments/index.ts';

export type Claim = Output<'POST /wallet/charge_req'>;
export type ClaimStatus = Claim['status'];

export type ClaimRow = {
  readonly id: string;
  readonly user_id: string;
  readonly currency: string;
  readonly network: string;
  /** Null for a network that was removed. */
  readonly chain: string | null;
  readonly txid: string | null;
  /** Where the user may have paid to: the address on the chain, then former ones. */
  readonly addresses: readonly string[];
  readonly amount: string;
  readonly account: string | null;
  /** Null once the picture was deleted after its time. */
  readonly voucher: string | null;
  readonly status: ClaimStatus;
  readonly credited: string | null;
  readonly reason: string | null;
  readonly created_at: number;
  readonly reviewed_at: number | null;
  readonly uid: string;
  readonly account_name: string;
  readonly reviewer: string | null;
};

/** A claim with whose it is and who decided, as `${CLAIM_COLUMNS} ${CLAIM_TABLES}`. */
const CLAIM_COLUMNS = `c.id, c.user_id, c.currency, c.network, n.chain, c.txid, c.amount,
  array(select a.address from deposit_address a where a.user_id = c.user_id and a.chain = n.chain
         order by a.former, a.address) as addresses, c.account, c.voucher,
  c.status, c.credited, c.reason, c.created_at, c.reviewed_at,
  u.uid, coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name, s.name as reviewer`;
const CLAIM_JOINS = `join user_account u on u.id = c.user_id
  left join deposit_network n on n.currency = c.currency and n.network = c.network
  left join staff_member s on s.id = c.reviewer_id`;
const CLAIM_TABLES = `deposit_claim c ${CLAIM_JOINS}`;

export const claimOf = (catalogue: CatalogueSnapshot, row: ClaimRow): Claim => ({
  id: row.id,
  currency_id: catalogue.heldCurrency(row.currency).id,
  currency: row.currency,
  type: row.network,
  amount: row.amount,
  credited: row.credited,
  status: row.status,
  txid: row.txid,
  voucher: row.voucher === null ? null : `/api/uploads/${row.voucher}`,
  reason: row.reason,
  created_at: row.created_at,
  reviewed_at: row.reviewed_at,
});

export async function claimById(sql: Sql, id: string): Promise<ClaimRow | null> {
  const [row] = await sql.query<ClaimRow>(`select ${CLAIM_COLUMNS} from ${CLAIM_TABLES} where c.id = $1`, [id]);
  return row ?? null;
}

type Filter = Page & { readonly status?: ClaimStatus | undefined; readonly userId?: string };

/** A user's claims newest first; without a user those of all users, oldest pending first. */
export async function listClaims(sql: Sql, { userId, status, page, limit }: Filter) {
  const { rows, total } = await pageOf<ClaimRow>(sql, {
    select: CLAIM_COLUMNS,
    ...(userId === undefined
      ? {
          from: `${CLAIM_TABLES} where $1::text is null or c.status = $1`,
          whole: 'it is read by staff alone',
          order: `(c.status = 'pending') desc, case when c.status = 'pending' then c.id end, c.id desc`,
          values: [status ?? null],
        }
      : {
          newest: {
            of: 'deposit_claim',
            where: 'user_id = $1',
            order: 'id desc',
            as: 'c',
            rest: `${CLAIM_JOINS} where $2::text is null or c.status = $2`,
          },
          order: 'c.id desc',
          values: [userId, status ?? null],
        }),
    page,
    limit,
  });
  return { rows, page, limit, total };
}

/** What a user's claims that were not refused come to, USDT: credited amounts, and those that wait, at the prices of now. */
export async function claimedInUsdt(sql: Sql, feed: Feed, userId: string): Promise<string> {
  const rows = await sql.query<{ currency: string; amount: string }>(
    `select currency, sum(coalesce(credited, amount)) as amount from deposit_claim
      where user_id = $1 and status <> 'rejected' group by currency`,
    [userId],
  );
  return sum(rows.map(({ currency, amount }) => indexValueInUsdt(feed, currency, amount) ?? '0'));
}
