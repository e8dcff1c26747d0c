import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Weight } from '../../platform/queues.ts';
import { isSameMember, requireSecondMember } from '../../platform/staff-changes/second-member.ts';
import { IN_OFFICE } from '../../platform/staff-changes/standing.ts';
import type { ItemName } from './claims.ts';

/** The first of two approvals. */
export type FirstApproval = {
  readonly staffId: string;
  readonly name: string;
  readonly terms: Weight['terms'];
  /** Unix ms. */
  readonly at: number;
};

/** The first approvals that wait for a second member, by item id. */
export async function firstApprovals(
  sql: Sql,
  queue: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FirstApproval>> {
  const rows = await sql.query<{ item_id: string } & FirstApproval>(
    `select a.item_id, a.staff_id as "staffId", m.name, a.terms, a.at
       from staff_approval a join staff_member m on m.id = a.staff_id
      where a.queue = $1 and a.item_id = any($2) and ${IN_OFFICE}`,
    [queue, ids],
  );
  return new Map(rows.map(({ item_id, ...approval }) => [item_id, approval]));
}

/** The member whose first approval of these terms is kept; null where there is none, or its member is disabled by now. */
async function heldFor(sql: Sql, { queue, id }: ItemName, terms: Weight['terms']): Promise<string | null> {
  const [held] = await sql.query<{ staff_id: string }>(
    `select a.staff_id from staff_approval a join staff_member m on m.id = a.staff_id
      where a.queue = $1 and a.item_id = $2 and a.terms = $3::jsonb and ${IN_OFFICE}`,
    [queue, id, JSON.stringify(terms)],
  );
  return held?.staff_id ?? null;
}

/** Whether another member has approved the same terms, and that waits for a second one. */
export async function isHeldByOther(
  sql: Sql,
  item: ItemName,
  { staffId, terms }: Pick<FirstApproval, 'staffId' | 'terms'>,
): Promise<boolean> {
  const held = await heldFor(sql, item, terms);
  return held !== null && !(await isSameMember(sql, held, staffId));
}

/**
 * The member who approved the same terms before; null where there is none: the approval is then kept as the first, in
 * place of one with other terms. Rejects with `second_member_required` where the member approved these terms before.
 * The item is locked by the caller.
 */
export async function holdApproval(
  tx: Transaction,
  { queue, id }: ItemName,
  { staffId, terms, at }: Omit<FirstApproval, 'name'>,
): Promise<string | null> {
  const same = await heldFor(tx, { queue, id }, terms);
  if (same !== null) {
    await requireSecondMember(tx, same, staffId);
    return same;
  }
  await tx.query(
    `insert into staff_approval (queue, item_id, staff_id, terms, at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (queue, item_id) do update set staff_id = excluded.staff_id, terms = excluded.terms, at = excluded.at`,
    [queue, id, staffId, JSON.stringify(terms), new Date(at)],
  );
  return null;
}

export const forgetApproval = (tx: Transaction, { queue, id }: ItemName) =>
  tx.query('delete from staff_approval where queue = $1 and item_id = $2', [queue, id]);
