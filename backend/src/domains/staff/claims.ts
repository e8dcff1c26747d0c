import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';

/** ms that an item stays with the member who took it; taken again, it stays as long from then on. */
export const CLAIM_LASTS = 15 * 60_000;

/** What names an item over all queues. */
export type ItemName = { readonly queue: string; readonly id: string };

export type StaffClaim = {
  readonly staffId: string;
  readonly name: string;
  /** Unix ms. */
  readonly until: number;
};

/** The claims that stand on items of a queue, by item id. */
export async function claimsOn(
  sql: Sql,
  queue: string,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, StaffClaim>> {
  const rows = await sql.query<{ item_id: string } & StaffClaim>(
    `select c.item_id, c.staff_id as "staffId", m.name, c.until
       from staff_claim c join staff_member m on m.id = c.staff_id
      where c.queue = $1 and c.item_id = any($2) and c.until > $3`,
    [queue, ids, new Date(now)],
  );
  return new Map(rows.map(({ item_id, ...claim }) => [item_id, claim]));
}

/** Claims an item, or extends the claim. Rejects with `claimed_by_other` while another member has it. */
export async function takeClaim(tx: Transaction, { queue, id }: ItemName, staffId: string, now: number): Promise<void> {
  const taken = await tx.query(
    `insert into staff_claim as held (queue, item_id, staff_id, until)
     values ($1, $2, $3, $4)
     on conflict (queue, item_id) do update set staff_id = excluded.staff_id, until = excluded.until
      where held.staff_id = excluded.staff_id or held.until <= $5
     returning 1`,
    [queue, id, staffId, new Date(now + CLAIM_LASTS), new Date(now)],
  );
  if (taken.length > 0) return;
  await refuseOthersClaim(tx, { queue, id }, staffId, now);
  // It was given back at this moment.
  throw new DomainError('try_again');
}

/** Rejects with `claimed_by_other` while another member has the item. */
export async function refuseOthersClaim(
  sql: Sql,
  { queue, id }: ItemName,
  staffId: string,
  now: number,
): Promise<void> {
  const claim = (await claimsOn(sql, queue, [id], now)).get(id);
  if (claim && claim.staffId !== staffId) throw new DomainError('claimed_by_other', { params: { name: claim.name } });
}

/** Releases an item; claims of other members are not affected. */
export const dropClaim = (tx: Transaction, { queue, id }: ItemName, staffId: string) =>
  tx.query('delete from staff_claim where queue = $1 and item_id = $2 and staff_id = $3 returning 1', [
    queue,
    id,
    staffId,
  ]);

/** Ends the claim on a decided item. */
export const endClaim = (tx: Transaction, { queue, id }: ItemName) =>
  tx.query('delete from staff_claim where queue = $1 and item_id = $2', [queue, id]);
