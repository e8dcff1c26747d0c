import type { Sql } from '../../platform/db/database.ts';

/** What is read by symbol, as it stands for some ms: requests at once, and those that follow, share one reading. */
export function standing<T>(now: () => number, lasts: number, read: (sql: Sql, symbol: string) => Promise<T>) {
  const known = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return (sql: Sql, symbol: string): Promise<T> => {
    const at = now();
    const before = known.get(symbol);
    if (before && at - before.at < lasts) return before.value;
    const value = read(sql, symbol);
    known.set(symbol, { at, value });
    value.catch(() => known.delete(symbol));
    return value;
  };
}
