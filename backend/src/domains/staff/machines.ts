import type { Output, ReadInput } from '@tessera/api/contract';
import { isWithin, type ReleaseRight, readRight, rightText } from '@tessera/api/kit/rights';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import { requireOpenStaffSession } from '../../platform/session/open-session.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';
import { releaseRightsOf } from './release-rights.ts';

const DAY = 24 * 3_600_000;
/** ms between two notes of a use. */
const NOTED_EVERY = 60_000;
/** ms for which those that have ended are listed. */
export const LISTED = 30 * DAY;

/** By which the registry tells a machine from a member. */
export const PREFIX = 'tsm_';

export type StoredRight = Pick<ReleaseRight, 'action' | 'remote' | 'environment' | 'percent'>;
export type Actor = { readonly id: string; readonly role: string };

/** Records what a member did about a machine, which its id or its name tells. */
export const recordOfMachine = (
  tx: Transaction,
  action: string,
  id: string,
  by: Pick<Actor, 'id'>,
  reason: string | null,
  now: number,
) =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    by.id,
    action,
    `machine:${id}`,
    reason,
    new Date(now),
  ]);

/** Makes a token for the ms of its life. It is stored hashed: this is the only time that it is told. */
export async function newMachineToken(
  tx: Transaction,
  staffId: string,
  name: string,
  rights: readonly StoredRight[],
  life: number,
  now: number,
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: number }> {
  const token = `${PREFIX}${newToken()}`;
  const expiresAt = now + life;
  const [row] = await tx.query<{ id: string }>(
    `insert into machine_token (staff_id, name, token_hash, rights, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [staffId, name, tokenHash(token), JSON.stringify(rights), new Date(now), new Date(expiresAt)],
  );
  if (!row) throw new Error('the token has no id');
  return { id: row.id, token, expiresAt };
}

/** Rights as text, one a line, of which the member has each now. */
export async function grantedTo(tx: Transaction, by: Actor, lines: string, now: number): Promise<StoredRight[]> {
  const held = await releaseRightsOf(tx, by);
  return lines.split(/[\n,]/).map((line) => {
    const right = readRight(line);
    if (!right) throw new DomainError('invalid_field', { field: 'rights' });
    if (!isWithin(right, held, now)) throw new DomainError('forbidden', { field: 'rights' });
    return { action: right.action, remote: right.remote, environment: right.environment, percent: right.percent };
  });
}

/** Makes a token with rights that the member has now. It is returned once. */
export async function createMachine(
  tx: Transaction,
  by: StaffMember,
  { name, rights: lines, days }: ReadInput<'POST /staff/machines/create'>,
  now: number,
): Promise<Output<'POST /staff/machines/create'>> {
  await requireOpenStaffSession(tx, by);
  const stored = await grantedTo(tx, by, lines, now);
  const { id, token, expiresAt } = await newMachineToken(tx, by.id, name, stored, days * DAY, now);
  await recordOfMachine(tx, 'machine.create', id, by, `${name}: ${lines}`.slice(0, 300), now);
  const [member] = await tx.query<{ account: string }>('select account from staff_member where id = $1', [by.id]);
  if (!member) throw new Error(`member ${by.id} is gone`);
  await sendMessage(tx, {
    id: `staff-machine-${id}`,
    to: member.account,
    channel: 'mail',
    subject: 'A token for a machine was made with your staff account',
    body: `The machine ${name} may until ${new Date(expiresAt).toISOString().slice(0, 10)}:\n\n${stored.map((right) => rightText(right)).join('\n')}\n\nIf you did not make it, revoke it under Machines and tell an admin.`,
  });
  return { id, token, expires_at: expiresAt };
}

/** Ends a token at once: one of the member's own, or any for an admin. */
export async function revokeMachine(
  tx: Transaction,
  by: Actor,
  { id, reason }: ReadInput<'POST /staff/machines/revoke'>,
  now: number,
): Promise<void> {
  const revoked = await tx.query(
    `update machine_token set revoked_at = $3
      where id = $1 and revoked_at is null and (staff_id = $2 or $4) returning id`,
    [id, by.id, new Date(now), by.role === 'admin'],
  );
  if (revoked.length === 0) throw new DomainError('not_found', { field: 'id' });
  await recordOfMachine(tx, 'machine.revoke', id, by, reason, now);
}

/** Ends the token that is given, which then does nothing any more. One that has ended already stays as it is. */
export async function endMachine(
  sql: Sql,
  { token }: ReadInput<'POST /staff/machines/end'>,
  now: number,
): Promise<void> {
  await sql.query('update machine_token set revoked_at = $2 where token_hash = $1 and revoked_at is null', [
    tokenHash(token),
    new Date(now),
  ]);
}

type Row = {
  readonly id: string;
  readonly name: string;
  readonly member: string;
  readonly rights: StoredRight[];
  readonly created_at: number;
  readonly expires_at: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
};

/** The tokens of the member, of all members for an admin; those that ended a month ago or more are left out. */
export async function listMachines(sql: Sql, { id, role }: Actor, now: number): Promise<Output<'GET /staff/machines'>> {
  const list = await sql.query<Row>(
    `select t.id, t.name, m.account as member, t.rights, t.created_at, t.expires_at, t.last_used_at, t.revoked_at
       from machine_token t join staff_member m on m.id = t.staff_id
      where (t.staff_id = $1 or $2) and t.binding_id is null and least(t.expires_at, t.revoked_at) > $3
      order by t.id desc`,
    [id, role === 'admin', new Date(now - LISTED)],
  );
  return { list };
}

type Found = {
  readonly id: string;
  readonly name: string;
  readonly workload: string | null;
  readonly rights: StoredRight[];
  readonly until: number;
  readonly last_used_at: number | null;
  readonly staff_id: string;
  readonly account: string;
  readonly role: string;
};

/**
 * Whose a token is, and what it may do now: what it was made for, as far as its member may do that still. Rejects with
 * `session_invalid` for one that is unknown, expired, revoked, or of a member who was disabled.
 */
export async function checkMachine(
  sql: Sql,
  { token }: ReadInput<'POST /staff/machines/check'>,
  now: number,
): Promise<Output<'POST /staff/machines/check'>> {
  const [found] = await sql.query<Found>(
    `select t.id, t.name, t.workload, t.rights, t.expires_at as until, t.last_used_at, m.id as staff_id, m.account, m.role
       from machine_token t join staff_member m on m.id = t.staff_id
      where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2 and not m.disabled`,
    [tokenHash(token), new Date(now)],
  );
  if (!found) throw new DomainError('session_invalid');
  if (found.last_used_at === null || now - found.last_used_at >= NOTED_EVERY) {
    await sql.query('update machine_token set last_used_at = $2 where id = $1', [found.id, new Date(now)]);
  }
  const held = await releaseRightsOf(sql, { id: found.staff_id, role: found.role });
  const rights = found.rights
    .filter((right) => isWithin(right, held, now))
    .map((right) => ({ ...right, from: null, until: found.until }));
  const machine = found.workload === null ? found.name : `${found.name} (${found.workload})`;
  return { account: `${machine} of ${found.account}`, rights };
}
