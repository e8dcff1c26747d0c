import type { Sql } from '../db/database.ts';
import { EACH_USER } from '../db/each-user.ts';
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

/** What a user holds of each currency, in all accounts and parts together; without those of which there is none. */
export const heldAmounts = (sql: Sql, userId: string): Promise<{ currency: string; amount: string }[]> =>
  sql.query(
    `select currency, sum(balance) as amount from ledger_account where user_id = $1
      group by currency having sum(balance) <> 0 order by currency`,
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

/** Summed from the entries since the account's last sum: house accounts keep no running balance. */
export async function houseBalance(sql: Sql, name: HouseAccountName, currency: string): Promise<string> {
  const [row] = await sql.query<{ balance: string }>(
    `select coalesce(s.amount, 0) + (select coalesce(sum(e.amount), 0) from ledger_entry e
                                      where e.account_id = a.id and e.id > coalesce(s.entry_id, 0)) as balance
       from ledger_account a left join house_sum s on s.account_id = a.id
      where a.owner_kind = 'house' and a.name = $1 and a.currency = $2`,
    [name, currency],
  );
  return row?.balance ?? '0';
}

/**
 * Moves the sums of house accounts up to the entries that were the last at the run before, if no transaction of that time
 * runs any more: entries get their ids before they are committed. Times are the database's.
 */
export async function sumHouse(sql: Sql): Promise<void> {
  await sql.query(
    `insert into house_sum (account_id) select id from ledger_account where owner_kind = 'house' on conflict do nothing`,
  );
  await sql.query(
    `update house_sum s
        set amount = s.amount + (select coalesce(sum(e.amount), 0) from ledger_entry e
                                  where e.account_id = s.account_id and e.id > s.entry_id and e.id <= s.seen),
            entry_id = s.seen, seen = greatest(s.seen, (select max(l.id) from ledger_entry l
                                                         where l.journal_id = (select max(journal_id) from ledger_entry))),
            seen_at = clock_timestamp()
      where not exists (select from pg_stat_activity t
                         where t.datname = current_database() and t.pid <> pg_backend_pid() and t.xact_start <= s.seen_at)`,
  );
}

export type Income = {
  readonly name: UserAccountName;
  readonly currency: string;
  /** Since the account exists. */
  readonly total: string;
  readonly yesterday: string;
};

const DAY = 86_400_000;

/** What a user has and what it earned, per account and currency. */
export type Funds = { readonly balances: readonly Balance[]; readonly income: readonly Income[] };

type FundsRow = Balance & {
  readonly userId: string;
  readonly total: string | null;
  readonly yesterday: string;
};

/** Funds of users, as of one instant; yesterday is the last whole day in UTC before `now`, Unix ms. */
export async function userFunds(sql: Sql, userIds: readonly string[], now: number): Promise<(userId: string) => Funds> {
  const rows = await sql.query<FundsRow>(
    `select u.id as "userId", f.name, f.currency, f.available, f.frozen, f.total, f.yesterday
       from ${EACH_USER}
       cross join lateral (
         select a.name, a.currency,
                coalesce(sum(a.balance) filter (where a.part = 'available'), 0) as available,
                coalesce(sum(a.balance) filter (where a.part = 'frozen'), 0) as frozen,
                sum(i.total) as total, coalesce(sum(i.yesterday), 0) as yesterday
           from ledger_account a
           cross join lateral (select sum(t.amount) as total, sum(t.amount) filter (where t.day = $2::date) as yesterday
                                 from income_total t where t.account_id = a.id) i
          where a.owner_kind = 'user' and a.user_id = u.id group by a.name, a.currency) f
      order by f.name, f.currency`,
    [userIds, new Date(now - DAY).toISOString().slice(0, 10)],
  );
  const byUser = Map.groupBy(rows, ({ userId }) => userId);
  return (userId) => fundsFrom(byUser.get(userId) ?? []);
}

function fundsFrom(rows: readonly FundsRow[]): Funds {
  return {
    balances: rows.map(({ name, currency, available, frozen }) => ({ name, currency, available, frozen })),
    income: rows.flatMap(({ name, currency, total, yesterday }) =>
      total === null ? [] : [{ name, currency, total, yesterday }],
    ),
  };
}

/** Faults of the ledger; both lists are empty if it is consistent. */
export type Audit = {
  /** Journals whose entries do not sum to zero in a currency. */
  readonly unbalanced: readonly string[];
  /** User accounts whose balance or income of a day is not the sum of their entries. */
  readonly wrongBalances: readonly string[];
};

export async function auditLedger(sql: Sql): Promise<Audit> {
  const unbalanced = await sql.query<{ journal_id: string }>(
    'select journal_id from ledger_entry group by journal_id, currency having sum(amount) <> 0',
  );
  const wrong = await sql.query<{ id: string }>(
    `select a.id from ledger_account a left join ledger_entry e on e.account_id = a.id
      where a.owner_kind = 'user' group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)
     union
     select coalesce(t.account_id, s.account_id)
       from income_total t
       full join (select e.account_id, (j.at at time zone 'UTC')::date as day, sum(e.amount) as amount
                    from journal j join ledger_entry e on e.journal_id = j.id
                    join ledger_account a on a.id = e.account_id and a.owner_kind = 'user'
                   where j.kind = any(income_kinds()) group by 1, 2) s
         on s.account_id = t.account_id and s.day = t.day
      where t.amount is distinct from s.amount`,
  );
  return { unbalanced: unbalanced.map((row) => row.journal_id), wrongBalances: wrong.map((row) => row.id) };
}
