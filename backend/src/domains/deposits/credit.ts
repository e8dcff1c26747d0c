import { add, cmp, type DecimalString } from '@tessera/money';
import { type Sql, type Transaction, violates } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { indexValueInUsdt } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import type { ClaimRow } from './claims.ts';

const DAY = 86_400_000;

/** Rejects with `txid_used` if a transaction was credited already. */
export async function refuseCredited(sql: Sql, chain: string, txid: string | null): Promise<void> {
  const [used] = await sql.query('select 1 from deposit_transaction where chain = $1 and txid = $2', [chain, txid]);
  if (used) throw new DomainError('txid_used', { field: 'txid' });
}

/** Marks a transaction as credited. Rejects with `txid_used` where another claim was credited with it. */
export async function spendTransaction(tx: Transaction, chain: string, txid: string, claimId: string): Promise<void> {
  try {
    await tx.query('insert into deposit_transaction (chain, txid, claim_id) values ($1, $2, $3)', [
      chain,
      txid,
      claimId,
    ]);
  } catch (error) {
    if (violates(error, 'deposit_transaction_pkey'))
      throw new DomainError('txid_used', { field: 'txid', cause: error });
    throw error;
  }
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

/** Value in USDT of what single members credited to a user since then; null where a currency has no price. */
async function creditedAlone(tx: Transaction, userId: string, since: number, feed: Feed): Promise<string | null> {
  const rows = await tx.query<{ currency: string; credited: string }>(
    `select currency, sum(credited) as credited from deposit_claim
      where user_id = $1 and status = 'approved' and first_reviewer_id is null and reviewed_at > $2
      group by currency`,
    [userId, new Date(since)],
  );
  let total: DecimalString = '0';
  for (const { currency, credited } of rows) {
    const value = indexValueInUsdt(feed, currency, credited);
    if (value === null) return null;
    total = add(total, value);
  }
  return total;
}

/**
 * Whether crediting an amount needs two members: it exceeds the claim, it brings what single members credited to the
 * user in 24 hours above the limit, or its value is unknown. Locks the user, so that approvals of several claims of one
 * user are counted one after the other.
 */
export async function needsSecondMember(
  tx: Transaction,
  claim: Pick<ClaimRow, 'user_id' | 'currency' | 'amount'>,
  credited: string,
  { feed, at }: { readonly feed: Feed; readonly at: number },
): Promise<boolean> {
  if (cmp(credited, claim.amount) > 0) return true;
  await tx.query('select from user_account where id = $1 for no key update', [claim.user_id]);
  const { depositFourEyes } = await readConfiguration(tx);
  const value = indexValueInUsdt(feed, claim.currency, credited);
  const before = await creditedAlone(tx, claim.user_id, at - DAY, feed);
  return value === null || before === null || cmp(add(before, value), depositFourEyes) > 0;
}
