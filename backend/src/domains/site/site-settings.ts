import type { Sql } from '../../platform/db/database.ts';

export type SettingSeed = { readonly keyword: string; readonly value: string; readonly public: boolean };

/** Reads some settings at once; returns a reader, which throws for a setting that was neither seeded nor set. */
export async function readSettingsOf<const K extends string>(
  sql: Sql,
  keywords: readonly K[],
): Promise<(keyword: K) => string> {
  const rows = await sql.query<{ keyword: string; value: string }>(
    'select keyword, value from setting where keyword = any($1)',
    [keywords],
  );
  const values = new Map(rows.map(({ keyword, value }) => [keyword, value]));
  return (keyword) => {
    const value = values.get(keyword);
    if (value === undefined) throw new Error(`the setting ${keyword} is missing`);
    return value;
  };
}
