import type { Sql } from '../../platform/db/database.ts';
import type { QueueWarning } from '../../platform/queues.ts';

/** Other claims that share something with these, by claim id. Rejected claims with the same transaction do not count. */
export async function warningsOf(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly QueueWarning[]>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ id: string; code: QueueWarning['code']; items: string[] }>(
    `select c.id, 'same_transaction' as code, array_agg(o.id order by o.id) as items
       from deposit_claim c join deposit_claim o on o.txid = c.txid and o.id <> c.id and o.status <> 'rejected'
      where c.id = any($1) group by c.id`,
    [ids],
  );
  const found = new Map<string, QueueWarning[]>();
  for (const { id, ...warning } of rows) found.set(id, [...(found.get(id) ?? []), warning]);
  return found;
}
