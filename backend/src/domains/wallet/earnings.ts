import type { RecordKind } from '@tessera/api/rules';
import { sum } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';

const DAY = 86_400_000;

/** Journals that are income and nothing else: none that returns what was the user's own before. */
const INCOME: readonly RecordKind[] = ['mining_interest', 'copy_share'];

export type Income = {
  /** Account of the ledger. */
  readonly name: string;
  readonly currency: string;
  readonly total: string;
  readonly yesterday: string;
};

/** In USDT. */
export type Earnings = { readonly yesterday: string; readonly total: string };

/** What came in per ledger account and currency; yesterday is the last whole day in UTC. */
export const readIncome = (sql: Sql, userId: string, now: number): Promise<Income[]> => {
  const today = now - (now % DAY);
  return sql.query<Income>(
    `select a.name, a.currency, sum(e.amount) as total,
            coalesce(sum(e.amount) filter (
              where j.at >= $3 and j.at < $4), 0) as yesterday
       from ledger_account a
       join ledger_entry e on e.account_id = a.id
       join journal j on j.id = e.journal_id
      where a.user_id = $1 and j.kind = any($2)
      group by a.name, a.currency`,
    [userId, INCOME, new Date(today - DAY), new Date(today)],
  );
};

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
