import { addressProblem, type Chain } from '@tessera/api/payees/rules';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Ports } from '../../platform/ports.ts';

type Place = {
  readonly chain: Chain;
  /** In the one form of its chain. */
  readonly address: string;
  /** Who sends there. */
  readonly userId: string;
  /** Of the call; of a saved address its id. */
  readonly field: string;
  /** Whether a payment between users can take its place; not that of a work. */
  readonly payable?: boolean;
};

/**
 * Rejects an address that what is sent to is lost, or would not leave: one that burns coins, a token's contract, a wallet
 * of the house, and where users pay in. Asked whenever money is about to go there: an address may become one later.
 */
export async function requireReachable(
  sql: Sql,
  { addressUse }: Pick<Ports, 'addressUse'>,
  { chain, address, userId, field, payable = true }: Place,
): Promise<void> {
  const problem = addressProblem({ chain, network: chain }, address, { exact: false });
  if (problem?.code === 'address_burns') throw new DomainError('address_burns', { field });
  const use = await addressUse(sql, chain, address);
  if (use?.kind === 'contract') {
    throw new DomainError('address_contract', { field, params: { currency: use.currency } });
  }
  if (!use) return;
  const isUsers = payable && use.kind === 'deposit' && use.userId !== userId;
  throw new DomainError(isUsers ? 'address_internal' : 'address_ours', { field });
}
