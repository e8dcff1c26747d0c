import { DomainError } from '../http/domain-error.ts';
import type { Sql } from './database.ts';

export type Page = {
  /** 1 for the first. */
  readonly page: number;
  readonly limit: number;
};

/** Rows from the newest that pages of a list reach that is read from its end. */
const DEPTH = 10_000;

/** Rejects a page beyond: the rows before it are read for each. What is older is found by a filter. */
export function requireReachable({ page, limit }: Page): void {
  const most = Math.floor(DEPTH / limit);
  if (page > most) throw new DomainError('field_too_large', { field: 'page', params: { max: most } });
}

/** Entries that are looked at first, so that a total is exact for some thousand, and for each row of the pages so far. */
const WINDOW = { least: 2_000, perRow: 4 } as const;

/**
 * The newest rows of a list whose rows have one entry or more, at least `needed` of them if there are so many. Its newest
 * entries are read in windows that grow: what all of them would cost grows with the history.
 */
export async function fromEnd<Entry, Row>(
  needed: number,
  read: (window: number) => Promise<readonly Entry[]>,
  rowsOf: (entries: readonly Entry[]) => readonly Row[],
  least: number = WINDOW.least,
): Promise<readonly Row[]> {
  for (let window = Math.max(least, needed * WINDOW.perRow); ; window *= WINDOW.perRow) {
    const entries = await read(window);
    const rows = rowsOf(entries);
    if (entries.length < window || rows.length >= needed) return rows;
  }
}

type Listing = Page & {
  /** Common table expressions for `from`. */
  readonly expressions?: string;
  readonly select: string;
  /** Tables, joins and conditions: what is listed and counted. */
  readonly from: string;
  readonly order: string;
  /** Values of `from`, which needs all of them; `select` may use them too. */
  readonly values: readonly unknown[];
};

/** How many rows there are. */
export async function countOf(sql: Sql, from: string, values: readonly unknown[], expressions = ''): Promise<number> {
  const [counted] = await sql.query<{ total: string }>(`${expressions} select count(*) as total from ${from}`, values);
  return Number(counted?.total);
}

/** One page of a list, and how many rows all of its pages have. */
export async function pageOf<Row extends object>(
  sql: Sql,
  { expressions = '', select, from, order, values, page, limit }: Listing,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const rows = await sql.query<Row>(
    `${expressions} select ${select} from ${from} order by ${order}
      limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, (page - 1) * limit],
  );
  return { rows, total: await countOf(sql, from, values, expressions) };
}
