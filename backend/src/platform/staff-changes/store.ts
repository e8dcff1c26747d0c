import { createHash } from 'node:crypto';
import { contract, type Output } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { canonicalJson } from '../canonical-json.ts';
import type { Sql, Transaction } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import type { Settings } from '../settings.ts';
import type { By } from '../staff-command.ts';

export type WireChange = Output<'POST /staff/changes/approve'>;

/** ms for which a change waits for another member. */
export const WAITS_FOR = 7 * 24 * 60 * 60_000;

export type StoredChange = {
  readonly id: string;
  readonly call: string;
  readonly input: object;
  readonly hash: string;
  readonly summary: string;
  readonly state: WireChange['state'];
  readonly proposed_by: string;
  /** The member who approved or ended it. */
  readonly decided_by: string | null;
  /** Unix ms. */
  readonly expires_at: number;
};

export type ChangeDelays = Pick<Settings, 'staffChangeDelayMs' | 'factorRemovalDelayMs'>;

/** ms from the approval of a change to its effect. */
export function delayOf(callId: string, { staffChangeDelayMs, factorRemovalDelayMs }: ChangeDelays): number {
  const policy = callOf(callId)?.staff;
  if (policy?.members !== 2 || policy.delay === 'standard') return staffChangeDelayMs;
  return policy.delay === 'none' ? 0 : factorRemovalDelayMs;
}

/** The calls of the contract, for those whose names come from a row. */
export const callOf = (callId: string): Call | undefined => {
  const calls: Readonly<Record<string, Call>> = contract;
  return calls[callId];
};

/** Who may propose and decide a change. */
export const rolesOf = ({ call }: Pick<StoredChange, 'call'>): readonly string[] => callOf(call)?.staff?.roles ?? [];

/** What another member approves: the call with its input, in one form. */
export const hashOf = (callId: string, input: object): string =>
  createHash('sha256')
    .update(`${callId}\n${canonicalJson(input)}`)
    .digest('hex');

/** Changes that ended. */
const ENDED_SHOWN = 200;

const WIRE = `select c.id, c.call, c.summary, c.input::text as input, c.hash, c.reason, c.state, c.failure,
                     c.proposed_by as proposed_by_id, p.name as proposed_by, c.proposed_at, d.name as decided_by,
                     c.decided_at, c.expires_at, c.runs_at, c.ended_at
                from staff_change c join staff_member p on p.id = c.proposed_by
                left join staff_member d on d.id = c.decided_by`;

/**
 * Those that are open, oldest first, before those that ended last, newest first: of these calls, or of all. All that are open:
 * one among hundreds that a member has proposed is not approved unseen.
 */
export async function listStaffChanges(
  sql: Sql,
  delays: ChangeDelays,
  calls: readonly string[] | null = null,
): Promise<WireChange[]> {
  const rows = await sql.query<ChangeRow>(
    `${WIRE} where ($1::text[] is null or c.call = any($1))
        and (c.ended_at is null
             or c.id in (select id from staff_change where ended_at is not null and ($1::text[] is null or call = any($1))
                          order by id desc limit ${ENDED_SHOWN}))
      order by c.ended_at is not null, case when c.ended_at is null then c.id else -c.id end`,
    [calls],
  );
  return rows.map((row) => ({ ...row, delay_ms: delayOf(row.call, delays) }));
}

export type ChangeRow = Omit<WireChange, 'delay_ms'>;

export async function changeRow(sql: Sql, id: string): Promise<ChangeRow> {
  const [row] = await sql.query<ChangeRow>(`${WIRE} where c.id = $1`, [id]);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

export async function wireChange(sql: Sql, id: string, delays: ChangeDelays): Promise<WireChange> {
  const row = await changeRow(sql, id);
  return { ...row, delay_ms: delayOf(row.call, delays) };
}

/** Ends the changes that no other member approved in time, or the one of this call with this hash. */
export const expireChanges = (sql: Sql, now: number, same: Pick<StoredChange, 'call' | 'hash'> | null = null) =>
  sql.query(
    `with expired as (
       update staff_change set state = 'expired', ended_at = $1
        where state = 'proposed' and expires_at <= $1 and ($2::text is null or (call = $2 and hash = $3))
        returning id, summary, proposed_by)
     insert into staff_action (staff_id, action, subject, reason, at)
     select proposed_by, 'change.expire', 'change:' || id, summary, $1 from expired`,
    [new Date(now), same?.call ?? null, same?.hash ?? null],
  );

/** Locks a change. Rejects with `not_found`. */
export async function lockChange(tx: Transaction, id: string): Promise<StoredChange> {
  const [row] = await tx.query<StoredChange>(
    `select id, call, input, hash, summary, state, proposed_by, decided_by, expires_at
       from staff_change where id = $1 for update`,
    [id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

export const recordStep = (
  tx: Sql,
  step: 'propose' | 'approve' | 'reject' | 'withdraw' | 'run' | 'fail',
  { id, reason }: { readonly id: string; readonly reason: string },
  { staffId, at }: By,
): Promise<unknown> =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    `change.${step}`,
    `change:${id}`,
    reason,
    new Date(at),
  ]);
