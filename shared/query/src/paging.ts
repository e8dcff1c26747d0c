/** Rows of a list to a call. */
export const PAGE_SIZE = 20;

/** What every list call returns. */
export type ListPage<Row> = {
  readonly list: readonly Row[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** Of a list that is read on from where it ended: where that is; null at its end. */
  readonly next?: string | null;
};

/** The page after one, or where it is read on; null or undefined when that was the last. */
export const pageAfter = ({ list, page, limit, total, next }: ListPage<unknown>): number | string | null | undefined =>
  next === undefined && list.length > 0 && page * limit < total ? page + 1 : next;

/** The rows of all pages without duplicates: a row that shifted to the next page is returned twice. */
export function rowsOf<Row extends { readonly id: string }>(pages: readonly ListPage<Row>[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { list } of pages) for (const row of list) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}
