import type { Sql } from '../db/database.ts';
import type { HouseAccountName, Part, UserAccountName } from './post.ts';

export type Balance = {
  readonly name: UserAccountName;
  readonly currency: string;
  readonly available: string;
  readonly frozen: string;
};

/** All balances of a user, per account and currency; accounts never used are absent. */
export const userBalances = (sql: Sql, userId: string): Promise<Balance[]> =>
  sql.query<Balance>(
    `select name, currency,
            sum(balance) filter (where part = 'available') as available,
            coalesce(sum(balance) filter (where part = 'frozen'), 0) as frozen
       from (select name, currency, part, balance::numeric as balance from ledger_account where user_id = $1
             union all
             -- Money that is all frozen still has an available part, of zero.
             select name, currency, 'available', 0 from ledger_account where user_id = $1) held
      group by name, currency order by name, currency`,
    [userId],
  );

export async function userBalance(
  sql: Sql,
  userId: string,
  name: UserAccountName,
  currency: string,
  part: Part = 'available',
): Promise<string> {
  const [row] = await sql.query<{ balance: string }>(
    `select balance from ledger_account
      where user_id = $1 and name = $2 and currency = $3 and part = $4`,
    [userId, name, currency, part],
  );
  return row?.balance ?? '0';
}

/** Summed from the entries: house accounts keep no running balance. */
export async function houseBalance(sql: Sql, name: HouseAccountName, currency: string): Promise<string> {
  const [row] = await sql.query<{ balance: string }>(
    `select coalesce(sum(e.amount), 0) as balance
       from ledger_account a join ledger_entry e on e.account_id = a.id
      where a.owner_kind = 'house' and a.name = $1 and a.currency = $2`,
    [name, currency],
  );
  return row?.balance ?? '0';
}

/** Faults of the ledger; both lists are empty if it is consistent. */
export type Audit = {
  /** Journals whose entries do not sum to zero in a currency. */
  readonly unbalanced: readonly string[];
  /** User accounts whose balance is not the sum of their entries. */
  readonly wrongBalances: readonly string[];
};

export async function auditLedger(sql: Sql): Promise<Audit> {
  const unbalanced = await sql.query<{ journal_id: string }>(
    'select journal_id from ledger_entry group by journal_id, currency having sum(amount) <> 0',
  );
  const wrong = await sql.query<{ id: string }>(
    `select a.id from ledger_account a left join ledger_entry e on e.account_id = a.id
      where a.owner_kind = 'user' group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)`,
  );
  return { unbalanced: unbalanced.map((row) => row.journal_id), wrongBalances: wrong.map((row) => row.id) };
}
