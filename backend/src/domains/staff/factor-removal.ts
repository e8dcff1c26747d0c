import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import type { ChangeSteps } from '../../platform/ports.ts';
import { screenLink } from '../../platform/screens/screen-link.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';
import type { Settings } from '../../platform/settings.ts';
import { announceChange } from '../../platform/staff-changes/announce.ts';
import { lockChange, recordStep, type StoredChange } from '../../platform/staff-changes/store.ts';
import { contactsOfUser, sendNotice, userById } from '../identity/index.ts';
import { lockSubject } from './user-factors.ts';

/*
 * Locks are taken in one order: the change, the user, the user's factors, the removal. The use of a factor locks the
 * factor and then the removal (migration 1550).
 */

const DAY = 86_400_000;
/** ms for which no other removal is proposed after the user stopped one: repeated ones wear an owner out. */
export const QUIET_AFTER_STOP = 7 * DAY;

type Removal = { readonly user_id: string; readonly stopped_by: string | null; readonly told: boolean };

async function lockRemoval(tx: Transaction, changeId: string): Promise<Removal | null> {
  const [row] = await tx.query<Removal>(
    `select user_id, stopped_by, stop_hash is not null as told
       from factor_removal where change_id = $1 and closed_at is null for update`,
    [changeId],
  );
  return row ?? null;
}

const close = (tx: Transaction, changeId: string, at: number) =>
  tx.query('update factor_removal set closed_at = $2 where change_id = $1', [changeId, new Date(at)]);

const uidOf = (input: object): string => String(Reflect.get(input, 'uid'));

/** What goes along with a removal: one at a time, the user is told and can stop it. */
export const removalSteps = ({ publicOrigins: [origin] }: Pick<Settings, 'publicOrigins'>): ChangeSteps => ({
  async proposed(tx, { id, input, by: { staffId, at } }) {
    const userId = await lockSubject(tx, uidOf(input), staffId);
    const { withdrawals_blocked_until: until } = await userById(tx, userId);
    // A thief with the mailbox resets the password first: the owner has that day to notice.
    if (until !== null && until > at) {
      throw new DomainError('withdrawals_paused', { params: { hours: Math.ceil((until - at) / 3_600_000) } });
    }
    const [former] = await tx.query<{ open: boolean }>(
      `select closed_at is null as open from factor_removal
        where user_id = $1 and (closed_at is null or stopped_by is not null and closed_at > $2)
        order by open desc limit 1`,
      [userId, new Date(at - QUIET_AFTER_STOP)],
    );
    if (former) throw new DomainError(former.open ? 'removal_open' : 'removal_stopped', { field: 'uid' });
    await tx.query('insert into factor_removal (change_id, user_id) values ($1, $2)', [id, userId]);
  },

  async approved(tx, { id, input, by: { staffId, at }, runsAt }) {
    const userId = await lockSubject(tx, uidOf(input), staffId);
    const removal = await lockRemoval(tx, id);
    if (!removal || removal.stopped_by !== null) throw new DomainError('removal_stopped');
    const token = newToken();
    await tx.query('update factor_removal set stop_hash = $2 where change_id = $1', [id, tokenHash(token)]);
    const [proposer] = await tx.query<{ name: string }>(
      'select m.name from staff_change c join staff_member m on m.id = c.proposed_by where c.id = $1',
      [id],
    );
    tx.notify(userId, { kind: 'profile' });
    await sendNotice(
      tx,
      userId,
      {
        kind: 'removal_begun',
        at,
        until: runsAt,
        ...(proposer && { member: proposer.name }),
        // Behind the `#`, so that no server and no log sees it.
        ...(origin !== undefined && {
          link: `${origin}/h5/#${screenLink('/pages/setting/keepFactors', { token })}`,
        }),
      },
      contactsOfUser(await userById(tx, userId)),
    );
  },

  async due(tx, { id, input, by: { staffId, at } }) {
    const userId = await lockSubject(tx, uidOf(input), staffId);
    for (const table of ['authenticator', 'passkey', 'recovery_code']) {
      await tx.query(`select from ${table} where holder = $1 order by ctid for update`, [`user:${userId}`]);
    }
    const removal = await lockRemoval(tx, id);
    if (!removal || removal.stopped_by !== null) throw new DomainError('removal_stopped');
    await close(tx, id, at);
  },
});

/** Ends the change of a removal that the user stopped. */
async function endStopped(tx: Transaction, change: StoredChange, at: number): Promise<void> {
  const by = { staffId: change.proposed_by, at };
  if (change.state === 'approved') {
    await tx.query(
      `update staff_change set state = 'failed', ended_at = $2, failure = 'removal_stopped' where id = $1`,
      [change.id, new Date(at)],
    );
    await recordStep(tx, 'fail', { id: change.id, reason: `removal_stopped: ${change.summary}` }, by);
  } else {
    await tx.query(
      `update staff_change set state = 'withdrawn', decided_by = proposed_by, decided_at = $2, ended_at = $2 where id = $1`,
      [change.id, new Date(at)],
    );
    await recordStep(tx, 'withdraw', { id: change.id, reason: `removal_stopped: ${change.summary}` }, by);
  }
}

type Parts = { readonly database: Database; readonly settings: Settings };

async function tellEnd({ settings }: Parts, tx: Transaction, changeId: string, at: number): Promise<void> {
  const change = await lockChange(tx, changeId);
  const removal = await lockRemoval(tx, changeId);
  if (!removal) return;
  const open = change.state === 'proposed' || change.state === 'approved';
  if (open && removal.stopped_by === null) return;
  if (open) await endStopped(tx, change, at);
  if (removal.stopped_by !== null) {
    await announceChange(tx, changeId, settings, `was stopped by the user (${removal.stopped_by})`);
  }
  await close(tx, changeId, at);
  if (!removal.told) return;
  const user = await userById(tx, removal.user_id);
  tx.notify(user.id, { kind: 'profile' });
  await sendNotice(tx, user.id, { kind: 'removal_stopped', at }, contactsOfUser(user));
}

/**
 * Tells users and staff of removals that do not take place, by whichever side they were ended, and ends those that a user stopped. One that
 * fails does not hold up the others.
 */
export async function tellEndedRemovals(
  parts: Parts,
  now: number,
  { fence, items }: Pick<JobRun, 'fence' | 'items'>,
): Promise<void> {
  const ended = await parts.database.query<{ id: string }>(
    `select r.change_id as id from factor_removal r join staff_change c on c.id = r.change_id
      where r.closed_at is null and (r.stopped_by is not null or c.state not in ('proposed', 'approved'))
        and r.change_id <> all($1)
      order by r.change_id limit 100`,
    [items.aside('removal')],
  );
  await items.each(
    'removal',
    ended,
    ({ id }) => id,
    ({ id }) =>
      parts.database.transaction(async (tx) => {
        await fence(tx);
        await tellEnd(parts, tx, id, now);
      }),
  );
}
