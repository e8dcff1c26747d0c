import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageCode } from '@tessera/api/rules';
import type { Side } from '@tessera/api/spot/rules';
import { asFigure, asText, csvRows } from '../../../platform/csv/csv.ts';
import type { Sql } from '../../../platform/db/database.ts';
import { type AskedFor, zonedTime } from '../../wallet/index.ts';
import type english from './texts/en.json';

/** Orders whose trades one statement reads: some milliseconds. */
const ORDERS = 500;

/** Trades that a user asked for. Times are Unix ms, both inclusive. */
export type AskedTrades = AskedFor & {
  readonly document: 'spot_trades';
  readonly uid: string;
  readonly language: LanguageCode;
  /** IANA name or offset. */
  readonly zone: string;
  readonly from: number;
  /** Null: whatever there is by then. */
  readonly to: number | null;
  /** Null for all. */
  readonly symbol: string | null;
  readonly side: Side | null;
};

type Row = {
  readonly id: string;
  readonly order_id: string;
  readonly at: number;
  readonly symbol: string;
  readonly quote: string;
  readonly side: Side;
  readonly price: string;
  readonly amount: string;
  readonly quote_amount: string;
  readonly fee: string;
  readonly fee_currency: string;
};

const until = (to: number | null) => (to === null ? 'infinity' : new Date(to));

const WANTED = `o.user_id = $1 and o.filled_amount > 0 and ($2::text is null or o.symbol = $2)
                and ($3::text is null or o.side = $3)`;

/** How many trades there are, counted up to a limit. */
export async function countTrades(
  sql: Sql,
  userId: string,
  { symbol, side, from, to }: Pick<AskedTrades, 'symbol' | 'side' | 'from' | 'to'>,
  most: number,
): Promise<number> {
  const [row] = await sql.query<{ trades: number }>(
    `select count(*)::int as trades
       from (select from spot_order o join spot_fill f on f.order_id = o.id
              where ${WANTED} and f.at between $4 and $5 limit $6) found`,
    [userId, symbol, side, new Date(from), until(to), most],
  );
  return row?.trades ?? 0;
}

/** The trades of the next orders after one; undefined where no order is left. */
async function tradesAfter(sql: Sql, userId: string, { symbol, side, from, to }: AskedTrades, order: string) {
  const orders = await sql.query<{ id: string }>(
    `select o.id from spot_order o where ${WANTED} and o.id > $4 order by o.id limit $5`,
    [userId, symbol, side, order, ORDERS],
  );
  const last = orders.at(-1)?.id;
  if (last === undefined) return undefined;
  const rows = await sql.query<Row>(
    `select f.id, f.order_id, f.at, o.symbol, o.quote, o.side, f.price, f.amount, f.quote_amount, f.fee, o.fee_currency
       from spot_order o join spot_fill f on f.order_id = o.id
      where ${WANTED} and o.id > $4 and o.id <= $5 and f.at between $6 and $7
      order by o.id, f.id`,
    [userId, symbol, side, order, last, new Date(from), until(to)],
  );
  return { rows, last };
}

/**
 * The trades as CSV, in pieces. Each is read once the one before was taken, by a statement of its own: a client that
 * reads slowly holds no transaction and little memory.
 */
export async function* tradesCsv(sql: Sql, userId: string, asked: AskedTrades): AsyncGenerator<string> {
  const texts = JSON.parse(
    readFileSync(join(import.meta.dirname, 'texts', `${asked.language}.json`), 'utf8'),
  ) as typeof english;
  const { iso } = zonedTime(asked.zone);
  const { time, order, trade, pair, side, price, amount, total, totalIn, fee, feeIn } = texts;
  yield csvRows(
    [[`${time} (${asked.zone})`, order, trade, pair, side, price, amount, total, totalIn, fee, feeIn]],
    asked.language,
    true,
  );
  for (
    let next = await tradesAfter(sql, userId, asked, '0');
    next;
    next = await tradesAfter(sql, userId, asked, next.last)
  )
    if (next.rows.length > 0)
      yield csvRows(
        next.rows.map((row) => [
          iso(row.at),
          row.order_id,
          row.id,
          asText(row.symbol),
          asText(texts[row.side]),
          ...[row.price, row.amount, row.quote_amount].map((figure) => asFigure(figure, asked.language)),
          asText(row.quote),
          asFigure(row.fee, asked.language),
          asText(row.fee_currency),
        ]),
        asked.language,
      );
}
