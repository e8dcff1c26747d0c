import type { Conversion } from '@tessera/api/convert/rules';
import { neg } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What a user was offered. */
export type Quote = Conversion & {
  readonly id: string;
  /** Currency codes. */
  readonly from: string;
  readonly to: string;
  readonly number: string;
  readonly feeRate: string;
  /** Unix ms. */
  readonly madeAt: number;
};

/** Keeps a quote in place of the user's last one: a user holds one at a time. */
export async function keepQuote(sql: Sql, userId: string, quote: Quote): Promise<void> {
  const { id, from, to, number, rate, spread, feeRate, fee, receive, madeAt } = quote;
  await sql.query(
    `insert into conversion_quote (user_id, id, from_currency, to_currency, number, rate, spread, fee_rate, fee, receive, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (user_id) do update
        set id = excluded.id, from_currency = excluded.from_currency, to_currency = excluded.to_currency,
            number = excluded.number, rate = excluded.rate, spread = excluded.spread, fee_rate = excluded.fee_rate,
            fee = excluded.fee, receive = excluded.receive, made_at = excluded.made_at`,
    [userId, id, from, to, number, rate, spread, feeRate, fee, receive, new Date(madeAt)],
  );
}

/** Takes a quote that its user uses; null where it is not the last one, or is used up. */
export async function takeQuote(tx: Transaction, userId: string, id: string): Promise<Quote | null> {
  const [row] = await tx.query<Quote>(
    `delete from conversion_quote where user_id = $1 and id = $2
     returning id, from_currency as from, to_currency as to, number, rate, spread, fee_rate as "feeRate", fee, receive,
               made_at as "madeAt"`,
    [userId, id],
  );
  return row ?? null;
}

export type ConversionRow = Pick<Conversion, 'rate' | 'spread' | 'fee' | 'receive'> & {
  readonly id: string;
  readonly from_currency: string;
  readonly to_currency: string;
  readonly number: string;
  readonly at: number;
};

const COLUMNS = 'id, from_currency, to_currency, number, rate, spread, fee, receive, at';

/** Books a conversion at a quote. `value` in USDT, `at` in Unix ms. */
export async function addConversion(
  tx: Transaction,
  userId: string,
  { id, from, to, number, rate, spread, fee, receive }: Quote,
  { value, at }: { readonly value: string; readonly at: number },
): Promise<ConversionRow> {
  const [row] = await tx.query<ConversionRow>(
    `insert into conversion (user_id, quote, from_currency, to_currency, number, rate, spread, fee, receive, value, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`,
    [userId, id, from, to, number, rate, spread, fee, receive, value, new Date(at)],
  );
  if (!row) throw new Error('the conversion is not there');
  return row;
}

/** USDT that a user converted in the 24 hours before `now`. */
export async function convertedToday(sql: Sql, userId: string, now: number): Promise<string> {
  const [row] = await sql.query<{ value: string }>(
    'select coalesce(sum(value), 0) as value from conversion where user_id = $1 and at > $2',
    [userId, new Date(now - DAY)],
  );
  return row?.value ?? '0';
}

/** Conversions of a user, newest first. */
export const conversionsOf = (sql: Sql, userId: string, { page, limit }: Page) =>
  pageOf<ConversionRow>(sql, {
    select: COLUMNS,
    newest: { of: 'conversion', where: 'user_id = $1', order: 'id desc', as: 'c' },
    order: 'id desc',
    values: [userId],
    page,
    limit,
  });

/** Units of each currency that conversions of 24 hours brought the house, less what they cost it. */
export async function flowsOf(sql: Sql, codes: readonly string[], now: number): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ currency: string; net: string }>(
    'select currency, sum(net) as net from conversion_flow where currency = any($1) and hour > $2 group by currency',
    [codes, new Date(now - DAY)],
  );
  return new Map(rows.map(({ currency, net }) => [currency, net]));
}

/** One conversion after the other where they share a currency, so that a cap holds over all nodes. */
export const lockFlows = (tx: Transaction, codes: readonly string[]) =>
  tx.query(
    // In the order of the codes: two conversions between the same currencies would otherwise wait for each other.
    `select pg_advisory_xact_lock(hashtextextended('conversion ' || code, 0))
       from (select unnest($1::text[]) as code order by 1) as ordered`,
    [codes],
  );

/** Books what the house took in and gave. `given` includes the fee, which another account of the house takes. */
export async function addFlows(
  tx: Transaction,
  taken: { readonly code: string; readonly amount: string },
  given: { readonly code: string; readonly amount: string },
  now: number,
): Promise<void> {
  await tx.query(
    `insert into conversion_flow as f (currency, hour, net)
     select * from unnest($1::text[], $2::timestamptz[], $3::numeric[])
     on conflict (currency, hour) do update set net = f.net + excluded.net`,
    [
      [taken.code, given.code],
      [1, 2].map(() => new Date(Math.floor(now / HOUR) * HOUR)),
      [taken.amount, neg(given.amount)],
    ],
  );
}

/** Deletes the flows of days that no cap counts any more. */
export const pruneFlows = (sql: Sql, now: number) =>
  sql.query('delete from conversion_flow where hour < $1', [new Date(now - 2 * DAY)]);
