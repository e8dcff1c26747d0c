import type { Call } from '@tessera/api/kit';
import type { Sql } from '../db/database.ts';
import { requireConfirmed } from '../factor/confirmation.ts';
import type { Ports } from '../ports.ts';
import type { StaffMember } from '../session/read-session.ts';
import { DomainError } from './domain-error.ts';

const LOGOUT = '/staff/logout';

/**
 * Rejects with `forbidden` where members of this role do not make the call, and with `session_unbound` what a session without
 * a key does but read and end itself: its token, as the command line has for releases, may be in other hands.
 */
export function requireStaffCall(
  { staff: policy, method, path }: Pick<Call, 'staff' | 'method' | 'path'>,
  { role, key }: Pick<StaffMember, 'role' | 'key'>,
): void {
  if (!policy?.roles.some((each) => each === role)) throw new DomainError('forbidden');
  if (key === null && method !== 'GET' && path !== LOGOUT) throw new DomainError('session_unbound');
}

function asksConfirmation({ staff: policy }: Pick<Call, 'staff'>, input: object): boolean {
  const confirmed = policy?.confirmed ?? true;
  if (typeof confirmed === 'boolean') return confirmed;
  const { field, values } = confirmed.unless;
  const given: unknown = Reflect.get(input, field);
  return !values.some((value) => value === given);
}

/**
 * Rejects with `confirmation_required` where the call asks for a second factor that the session has not just proved, and
 * with `session_unbound` where that session has no key: its token may have been read.
 */
export async function requireStaffConfirmation(
  sql: Sql,
  call: Pick<Call, 'staff'>,
  { sessionId, key }: Pick<StaffMember, 'sessionId' | 'key'>,
  input: object,
  now: number,
): Promise<void> {
  if (!asksConfirmation(call, input)) return;
  await requireConfirmed(sql, { kind: 'staff', sessionId, key }, now);
}

/** Fields by which calls of staff name the user whom they concern, by UID. */
export const SUBJECTS = ['uid', 'trader_user_id'] as const;

/**
 * Rejects with `own_request` where the user whom a call concerns is the member, by an account of theirs: members who are
 * customers too give themselves nothing, alone or as the second.
 */
export async function requireOthersAccount(
  sql: Sql,
  { ownAccount, staffSubjects }: Pick<Ports, 'ownAccount' | 'staffSubjects'>,
  { callId, input }: { readonly callId: string; readonly input: object },
  staffId: string,
): Promise<void> {
  const named = SUBJECTS.map((field): unknown => Reflect.get(input, field)).filter((uid) => typeof uid === 'string');
  const owned = (await staffSubjects(callId)?.(sql, input)) ?? [];
  for (const uid of new Set([...named, ...owned])) {
    if (await ownAccount(sql, uid, staffId)) throw new DomainError('own_request');
  }
}
