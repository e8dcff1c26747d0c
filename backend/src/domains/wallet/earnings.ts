import { sum } from '@tessera/money';
import type { Income } from '../../platform/ledger/index.ts';

/** In USDT. */
export type Earnings = { readonly yesterday: string; readonly total: string };

type Valued = Earnings & Pick<Income, 'name'>;

/** Income at the price of the moment, by account. */
export const valuedIncome = (
  income: readonly Income[],
  value: (code: string, amount: string) => string,
): readonly Valued[] =>
  income.map(({ name, currency, yesterday, total }) => ({
    name,
    yesterday: value(currency, yesterday),
    total: value(currency, total),
  }));

/** Of all accounts or of one. */
export function earningsOf(income: readonly Valued[], account?: string): Earnings {
  const own = account === undefined ? income : income.filter(({ name }) => name === account);
  return { yesterday: sum(own.map(({ yesterday }) => yesterday)), total: sum(own.map(({ total }) => total)) };
}
