import type { UtcDay } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Debt, VipBenefits } from '../../platform/ports.ts';

/** A level with what it asks for, USDT. */
export type VipLevel = VipBenefits & { readonly volume: string; readonly balance: string };

type LevelRow = Omit<VipLevel, 'loan'> & { readonly loan_limit: string | null; readonly loan_day_rate: string | null };

/** Lowest first. */
export async function readLevels(sql: Sql): Promise<VipLevel[]> {
  const rows = await sql.query<LevelRow>(
    `select level, volume, balance, fee_discount as "feeDiscount", withdrawal_factor as "withdrawalFactor",
            loan_limit, loan_day_rate
       from vip_level order by level`,
  );
  return rows.map(({ loan_limit: limit, loan_day_rate: dayRate, ...row }) => ({
    ...row,
    loan: limit === null || dayRate === null ? null : { limit, dayRate },
  }));
}

export async function storedVersion(sql: Sql): Promise<number> {
  const [head] = await sql.query<{ version: string }>('select version from vip_head');
  if (!head) throw new Error('the VIP levels have no version');
  return Number(head.version);
}

/** Raises the version; other changes wait until this transaction is over. */
export async function nextVersion(tx: Transaction): Promise<number> {
  const [head] = await tx.query<{ version: string }>('update vip_head set version = version + 1 returning version');
  if (!head) throw new Error('the VIP levels have no version');
  return Number(head.version);
}

/** Users above level 0. */
export async function readHolders(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ id: string; level: number }>(
    'select id, vip_level as level from user_account where vip_level > 0',
  );
  return new Map(rows.map(({ id, level }) => [id, level]));
}

/** Midnight in UTC, as a column of dates takes it. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The first moment that is not counted yet, Unix ms; null before the first day. */
export async function countedUntil(sql: Sql): Promise<number | null> {
  const [run] = await sql.query<{ day: string | null }>('select (max(day) + 1)::text as day from vip_run');
  return run?.day == null ? null : Date.parse(`${run.day}T00:00:00Z`);
}

export type CountedDay = {
  readonly day: number;
  readonly users: readonly string[];
  /** In USDT, by currency. */
  readonly prices: ReadonlyMap<string, string>;
  /** Debts are no part of a balance. */
  readonly debts: readonly Debt[];
};

/** Takes a day to be counted. False where it was counted before. */
export async function takeDay(tx: Transaction, day: number, at: number): Promise<boolean> {
  const counted = await tx.query('insert into vip_run (day, at) values ($1, $2) on conflict do nothing returning day', [
    dayOf(day),
    new Date(at),
  ]);
  return counted.length > 0;
}

export const holdersOfFunds = async (sql: Sql): Promise<readonly string[]> =>
  (
    await sql.query<{ user_id: string }>(
      `select distinct user_id from ledger_account where owner_kind = 'user' and balance > 0 order by user_id`,
    )
  ).map(({ user_id }) => user_id);

/** Writes what users hold in their accounts as of one instant, less what they owe, for a day that is taken. */
export const insertBalances = (tx: Transaction, { day, users, prices, debts }: CountedDay): Promise<unknown> =>
  tx.query(
    `with price as (select * from unnest($2::text[], $3::numeric[]) as p (currency, price)),
          held as (select a.user_id, sum(a.balance * p.price) as worth
                     from ledger_account a join price p using (currency)
                    where a.owner_kind = 'user' and a.balance > 0 and a.user_id = any($7) group by a.user_id),
          owed as (select d.user_id, sum(d.amount * p.price) as worth
                     from unnest($4::bigint[], $5::text[], $6::numeric[]) as d (user_id, currency, amount)
                     join price p using (currency) group by d.user_id)
     insert into vip_day (user_id, day, volume, balance)
     select h.user_id, $1, 0, round(h.worth - coalesce(o.worth, 0), 8)
       from held h left join owed o using (user_id) where h.worth - coalesce(o.worth, 0) >= 0.01`,
    [
      dayOf(day),
      [...prices.keys()],
      [...prices.values()],
      debts.map(({ userId }) => userId),
      debts.map(({ currency }) => currency),
      debts.map(({ amount }) => amount),
      users,
    ],
  );

/** Adds what some users traded on a day whose balances are written. USDT by user. */
export const insertVolumes = (tx: Transaction, day: number, volumes: ReadonlyMap<string, string>): Promise<unknown> =>
  tx.query(
    `insert into vip_day (user_id, day, volume, balance)
     select v.user_id, $1, v.volume, 0 from unnest($2::bigint[], $3::numeric[]) as v (user_id, volume) where v.volume > 0
     on conflict (day, user_id) do update set volume = excluded.volume`,
    [dayOf(day), [...volumes.keys()], [...volumes.values()]],
  );

export const deleteDaysBefore = (tx: Transaction, day: number): Promise<unknown> =>
  tx.query('delete from vip_day where day < $1', [dayOf(day)]);

export type Reached = { readonly id: string; readonly level: number };

/**
 * The users who have another level than their days reach: `vipLevelOf` of the rules, for all users at once, or for one. The days
 * are those from `first` until `until`, without it; Unix ms.
 */
export const levelsReached = (
  sql: Sql,
  { first, until, days }: { readonly first: number; readonly until: number; readonly days: number },
  userId: string | null = null,
): Promise<Reached[]> =>
  sql.query<Reached>(
    `with standing as (select user_id, sum(volume) as volume, trunc(sum(balance) / $3, 8) as balance
                         from vip_day where day >= $1 and day < $2 and ($4::bigint is null or user_id = $4)
                        group by user_id),
          reached as (select s.user_id, max(l.level) as level
                        from standing s join vip_level l on s.volume >= l.volume or s.balance >= l.balance
                       group by s.user_id)
     select u.id, coalesce(r.level, 0) as level
       from user_account u left join reached r on r.user_id = u.id
      where (u.vip_level > 0 or r.level > 0) and u.vip_level <> coalesce(r.level, 0)
        and ($4::bigint is null or u.id = $4)
      order by u.id`,
    [dayOf(first), dayOf(until), days, userId],
  );

/** Locks the rows of users that no other transaction has locked; it waits for none. Returns whose are locked. */
export const lockFreeUsers = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await tx.query<{ id: string }>(
        'select id from user_account where id = any($1) order by id for no key update skip locked',
        [ids],
      )
    ).map(({ id }) => id),
  );

/** Locks the row of one user, and waits for it. */
export const lockUser = (tx: Transaction, id: string): Promise<unknown> =>
  tx.query('select from user_account where id = $1 for no key update', [id]);

export const setLevels = (tx: Transaction, reached: readonly Reached[]): Promise<unknown> =>
  tx.query(
    `update user_account u set vip_level = c.level from unnest($1::bigint[], $2::int[]) as c (id, level) where u.id = c.id`,
    [reached.map(({ id }) => id), reached.map(({ level }) => level)],
  );

/** Newest first. */
export const daysOf = (
  sql: Sql,
  userId: string,
  first: number,
): Promise<{ day: UtcDay; volume: string; balance: string }[]> =>
  sql.query(
    `select day::text as day, volume, balance from vip_day where user_id = $1 and day >= $2 order by vip_day.day desc`,
    [userId, dayOf(first)],
  );

export async function levelOfUser(sql: Sql, userId: string): Promise<number> {
  const [user] = await sql.query<{ level: number }>('select vip_level as level from user_account where id = $1', [
    userId,
  ]);
  return user?.level ?? 0;
}

export const updateLevel = (
  tx: Transaction,
  { level, volume, balance, feeDiscount, withdrawalFactor, loan }: VipLevel,
): Promise<unknown> =>
  tx.query(
    `update vip_level set volume = $2, balance = $3, fee_discount = $4, withdrawal_factor = $5, loan_limit = $6,
            loan_day_rate = $7
      where level = $1`,
    [level, volume, balance, feeDiscount, withdrawalFactor, loan?.limit ?? null, loan?.dayRate ?? null],
  );

type LevelChange = {
  readonly staffId: string;
  readonly level: number;
  readonly reason: string;
  readonly at: number;
};

/** The audit record of a change. */
export const recordChange = (tx: Transaction, { staffId, level, reason, at }: LevelChange): Promise<unknown> =>
  tx.query(`insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'vip.change', $2, $3, $4)`, [
    staffId,
    `vip:${level}`,
    reason,
    new Date(at),
  ]);
