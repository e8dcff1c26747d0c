import type { Database } from '../../platform/db/database.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { claimsOn } from './claims.ts';
import { actionsOf, recordAction } from './queues.ts';

/**
 * Whether a member may see a private picture: while they hold the claim on the item that has it. Each view is a row of
 * `staff_action`, with the name of the upload as its reason, before the picture is sent.
 */
export async function viewPicture(
  database: Database,
  queues: readonly StaffQueue[],
  member: Pick<StaffMember, 'id' | 'role'>,
  upload: string,
  now: number,
): Promise<boolean> {
  for (const queue of queues.filter((each) => actionsOf(each, member).includes('claim'))) {
    const id = await queue.itemWith(database, upload);
    if (id === null) continue;
    const claim = (await claimsOn(database, queue.name, [id], now)).get(id);
    if (claim?.staffId !== member.id) continue;
    const item = { queue: queue.name, id };
    await recordAction(database, item, { action: 'view', staffId: member.id, reason: upload, at: now });
    return true;
  }
  return false;
}
