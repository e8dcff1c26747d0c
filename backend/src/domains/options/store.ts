import type { Direction, Result, ReturnReason, RulesVersion, Verdict } from '@tessera/api/options/rules';
import type { UtcDay } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import type { TradeEvent } from '../../platform/ports.ts';

/* The tables of options and of what they paid: no other file contains their SQL. */

/** An option as it is stored. Prices are whole price steps, which follow from `tick` and `rules`; times Unix ms. */
export type StoredOption = {
  readonly id: string;
  readonly user_id: string;
  readonly symbol: string;
  readonly currency: string;
  readonly scale: number;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: string;
  readonly fee: string;
  readonly ratio: string;
  readonly exposure: string;
  readonly rules: RulesVersion;
  /** Of the instrument. */
  readonly tick: string;
  readonly symbol_id: number;
  readonly max_age: number;
  readonly accepted_at: number;
  readonly entry_at: number;
  readonly expires_at: number;
  readonly status: 'open' | 'settled' | 'returned';
  readonly strike_number: string | null;
  readonly strike_at: number | null;
  readonly strike: string | null;
  readonly settlement_number: string | null;
  readonly settlement_times: readonly number[] | null;
  readonly settlement_prices: readonly string[] | null;
  readonly result: Result | null;
  readonly reason: ReturnReason | null;
  readonly payout: string | null;
  readonly kept: boolean;
};

const COLUMNS = `id, user_id, symbol, currency, scale, direction, seconds, stake, fee, ratio, exposure, rules, tick,
  symbol_id, max_age, accepted_at, entry_at, expires_at, status, strike_number, strike_at, strike, settlement_number, settlement_times,
  settlement_prices, result, reason, payout, kept`;

export type NewOption = Pick<
  StoredOption,
  | 'id'
  | 'user_id'
  | 'symbol'
  | 'currency'
  | 'scale'
  | 'direction'
  | 'seconds'
  | 'stake'
  | 'fee'
  | 'ratio'
  | 'exposure'
  | 'rules'
  | 'tick'
  | 'symbol_id'
  | 'max_age'
  | 'accepted_at'
  | 'entry_at'
  | 'expires_at'
>;

/** An id for the next option. */
export async function nextOptionId(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ id: string }>(`select nextval(pg_get_serial_sequence('option_order', 'id')) as id`);
  return row?.id as string;
}

export async function insertOption(tx: Transaction, option: NewOption): Promise<StoredOption> {
  const [row] = await tx.query<StoredOption>(
    `insert into option_order (id, user_id, symbol, currency, scale, direction, seconds, stake, fee, ratio, exposure, tick,
                               symbol_id, max_age, accepted_at, entry_at, expires_at, rules)
     overriding system value
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     returning ${COLUMNS}`,
    [
      option.id,
      option.user_id,
      option.symbol,
      option.currency,
      option.scale,
      option.direction,
      option.seconds,
      option.stake,
      option.fee,
      option.ratio,
      option.exposure,
      option.tick,
      option.symbol_id,
      option.max_age,
      new Date(option.accepted_at),
      new Date(option.entry_at),
      new Date(option.expires_at),
      option.rules,
    ],
  );
  return row as StoredOption;
}

/** What the house may have to pay on open options, in USDT, and how many a user has open. */
export type Exposure = {
  /** One direction of the symbol, expiring in the same minute. */
  readonly expiry: string;
  readonly symbol: string;
  readonly all: string;
  readonly open: number;
};

/** Reads the exposure while no other option is opened, until the end of the transaction. */
export async function lockExposure(
  tx: Transaction,
  { user_id, symbol, direction, expires_at }: Pick<NewOption, 'user_id' | 'symbol' | 'direction' | 'expires_at'>,
): Promise<Exposure> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('option exposure'))`);
  const [row] = await tx.query<Exposure>(
    `select coalesce(sum(exposure) filter (where symbol = $2 and direction = $3
              and date_trunc('minute', expires_at) = date_trunc('minute', $4::timestamptz)), 0) as expiry,
            coalesce(sum(exposure) filter (where symbol = $2), 0) as symbol,
            coalesce(sum(exposure), 0) as all,
            (count(*) filter (where user_id = $1))::int as open
       from option_order where status = 'open'`,
    [user_id, symbol, direction, new Date(expires_at)],
  );
  return row as Exposure;
}

export async function optionOf(sql: Sql, userId: string, id: string): Promise<StoredOption | null> {
  const [row] = await sql.query<StoredOption>(`select ${COLUMNS} from option_order where id = $1 and user_id = $2`, [
    id,
    userId,
  ]);
  return row ?? null;
}

export const listOptions = (
  sql: Sql,
  {
    userId,
    open,
    symbol,
    ...page
  }: Page & { readonly userId: string; readonly open: boolean | null; readonly symbol: string | null },
): Promise<{ readonly rows: StoredOption[]; readonly total: number }> =>
  pageOf<StoredOption>(sql, {
    ...page,
    select: COLUMNS,
    newest: {
      of: 'option_order',
      // What is open may be older than all that is looked through.
      where: `user_id = $1 ${open === true ? `and status = 'open'` : ''}`,
      order: 'id desc',
      as: 'o',
      rest: `where ($2::boolean is null or (status = 'open') = $2) and ($3::text is null or symbol = $3)`,
    },
    order: 'id desc',
    values: [userId, open, symbol],
  });

/** Frozen stakes of the user `u.id`, by currency. */
export const OPEN_STAKES = `
  select 'option' as product, currency, sum(stake) as amount
    from option_order where user_id = u.id and status = 'open' group by currency`;

/** Open options without a strike whose entry is over at this time, Unix ms, oldest first. */
export const unstruck = (sql: Sql, until: number, limit: number, aside: readonly string[]): Promise<StoredOption[]> =>
  sql.query<StoredOption>(
    `select ${COLUMNS} from option_order
      where status = 'open' and strike_number is null and entry_at <= $1 and id <> all($3)
      order by entry_at, id limit $2`,
    [new Date(until), limit, aside],
  );

/** Open options with a strike that expired before this time, Unix ms, oldest first. */
export const expired = (sql: Sql, before: number, limit: number, aside: readonly string[]): Promise<StoredOption[]> =>
  sql.query<StoredOption>(
    `select ${COLUMNS} from option_order
      where status = 'open' and strike_number is not null and expires_at < $1 and id <> all($3)
      order by expires_at, id limit $2`,
    [new Date(before), limit, aside],
  );

/** When an option was first settled or returned after a time, Unix ms. */
export async function firstSettled(sql: Sql, after: number): Promise<number | null> {
  const [row] = await sql.query<{ at: number }>(
    'select settled_at as at from option_order where settled_at > $1 order by settled_at limit 1',
    [new Date(after)],
  );
  return row?.at ?? null;
}

/** Options that were settled or returned after one time and up to another, Unix ms. */
export const tradeEvents = (sql: Sql, after: number, until: number): Promise<TradeEvent[]> =>
  sql.query<TradeEvent>(
    `select user_id as "userId", 'settled' as kind, 'options' as market, symbol, payout as amount, null::text as price,
            currency
       from option_order where settled_at > $1 and settled_at <= $2 order by settled_at, id`,
    [new Date(after), new Date(until)],
  );

export type Strike = { readonly id: string; readonly number: number; readonly at: number; readonly index: number };

/** Sets strikes, each once. Returns the ids and users of the options that had none. */
export const setStrikes = (
  tx: Transaction,
  strikes: readonly Strike[],
): Promise<{ readonly id: string; readonly user_id: string }[]> =>
  tx.query(
    `update option_order o set strike_number = s.number, strike_at = s.at, strike = s.price
       from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::bigint[]) as s (id, number, at, price)
      where o.id = s.id and o.status = 'open' and o.strike_number is null
      returning o.id, o.user_id`,
    [
      strikes.map(({ id }) => id),
      strikes.map(({ number }) => number),
      strikes.map(({ at }) => new Date(at)),
      strikes.map(({ index }) => index),
    ],
  );

export type Ended = { readonly option: StoredOption; readonly verdict: Verdict };

/** Ends options, each once. Returns the ids of those that were open. */
export async function endOptions(tx: Transaction, ended: readonly Ended[], at: number): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `update option_order o
        set status = e.status, result = e.result, reason = e.reason, payout = e.payout, settled_at = $2,
            settlement_number = e.number, settlement_times = e.times, settlement_prices = e.prices
       from jsonb_to_recordset($1) as e (id bigint, status text, result text, reason text, payout amount, number bigint,
                                         times timestamptz[], prices bigint[])
      where o.id = e.id and o.status = 'open'
      returning o.id`,
    [
      JSON.stringify(
        ended.map(({ option: { id }, verdict }) => ({
          id,
          status: verdict.status,
          payout: verdict.payout,
          ...(verdict.status === 'returned'
            ? { reason: verdict.reason }
            : {
                result: verdict.result,
                number: verdict.ticks.at(-1)?.number,
                // ISO, because inside JSON times are text.
                times: verdict.ticks.map((tick) => new Date(tick.at).toISOString()),
                prices: verdict.ticks.map(({ index }) => index),
              }),
        })),
      ),
      new Date(at),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

export type Day = {
  readonly day: UtcDay;
  readonly currency: string;
  readonly won: number;
  readonly tied: number;
  readonly lost: number;
  readonly returned: number;
  readonly staked: string;
  readonly fees: string;
  readonly paid: string;
};

/** Adds to what options paid on the days that are named. */
export const addToDays = (tx: Transaction, days: readonly Day[]): Promise<unknown> =>
  tx.query(
    `insert into option_day as d (day, currency, won, tied, lost, returned, staked, fees, paid)
     select day, currency, won, tied, lost, returned, staked, fees, paid
       from jsonb_to_recordset($1) as e (day date, currency text, won int, tied int, lost int, returned int, staked amount,
                                         fees amount, paid amount)
     on conflict (day, currency) do update
        set won = d.won + excluded.won, tied = d.tied + excluded.tied, lost = d.lost + excluded.lost,
            returned = d.returned + excluded.returned, staked = d.staked + excluded.staked,
            fees = d.fees + excluded.fees, paid = d.paid + excluded.paid`,
    [JSON.stringify(days)],
  );

/** What options paid since a day (ISO date), newest first. */
export const daysSince = (sql: Sql, day: string): Promise<Day[]> =>
  sql.query<Day>(
    `select day, currency, won, tied, lost, returned, staked, fees, paid
       from option_day where day >= $1::date order by day desc, currency`,
    [day],
  );

/** Options that are over and whose ticks are not kept yet, as far as these are signed; oldest first. */
export const unkept = (sql: Sql, limit: number, aside: readonly string[]): Promise<StoredOption[]> =>
  sql.query<StoredOption>(
    `select ${COLUMNS} from option_order
      where status <> 'open' and not kept
        and greatest(expires_at, entry_at + max_age * interval '1 millisecond')
            < (select max(at) from market_head where signature is not null)
        and id <> all($2)
      order by expires_at, id limit $1`,
    [limit, aside],
  );

export const markKept = (tx: Transaction, ids: readonly string[]): Promise<unknown> =>
  tx.query('update option_order set kept = true where id = any ($1)', [ids]);
