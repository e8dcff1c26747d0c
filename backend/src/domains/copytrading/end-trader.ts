import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { lockRole } from './follows.ts';
import { endFollow } from './stop-follows.ts';

/*
 * The end of being a trader. All follows end; copies that are open follow their source to its end, and profit shares are
 * settled as ever. A trader who comes back goes on with the figures of before: a bad record is not left behind.
 */

type End = { readonly ended: 'resigned' | 'suspended'; readonly at: number };

/** Rejects with not_found where the user is no trader. */
export async function endTrader(tx: Transaction, userId: string, { ended, at }: End): Promise<void> {
  await lockRole(tx, userId);
  // A user who begins to follow meanwhile waits for this row, and finds no trader.
  const [row] = await tx.query<{ one: number }>(
    'update copy_trader set ended = $2, ended_at = $3 where user_id = $1 and ended is null returning 1 as one',
    [userId, ended, new Date(at)],
  );
  if (!row) throw new DomainError('not_found', { field: 'trader_user_id' });
  const follows = await tx.query<{ id: string }>(
    `select id from copy_follow where trader_user_id = $1 and status = 'following' order by id`,
    [userId],
  );
  for (const { id } of follows) await endFollow(tx, id, { ended: 'trader', at, close: false });
  tx.notify(userId, { kind: 'profile' });
}

type Decision = {
  /** UID of the trader. */
  readonly uid: string;
  readonly staffId: string;
  readonly reason: string;
  readonly at: number;
};

const record = (tx: Transaction, action: string, { uid, staffId, reason, at }: Decision): Promise<unknown> =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    action,
    `trader:${uid}`,
    reason,
    new Date(at),
  ]);

async function userOf(tx: Transaction, uid: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>('select id from user_account where uid = $1', [uid]);
  if (!row) throw new DomainError('not_found', { field: 'trader_user_id' });
  return row.id;
}

/** Decides the case of a trader's costs that waits, if there is one, with what staff decide on the trader. */
const decideCase = (tx: Transaction, userId: string, status: 'approved' | 'rejected', decision: Decision) =>
  tx.query(
    `update copy_suspension set status = $5, reason = $2, reviewer_id = $3, reviewed_at = $4
      where user_id = $1 and status = 'pending'`,
    [userId, decision.reason, decision.staffId, new Date(decision.at), status],
  );

/** Staff suspend a trader; recorded with the reason. */
export const suspendTrader = (database: Database, decision: Decision): Promise<void> =>
  database.transaction(async (tx) => {
    const userId = await userOf(tx, decision.uid);
    await decideCase(tx, userId, 'approved', decision);
    await endTrader(tx, userId, { ended: 'suspended', at: decision.at });
    await record(tx, 'trader.suspend', decision);
  });

/** What copies have cost until now is not held against a trader any more. */
export const forgive = (tx: Transaction, userId: string, at: number): Promise<unknown> =>
  tx.query('update copy_trader set costs_since = $2 where user_id = $1', [
    userId,
    new Date(at).toISOString().slice(0, 10),
  ]);

/**
 * A suspended trader can be followed again; follows that ended stay ended. What copies have cost until now is not held
 * against the trader any more. Rejects with not_found where the user is not suspended.
 */
export async function reinstate(tx: Transaction, userId: string, at: number): Promise<void> {
  await lockRole(tx, userId);
  const [row] = await tx.query<{ one: number }>(
    `update copy_trader set ended = null, ended_at = null
      where user_id = $1 and ended = 'suspended' returning 1 as one`,
    [userId],
  );
  if (!row) throw new DomainError('not_found', { field: 'trader_user_id' });
  await forgive(tx, userId, at);
  tx.notify(userId, { kind: 'profile' });
}

/** Staff take a suspension back; recorded with the reason. */
export const restoreTrader = (database: Database, decision: Decision): Promise<void> =>
  database.transaction(async (tx) => {
    const userId = await userOf(tx, decision.uid);
    await decideCase(tx, userId, 'rejected', decision);
    await reinstate(tx, userId, decision.at);
    await record(tx, 'trader.restore', decision);
  });
