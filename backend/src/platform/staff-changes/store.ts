import { createHash } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import { canonicalJson } from '../canonical-json.ts';
import type { Sql, Transaction } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import type { By } from '../staff-command.ts';

export type WireChange = Output<'GET /staff/changes'>['list'][number];

export type StoredChange = {
  readonly id: string;
  readonly call: string;
  readonly input: object;
  readonly hash: string;
  readonly summary: string;
  readonly state: WireChange['state'];
  readonly proposed_by: string;
};

/** What another member approves: the call with its input, in one form. */
export const hashOf = (callId: string, input: object): string =>
  createHash('sha256')
    .update(`${callId}\n${canonicalJson(input)}`)
    .digest('hex');

const WIRE = `select c.id, c.call, c.summary, c.input::text as input, c.hash, c.reason, c.state, c.failure,
                     c.proposed_by as proposed_by_id, p.name as proposed_by, c.proposed_at, d.name as decided_by,
                     c.decided_at, c.runs_at, c.ended_at
                from staff_change c join staff_member p on p.id = c.proposed_by
                left join staff_member d on d.id = c.decided_by`;

/** Those that are open, oldest first, before those that ended, newest first. */
export const listStaffChanges = (sql: Sql): Promise<WireChange[]> =>
  sql.query<WireChange>(
    `${WIRE} order by c.ended_at is not null, case when c.ended_at is null then c.id else -c.id end limit 200`,
  );

export async function wireChange(sql: Sql, id: string): Promise<WireChange> {
  const [row] = await sql.query<WireChange>(`${WIRE} where c.id = $1`, [id]);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

/** Locks a change. Rejects with `not_found`. */
export async function lockChange(tx: Transaction, id: string): Promise<StoredChange> {
  const [row] = await tx.query<StoredChange>(
    'select id, call, input, hash, summary, state, proposed_by from staff_change where id = $1 for update',
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
