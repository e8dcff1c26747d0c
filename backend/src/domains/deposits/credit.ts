import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Credit } from '../../platform/staff-changes/credit-alone.ts';
import { indexValueInUsdt } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import type { ClaimRow } from './claims.ts';

type Spent = { readonly chain: string; readonly txid: string | null; readonly userId: string };

/**
 * Rejects with `txid_used` if a transaction was credited to this user by a claim, or to any user by the watcher, which
 * sees all whom it pays; also what was reversed since.
 */
export async function refuseCredited(sql: Sql, { chain, txid, userId }: Spent): Promise<void> {
  const [used] = await sql.query(
    `select from deposit_transaction t left join deposit_claim c on c.id = t.claim_id
      where t.chain = $1 and t.txid = $2 and (t.claim_id is null or c.user_id = $3)
     union all
     select from deposit_transaction_other where chain = $1 and txid = $2 and user_id = $3
     union all
     select from chain_deposit where chain = $1 and txid = $2 and credits > 0
     limit 1`,
    [chain, txid, userId],
  );
  if (used) throw new DomainError('txid_used', { field: 'txid' });
}

type Payment = {
  /** Null for a network that was removed. */
  readonly chain: string | null;
  readonly txid: string | null;
  readonly userId: string;
  readonly currency: string;
  /** What is credited for it, or claimed. */
  readonly amount: string;
};

/**
 * For each payment whether what is known of its transaction speaks against its user: it was credited to another one, or
 * the chain shows it, or it is a payment or sweep of the platform's, and it pays this user less than the amount.
 */
export async function areOfOthers(sql: Sql, payments: readonly Payment[]): Promise<readonly boolean[]> {
  if (payments.length === 0) return [];
  const rows = await sql.query<{ others: boolean }>(
    // What was ignored, is in no block, or is gone from the chain, pays no one.
    `select coalesce(
              exists (select from deposit_transaction t join deposit_claim c on c.id = t.claim_id
                       where t.chain = p.chain and t.txid = p.txid and c.user_id <> p.user_id)
              or exists (select from deposit_transaction_other o
                          where o.chain = p.chain and o.txid = p.txid and o.user_id <> p.user_id)
              or (exists (select from chain_deposit d where d.chain = p.chain and d.txid = p.txid)
                  or exists (select from chain_transaction_version v where v.chain = p.chain and v.txid = p.txid)
                  or exists (select from withdrawal w join deposit_network n on n.network = w.network
                              where n.chain = p.chain and w.txid = p.txid and w.card_id is null))
                 and p.amount > (select coalesce(sum(d.amount), 0) from chain_deposit d
                                  where d.chain = p.chain and d.txid = p.txid and d.user_id = p.user_id
                                    and d.currency = p.currency
                                    and (d.state in ('credited', 'claimed', 'reversed')
                                         or d.state = 'pending' and d.block_height is not null)), false) as others
       from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::numeric[]) with ordinality
              as p (chain, txid, user_id, currency, amount, position)
      order by p.position`,
    [
      payments.map(({ chain }) => chain),
      payments.map(({ txid }) => txid),
      payments.map(({ userId }) => userId),
      payments.map(({ currency }) => currency),
      payments.map(({ amount }) => amount),
    ],
  );
  return rows.map(({ others }) => others);
}

/**
 * Marks a transaction as credited to the user of a claim. Rejects with `txid_used` where it was credited to that user, or
 * to another one and a single member decides.
 */
export async function spendTransaction(
  tx: Transaction,
  { chain, txid, userId }: Spent & { readonly txid: string },
  { claimId, byTwo }: { readonly claimId: string; readonly byTwo: boolean },
): Promise<void> {
  const first = await tx.query(
    'insert into deposit_transaction (chain, txid, claim_id) values ($1, $2, $3) on conflict (chain, txid) do nothing returning 1',
    [chain, txid, claimId],
  );
  if (first.length > 0) return;
  // The watcher locks it, too: what it credits meanwhile is seen here.
  await tx.query('select from deposit_transaction where chain = $1 and txid = $2 for update', [chain, txid]);
  await refuseCredited(tx, { chain, txid, userId });
  const other = byTwo
    ? await tx.query(
        `insert into deposit_transaction_other (chain, txid, user_id, claim_id) values ($1, $2, $3, $4)
         on conflict (chain, txid, user_id) do nothing returning 1`,
        [chain, txid, userId, claimId],
      )
    : [];
  if (other.length === 0) throw new DomainError('txid_used', { field: 'txid' });
}

/** What the watcher saw of a user's transaction that was sent by another contract than the currency's is by now. */
const OTHER_CONTRACT = `d.chain = $1 and d.txid = $2 and d.user_id = $3 and d.state in ('ignored', 'pending')
  and exists (select from chain_token t where t.chain = d.chain and t.currency = $4
                                          and t.contract is distinct from d.contract)`;

type Seen = { readonly chain: string | null; readonly txid: string | null; readonly claim: ClaimRow };

/** Whether a claim is of a transaction of another contract, and of none of the currency's own. */
export async function isOfOtherContract(sql: Sql, { chain, txid, claim }: Seen): Promise<boolean> {
  const [row] = await sql.query<{ others: boolean }>(
    `select exists (select from chain_deposit d where ${OTHER_CONTRACT})
            and not exists (select from chain_deposit d join chain_token t on t.chain = d.chain and t.currency = $4
                                                    and t.contract is not distinct from d.contract
                             where d.chain = $1 and d.txid = $2 and d.user_id = $3) as others`,
    [chain, txid, claim.user_id, claim.currency],
  );
  return row?.others ?? false;
}

/** Notes that a claim credited what another contract sent: it is never covered by what is held of the present one. */
export async function noteOtherContract(
  tx: Transaction,
  { chain, txid, claim }: Seen,
  credited: string,
): Promise<void> {
  await tx.query(
    `update chain_deposit set state = 'claimed', ignored_as = null, held_as = null, currency = $4, network = $5,
            amount = $6, credited_contract = contract
      where id = (select d.id from chain_deposit d where ${OTHER_CONTRACT} order by d.id limit 1)`,
    [chain, txid, claim.user_id, claim.currency, claim.network, credited],
  );
}

/** What an approval of a claim credits. */
export async function creditedBy(
  tx: Transaction,
  { user_id: userId, currency }: Pick<ClaimRow, 'user_id' | 'currency'>,
  credited: string,
  feed: Feed,
): Promise<Credit> {
  const { depositFourEyes: most } = await readConfiguration(tx);
  return { userId, value: indexValueInUsdt(feed, currency, credited), most };
}
