import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { QueueWarning } from '../../platform/queues.ts';

/**
 * Bits of 256 that two pictures of one thing may differ in, after scaling and compression: 300 pictures of 900 × 700 at 610 and
 * quality 55 differed in 2.2 on average and in 7 at most. Two pictures of different things differ in about 128.
 */
const ALIKE = 10;
/** Claims that are named as alike; of a template there could be thousands. */
const MOST_ALIKE = 5;

/** Notes former claims whose pictures look like that of a new claim but are not the same. */
export async function noteAlike(tx: Transaction, claimId: string): Promise<void> {
  await tx.query(
    `insert into deposit_alike (claim_id, other_id)
     select c.id, o.id
       from deposit_claim c join upload p on p.name = c.voucher
            join upload q on q.used and bit_count(q.look # p.look) <= $2 and q.sha256 <> p.sha256
            join deposit_claim o on o.voucher = q.name and o.id <> c.id
      where c.id = $1
      order by bit_count(q.look # p.look), o.id limit $3`,
    [claimId, ALIKE, MOST_ALIKE],
  );
}

/**
 * Other claims that share something with these, by claim id. What a user claims again after a rejection is no reason to
 * warn.
 */
export async function warningsOf(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly QueueWarning[]>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ id: string; code: QueueWarning['code']; items: string[] }>(
    `with shared (id, code, other) as (
       select c.id, 'same_transaction', o.id
         from deposit_claim c join deposit_claim o on o.txid = c.txid where c.id = any($1)
       union
       select c.id, 'same_picture', o.id
         from deposit_claim c join upload p on p.name = c.voucher
              join upload q on q.sha256 = p.sha256 and q.used join deposit_claim o on o.voucher = q.name
        where c.id = any($1)
       union
       select claim_id, 'similar_picture', other_id from deposit_alike where claim_id = any($1)
       union
       select other_id, 'similar_picture', claim_id from deposit_alike where other_id = any($1))
     select s.id, s.code, array_agg(o.id order by o.id) as items
       from shared s join deposit_claim c on c.id = s.id join deposit_claim o on o.id = s.other
      where o.id <> c.id and (o.status <> 'rejected' or o.user_id <> c.user_id)
      group by s.id, s.code
      order by s.id, array_position(array['same_transaction', 'same_picture', 'similar_picture'], s.code)`,
    [ids],
  );
  const found = new Map<string, QueueWarning[]>();
  for (const { id, ...warning } of rows) found.set(id, [...(found.get(id) ?? []), warning]);
  return found;
}
