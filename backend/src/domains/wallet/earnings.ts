import { sum } from '@tessera/money/exact';
import type { Income } from '../../platform/ledger/index.ts';

/** In USDT. */
export type Earnings = { readonly yesterday: string; readonly total: string };

/** Income at the price of the moment, of all accounts or of one. */
export function earningsOf(
  income: readonly Income[],
  value: (code: string, amount: string) => string,
  account?: string,
): Earnings {
  const own = income.filter(({ name }) => account === undefined || name === account);
  return {
    yesterday: sum(own.map(({ currency, yesterday }) => value(currency, yesterday))),
    total: sum(own.map(({ currency, total }) => value(currency, total))),
  };
}
