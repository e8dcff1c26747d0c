import { type Sql, type Transaction, violates } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Credit } from '../../platform/staff-changes/credit-alone.ts';
import { indexValueInUsdt } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import type { ClaimRow } from './claims.ts';

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
