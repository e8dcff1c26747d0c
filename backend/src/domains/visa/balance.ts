import { accountNames } from '@tessera/api/rules';
import { VISA_BALANCE } from '@tessera/api/visa/rules';
import { cmp, max, mul, quantize, sub, sum } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { userBalances } from '../../platform/ledger/index.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { indexInUsdt } from '../instruments/index.ts';

const SCALE = 8;

/** What prices balances and debts. */
export type Valued = Pick<Dependencies, 'feed' | 'ports'>;

/**
 * What a user has available in the four accounts, in USDT by the index, which no order moves, less what the user owes:
 * borrowed money is not the user's own. What has no price does not count.
 */
export async function availableTotal(sql: Sql, userId: string, { feed, ports }: Valued): Promise<string> {
  const rates = await fiatRateMap(sql);
  const worthOf = (code: string, amount: string) => mul(amount, indexInUsdt(feed, code, rates) ?? '0');
  const balances = await userBalances(sql, userId);
  const own = balances
    .filter(({ name }) => accountNames.some((account) => account === name))
    .map(({ currency, available }) => worthOf(currency, available));
  const debts = (await ports.debts(sql, userId)).map(({ currency, amount }) => worthOf(currency, amount));
  return quantize(max('0', sub(sum(own), sum(debts))), SCALE, 'down');
}

/** Returns the total; rejects with `visa_balance_too_low` where it is less than a card asks for. */
export async function requireBalance(sql: Sql, userId: string, parts: Valued): Promise<string> {
  const total = await availableTotal(sql, userId, parts);
  if (cmp(total, VISA_BALANCE) < 0) throw new DomainError('visa_balance_too_low', { params: { min: VISA_BALANCE } });
  return total;
}
