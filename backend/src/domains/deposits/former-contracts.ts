import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { ChainName } from '../chains/index.ts';

/** What users were credited for a contract that the token does not have now. */
export type FormerCredit = {
  readonly chain: ChainName;
  readonly currency: string;
  readonly contract: string;
  /** In the currency: credits, less what two members have accounted for by movements out of the contract. */
  readonly amount: string;
};

/**
 * Credits of tokens whose contract was another one: what is held of the present contract says nothing about them. They end
 * where the contract is put back, by reversals, or by a movement of that amount out of the former contract, which two
 * members approve.
 */
export const formerCredits = (sql: Sql): Promise<FormerCredit[]> =>
  sql.query<FormerCredit>(
    `select f.chain, f.currency, f.contract, f.amount + coalesce(m.amount, 0) as amount
       from (select h.chain, h.currency, h.contract, sum(d.amount) as amount
               from (select distinct chain, currency, contract from chain_token_history) h
               join chain_token t on t.chain = h.chain and t.currency = h.currency and t.contract is distinct from h.contract
               join chain_deposit d on d.chain = h.chain and d.currency = h.currency and d.credited_contract = h.contract
                                   and d.state in ('credited', 'claimed')
              group by h.chain, h.currency, h.contract) f
       left join lateral (select sum(c.amount) as amount from treasury_change c
                           where c.kind = 'movement' and c.chain = f.chain
                             and c.currency = f.currency and c.address = f.contract) m on true
      where f.amount + coalesce(m.amount, 0) > 0
      order by f.chain, f.currency, f.contract`,
  );

/**
 * Rejects while users were credited for a contract that is not the token's: such a credit may have become any other
 * currency since, so nothing leaves by hand either.
 */
export async function requireNoFormerCredits(sql: Sql): Promise<void> {
  if ((await formerCredits(sql)).length > 0) throw new DomainError('withdrawals_suspended');
}

/** Rejects a user who was credited for such a contract: nothing of it leaves the account, for another user neither. */
export async function requireOwnDepositsSound(sql: Sql, userId: string): Promise<void> {
  const former = await formerCredits(sql);
  if (former.length === 0) return;
  const [row] = await sql.query(
    `select from chain_deposit d
       join jsonb_to_recordset($2::jsonb) as f (chain text, currency text, contract text)
         on f.chain = d.chain and f.currency = d.currency and f.contract = d.credited_contract
      where d.user_id = $1 and d.state in ('credited', 'claimed') limit 1`,
    [userId, JSON.stringify(former)],
  );
  if (row) throw new DomainError('deposit_under_review');
}
