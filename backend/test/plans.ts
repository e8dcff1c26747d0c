import type { Database, Sql } from '../src/platform/db/database.ts';

/** The plan of what is asked: its statements are explained, and return nothing. */
export async function planOf(
  { transaction }: Pick<Database, 'transaction'>,
  ask: (sql: Sql) => Promise<unknown>,
): Promise<string> {
  const lines: string[] = [];
  await transaction(async (tx) => {
    const query = async (text: string, values?: readonly unknown[]) => {
      const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      lines.push(...rows.map((row) => row['QUERY PLAN']));
      return [];
    };
    await ask({ ...tx, query: query as Sql['query'] });
  });
  return lines.join('\n');
}
