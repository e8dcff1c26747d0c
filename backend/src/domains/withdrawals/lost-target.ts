import type { Sql } from '../../platform/db/database.ts';
import type { DomainError } from '../../platform/http/domain-error.ts';
import type { Ports } from '../../platform/ports.ts';
import { chainOfNetwork, unreachable } from '../payees/index.ts';
import type { WithdrawalRow } from './store.ts';

/** Why an address must not be paid that has become one of the house, of a user or of a token since it was asked for. */
export async function lostTarget(
  sql: Sql,
  ports: Pick<Ports, 'addressUse'>,
  { way, currency, network, target, user_id: userId }: WithdrawalRow,
): Promise<DomainError | null> {
  if (way !== 'address') return null;
  const chain = await chainOfNetwork(sql, currency, network);
  return chain && unreachable(sql, ports, { chain, address: target, userId, field: 'id' });
}
