import type { Sql } from '../../platform/db/database.ts';

export type SettingSeed = { readonly keyword: string; readonly value: string; readonly public: boolean };

/** Inserts missing settings; values changed by staff are kept. */
export async function seedSettings(sql: Sql, seeds: readonly SettingSeed[]): Promise<void> {
  await sql.query(
    `insert into setting (keyword, value, public)
     select keyword, value, public from jsonb_to_recordset($1) as s (keyword text, value text, public boolean)
     on conflict do nothing`,
    [JSON.stringify(seeds)],
  );
}

/** Sets settings that were seeded. Who may set what, and to what, is for the caller to decide. */
export async function writeSettings(tx: Sql, values: Readonly<Record<string, string>>): Promise<void> {
  await tx.query(
    `update setting s set value = v.value from unnest($1::text[], $2::text[]) as v (keyword, value)
      where s.keyword = v.keyword`,
    [Object.keys(values), Object.values(values)],
  );
}

/** The settings of these keywords that are set. */
export const storedSettings = (sql: Sql, keywords: readonly string[]) =>
  sql.query<{ keyword: string; value: string }>('select keyword, value from setting where keyword = any($1)', [
    keywords,
  ]);

/** Reads some settings at once; returns a reader, which throws for a setting that was neither seeded nor set. */
export async function readSettingsOf<const K extends string>(
  sql: Sql,
  keywords: readonly K[],
): Promise<(keyword: K) => string> {
  const rows = await storedSettings(sql, keywords);
  const values = new Map(rows.map(({ keyword, value }) => [keyword, value]));
  return (keyword) => {
    const value = values.get(keyword);
    if (value === undefined) throw new Error(`the setting ${keyword} is missing`);
    return value;
  };
}
