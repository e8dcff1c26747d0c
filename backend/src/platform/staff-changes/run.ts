import type { Database, Transaction } from '../db/database.ts';
import { joined } from '../db/joined.ts';
import { DomainError } from '../http/domain-error.ts';
import type { JobRun } from '../jobs/job.ts';
import type { Ports } from '../ports.ts';
import type { By } from '../staff-command.ts';
import { announceEnd } from './announce.ts';
import { requireInOffice } from './standing.ts';
import { callOf, expireChanges, hashOf, lockChange, recordStep, rolesOf, type StoredChange } from './store.ts';

type Parts = { readonly database: Database; readonly ports: Pick<Ports, 'staffHandler'> };
type RunParts = Parts & { readonly ports: Pick<Ports, 'changeSteps'> };
type Staged = { readonly callId: string; readonly input: object };

/** What a handler of a staff call gets outside of a request. */
const contextOf = (member: object | undefined, by: By, database: Database) => ({
  staff: { ...member, sessionId: '' },
  by,
  database,
  language: 'en',
  address: '',
  userAgent: '',
  device: null,
  browser: null,
  key: null,
  setDevice: () => undefined,
});

/** What a call of staff that reads returns to a member; null where their role does not make it. */
export async function readAs(
  { database, ports }: Parts,
  callId: string,
  member: { readonly id: string; readonly role: string },
  at: number,
): Promise<unknown> {
  const call = callOf(callId);
  if (call?.method !== 'GET' || !call.staff?.roles.some((role) => role === member.role)) return null;
  return ports.staffHandler(callId)?.(contextOf(member, { staffId: member.id, at }, database), {}) ?? null;
}

/**
 * Runs the handler of a staff call inside `tx`, as the member who proposed the change. Returns what the call shows once
 * `tx` is committed.
 */
export async function runHandler(
  { database, ports }: Parts,
  tx: Transaction,
  { callId, input }: Staged,
  by: By,
): Promise<() => Promise<unknown>> {
  const handler = ports.staffHandler(callId);
  if (!handler) throw new DomainError('function_under_development');
  let after: (() => Promise<unknown>) | null = null;
  const [member] = await tx.query<{ id: string; name: string; role: string }>(
    'select id, name, role from staff_member where id = $1',
    [by.staffId],
  );
  const output = await handler(
    {
      ...contextOf(member, by, joined(tx, database)),
      committed: async (show: () => Promise<unknown>) => {
        after = show;
      },
    },
    input,
  );
  return after ?? (async () => output);
}

/** What was approved, if it is still what the call would read. */
function approvedInput({ call: callId, input, hash }: StoredChange): object {
  const read = callOf(callId)?.input.safeParse(input);
  if (!read?.success || hashOf(callId, input) !== hash || hashOf(callId, read.data) !== hash) {
    throw new DomainError('invalid_field', { field: 'input' });
  }
  return read.data;
}

/**
 * Runs an approved change, once, together with the record of it. One whose preconditions no longer hold is marked as
 * failed with the reason. Returns what its call shows.
 */
export async function runChange(
  parts: RunParts,
  id: string,
  now: number,
  fence: JobRun['fence'] = async () => undefined,
): Promise<unknown> {
  try {
    const show = await parts.database.transaction(async (tx) => {
      await fence(tx);
      const change = await lockChange(tx, id);
      if (change.state !== 'approved') return null;
      const by = { staffId: change.proposed_by, at: now };
      await requireInOffice(tx, [change.proposed_by, change.decided_by], rolesOf(change));
      const input = approvedInput(change);
      await parts.ports.changeSteps(change.call)?.due(tx, { id, input, by });
      const shown = await runHandler(parts, tx, { callId: change.call, input }, by);
      await tx.query(`update staff_change set state = 'done', ended_at = $2 where id = $1`, [id, new Date(now)]);
      await recordStep(tx, 'run', { id, reason: change.summary }, by);
      return shown;
    });
    return await show?.();
  } catch (error) {
    // Everything else is tried again by the next run.
    if (!(error instanceof DomainError)) throw error;
    await parts.database.transaction(async (tx) => {
      await fence(tx);
      const change = await lockChange(tx, id);
      if (change.state !== 'approved') return;
      await tx.query(`update staff_change set state = 'failed', ended_at = $2, failure = $3 where id = $1`, [
        id,
        new Date(now),
        error.code,
      ]);
      const reason = `${error.code}${error.field === undefined ? '' : ` (${error.field})`}: ${change.summary}`;
      await recordStep(tx, 'fail', { id, reason }, { staffId: change.proposed_by, at: now });
      await announceEnd(tx, id, `could not take effect (${error.code})`);
    });
    return undefined;
  }
}

/** Records and tells the ends of changes that ended in the database, with the account or the role of a member. */
async function tellEnds(database: Database, now: number, fence: JobRun['fence']): Promise<void> {
  await database.transaction(async (tx) => {
    await fence(tx);
    const ended = await tx.query<Pick<StoredChange, 'id' | 'state' | 'summary' | 'proposed_by'>>(
      `update staff_change set untold = false where untold returning id, state, summary, proposed_by`,
    );
    for (const { id, state, summary, proposed_by: staffId } of ended) {
      const reason = `member_left: ${summary}`;
      await recordStep(tx, state === 'withdrawn' ? 'withdraw' : 'fail', { id, reason }, { staffId, at: now });
      await announceEnd(tx, id, 'ended with the access of a member who proposed or approved it');
    }
  });
}

/** Runs what is due, and ends what was not approved in time. One that fails unexpectedly does not hold up the others. */
export async function runDueChanges(
  parts: RunParts,
  now: number,
  { fence, items }: Pick<JobRun, 'fence' | 'items'>,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    await fence(tx);
    await expireChanges(tx, now);
  });
  await tellEnds(parts.database, now, fence);
  const due = await parts.database.query<{ id: string }>(
    `select id from staff_change where state = 'approved' and runs_at <= $1 and id <> all($2)
      order by runs_at, id limit 100`,
    [new Date(now), items.aside('change')],
  );
  await items.each(
    'change',
    due,
    ({ id }) => id,
    ({ id }) => runChange(parts, id, now, fence),
  );
}
