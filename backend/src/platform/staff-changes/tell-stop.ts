import type { Sql } from '../db/database.ts';
import { sendMessage } from '../mail/messages.ts';

/** What a member stopped alone, at once. */
type Stop = {
  /** Of the record of it, so that each member is told once. */
  readonly id: string;
  /** As a sentence about it begins: `Trading of BTC/USDT`. */
  readonly what: string;
  readonly reason: string;
  readonly staffId: string;
};

/**
 * Tells treasury and admins in the transaction that stops it: a member chooses the moment, and what its time would have
 * decided goes back to all.
 */
export async function tellStop(tx: Sql, { id, what, reason, staffId }: Stop): Promise<void> {
  const members = await tx.query<{ id: string; account: string; by: string }>(
    `select m.id, m.account, (select name from staff_member where id = $2) as by
       from staff_member m where m.role = any($1) and not m.disabled order by m.id`,
    [['treasury', 'admin'], staffId],
  );
  for (const { id: memberId, account, by } of members) {
    await sendMessage(tx, {
      id: `staff-stop-${id}-${memberId}`,
      to: account,
      channel: 'mail',
      subject: `${what} was stopped`,
      body: [
        `${what} was stopped by ${by}.`,
        `Reason: ${reason}`,
        'Two members resume it. Look at who gains by the moment: what the time would have decided goes back to all.',
      ].join('\n\n'),
    });
  }
}
