import { DomainError } from '../http/domain-error.ts';
import type { Sql } from './database.ts';

export type Page = {
  /** 1 for the first. */
  readonly page: number;
  readonly limit: number;
};

/** Rows from the newest that pages of a list reach, and among which its filters look. */
export const REACHED = 10_000;

/** Rejects a page beyond: the rows before it are read for each. What is older is found by a filter. */
export function requireReachable({ page, limit }: Page): void {
  const most = Math.floor(REACHED / limit);
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

/** The newest rows of one owner: no list costs what a history is long. Filters are looked for among them. */
type Newest = {
  readonly of: string;
  /**
   * What an index finds, in this order: whose they are, and what is open where few rows of an owner are. Several conditions
   * that exclude each other have an index each.
   */
  readonly where: string | readonly string[];
  /** As `order` of the list, where `as` may be left out. */
  readonly order: string;
  readonly as: string;
  /** Joins and further conditions. */
  readonly rest?: string;
};

type Listed =
  | { readonly newest: Newest }
  /** Tables, joins and conditions: what is listed and counted, and why all of it may be read. */
  | { readonly from: string; readonly whole: string };

type Listing = Page &
  Listed & {
    /** Common table expressions for what is listed. */
    readonly expressions?: string;
    readonly select: string;
    readonly order: string;
    /** Values of what is listed, which needs all of them; `select` may use them too. */
    readonly values: readonly unknown[];
  };

const fromOf = (listed: Listed): string => {
  if ('from' in listed) return listed.from;
  const { of, where, order, as, rest = '' } = listed.newest;
  const newest = (table: string, condition = '') =>
    `(select * from ${table} ${condition} order by ${order} limit ${REACHED})`;
  const [first, ...others] = [where].flat().map((each) => newest(of, `where ${each}`));
  const all = others.length === 0 ? first : newest(`(${[first, ...others].join(' union all ')}) each`);
  return `${all} ${as} ${rest}`;
};

/** How many rows there are: it reads all of them. */
export async function countOf(sql: Sql, from: string, values: readonly unknown[], expressions = ''): Promise<number> {
  const [counted] = await sql.query<{ total: string }>(`${expressions} select count(*) as total from ${from}`, values);
  return Number(counted?.total);
}

/** How many rows the pages of a list have that can be reached; no more are counted. */
export async function countReachable(
  sql: Sql,
  {
    from,
    values,
    limit,
    expressions,
  }: Pick<Page, 'limit'> & {
    readonly from: string;
    readonly values: readonly unknown[];
    readonly expressions?: string;
  },
): Promise<number> {
  const counted = await countOf(sql, `(select from ${from} limit ${REACHED}) reached`, values, expressions);
  return Math.min(counted, Math.floor(REACHED / limit) * limit);
}

/**
 * One page of a list, and how many rows all pages have that can be reached. Rejects with `field_too_large` beyond the newest
 * 10,000 rows.
 */
export async function pageOf<Row extends object>(
  sql: Sql,
  { expressions = '', select, order, values, page, limit, ...listed }: Listing,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  requireReachable({ page, limit });
  const from = fromOf(listed);
  const rows = await sql.query<Row>(
    `${expressions} select ${select} from ${from} order by ${order}
      limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, (page - 1) * limit],
  );
  return { rows, total: await countReachable(sql, { from, values, limit, expressions }) };
}
