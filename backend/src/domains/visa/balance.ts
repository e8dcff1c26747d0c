import { accountNames } from '@tessera/api/rules';
import { max, mul, quantize, sub, sum } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { userBalances } from '../../platform/ledger/index.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { indexInUsdt } from '../instruments/index.ts';

const SCALE = 8;

/**
 * What a user has available in the four accounts, in USDT by the index, which no order moves, less what the user owes:
 * borrowed money is not the user's own. What has no price does not count.
 */
export async function availableTotal(
  sql: Sql,
  userId: string,
  { feed, ports }: Pick<Dependencies, 'feed' | 'ports'>,
): Promise<string> {
  const rates = await fiatRateMap(sql);
  const worthOf = (code: string, amount: string) => mul(amount, indexInUsdt(feed, code, rates) ?? '0');
  const balances = await userBalances(sql, userId);
  const own = balances
    .filter(({ name }) => accountNames.some((account) => account === name))
    .map(({ currency, available }) => worthOf(currency, available));
  const debts = (await ports.debts(sql, userId)).map(({ currency, amount }) => worthOf(currency, amount));
  return quantize(max('0', sub(sum(own), sum(debts))), SCALE, 'down');
}
