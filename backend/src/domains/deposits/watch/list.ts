import type { Output } from '@tessera/api/contract';
import { add } from '@tessera/money';
import type { CatalogueSnapshot } from '../../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../../platform/db/database.ts';
import { type Page, pageOf } from '../../../platform/db/page.ts';
import type { Feed } from '../../../platform/feed/feed.ts';
import { indexValueInUsdt } from '../../instruments/index.ts';

type OnChain = Output<'GET /recharge/chain'>['list'][number];
type StaffView = Output<'GET /staff/deposits/chain'>['list'][number];

type Row = Pick<OnChain, 'id' | 'currency' | 'network' | 'amount' | 'txid' | 'credited_at'> & {
  readonly status: OnChain['status'];
  readonly seen_at: number;
  /** Null where no block holds it. */
  readonly depth: number | null;
  readonly required: number;
};

/** A user's deposits that were seen on their chains, newest first. What a claim credited is among the claims. */
export async function listOnChain(sql: Sql, catalogue: CatalogueSnapshot, userId: string, { page, limit }: Page) {
  const { rows, total } = await pageOf<Row>(sql, {
    select: `d.id, d.currency, d.network, d.amount, d.txid, d.credited_at, d.seen_at,
             coalesce(d.ignored_as, d.state) as status,
             greatest(w.height - d.block_height + 1, 0)::int as depth, n.confirmations as required`,
    newest: {
      of: 'chain_deposit',
      where: 'user_id = $1',
      order: 'id desc',
      as: 'd',
      rest: `join chain_watch w on w.chain = d.chain
             join deposit_network n on n.currency = d.currency and n.network = d.network
             where (d.state in ('pending', 'credited', 'gone', 'reversed') or d.ignored_as = 'below_minimum')`,
    },
    order: 'd.id desc',
    values: [userId],
    page,
    limit,
  });
  const list = rows.map(({ depth, required, seen_at, ...row }) => ({
    ...row,
    currency_id: catalogue.heldCurrency(row.currency).id,
    confirmations: row.status === 'credited' ? required : Math.min(depth ?? 0, required),
    required,
    created_at: seen_at,
  }));
  return { list, page, limit, total };
}

/**
 * What a former version took for claimed because another user of the transaction was credited by a claim: its own user
 * was not. The watcher of this version credits such parts.
 */
const CLAIMED_BY_OTHERS = `d.state = 'claimed'
  and not exists (select from deposit_transaction t join deposit_claim c on c.id = t.claim_id
                   where t.chain = d.chain and t.txid = d.txid and c.user_id = d.user_id)
  and not exists (select from deposit_transaction_other o
                   where o.chain = d.chain and o.txid = d.txid and o.user_id = d.user_id)`;

type Shown = StaffView['state'] | 'claimed_by_others';

/** What was seen on chains, newest first, of all users. */
export async function listForTreasury(sql: Sql, state: Shown | undefined, { page, limit }: Page) {
  const { rows, total } = await pageOf<Omit<StaffView, 'height'> & { readonly height: string | null }>(sql, {
    select: `d.id, d.chain, d.txid, d.part, u.uid, d.address, d.currency, d.contract, d.units, d.amount,
             d.block_height as height, d.state, d.ignored_as, d.held_as,
             (select coalesce(sum(b.amount - b.covered), 0) from deposit_debt b where b.deposit_id = d.id) as owed,
             d.seen_at`,
    from: `chain_deposit d join user_account u on u.id = d.user_id
           where $1::text is null or d.state = $1 or $1 = 'claimed_by_others' and ${CLAIMED_BY_OTHERS}`,
    whole: 'it is read by staff alone',
    order: 'd.id desc',
    values: [state ?? null],
    page,
    limit,
  });
  const list = rows.map(({ height, ...row }) => ({ ...row, height: height === null ? null : Number(height) }));
  return { list, page, limit, total };
}

/** What a user's deposits on chains come to, USDT at the prices of now: those that were credited or will be. */
export async function onChainInUsdt(sql: Sql, feed: Feed, userId: string): Promise<string> {
  const rows = await sql.query<{ currency: string; amount: string }>(
    `select currency, sum(amount) as amount from chain_deposit
      where user_id = $1 and state in ('pending', 'credited') group by currency`,
    [userId],
  );
  return rows.reduce((total, { currency, amount }) => add(total, indexValueInUsdt(feed, currency, amount) ?? '0'), '0');
}
