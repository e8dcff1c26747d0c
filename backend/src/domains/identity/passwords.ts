import type { ReadInput } from '@tessera/api/contract';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError, tryingAccount } from '../../platform/http/domain-error.ts';
import type { Ports } from '../../platform/ports.ts';
import { requireOpenSession } from '../../platform/session/open-session.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { type Caller, placeOf } from './code-places.ts';
import { checkCode, spendCode } from './codes.ts';
import { contactOf } from './contact.ts';
import { forgetOtherDevices } from './devices.ts';
import { countedAs, forgetWrongLogIns } from './log-in-guard.ts';
import { sendNotice } from './notices.ts';
import { hashSecret } from './password.ts';
import { type UserRow, userByContact } from './users.ts';
import { isCommon, isPersonal } from './weak-password.ts';
import { contactsOfUser } from './wire.ts';
import { pauseWithdrawals } from './withdrawal-pause.ts';

/** Rejects a password that guessers try first. */
export const rejectCommon = (password: string): void => {
  if (isCommon(password)) throw new DomainError('password_too_common', { field: 'password' });
};

/** Rejects a password that is made of what is known of its user, such as their name or address. */
export const rejectPersonal = (password: string, known: readonly string[]): void => {
  if (isPersonal(password, known)) throw new DomainError('password_personal', { field: 'password' });
};

/** What is known of a user, here and in other domains. */
export const knownOf = async (sql: Sql, ports: Pick<Ports, 'personalWords'>, user: UserRow): Promise<string[]> => [
  user.nickname,
  user.uid,
  ...contactsOfUser(user).map(({ value }) => value),
  ...(await ports.personalWords(sql, user.id)),
];

/**
 * Stores a new password by a checked code, null where the caller proved who it is in another way; ends the other
 * sessions and blocks withdrawals for a while.
 */
export function replacePassword(
  database: Database,
  {
    userId,
    codeId,
    passwordHash,
    by,
    device,
    now,
  }: {
    userId: string;
    codeId: string | null;
    passwordHash: string;
    /** The session that changes it, which stays; null for a reset. */
    by: string | null;
    device: string | null;
    now: number;
  },
): Promise<{ ended: number; blockedUntil: number }> {
  return database.transaction(async (tx) => {
    if (by !== null) await requireOpenSession(tx, { id: userId, sessionId: by });
    if (codeId !== null) await spendCode(tx, codeId, now);
    // Before the devices and sessions, as a log-in holds the account before it adds to them.
    await tx.query('update user_account set password_hash = $2 where id = $1', [userId, passwordHash]);
    await forgetWrongLogIns(tx, countedAs(userId));
    await forgetOtherDevices(tx, { kind: 'user', id: userId }, device, now);
    const blockedUntil = await pauseWithdrawals(tx, userId, now);
    tx.notify(userId, { kind: 'profile' });
    await sendNotice(tx, userId, { kind: 'password_changed', at: now });
    return { ended: await endSessions(tx, userId, { except: by }, now), blockedUntil };
  });
}

/** Sets a new password by a code that went to the account's address. */
export async function resetPassword(
  { database, ports }: Pick<Dependencies, 'database' | 'ports'>,
  payload: ReadInput<'POST /user/forget'>,
  caller: Caller,
  now: number,
): Promise<void> {
  rejectCommon(payload.password);
  const contact = contactOf(payload.user_string);
  const user = await userByContact(database, contact);
  const place = await placeOf(database, user, caller, { scene: 'forget', now });
  const given = { contact, scene: 'forget', code: payload.code, place, now } as const;
  const code = await tryingAccount(user && `user:${user.id}`, () => checkCode(database, given));
  if (!user) throw new DomainError('account_not_found', { field: 'user_string' });
  // Only behind the right code: what is known of a user is not shown to others.
  rejectPersonal(payload.password, await knownOf(database, ports, user));
  const passwordHash = await hashSecret(payload.password);
  await replacePassword(database, {
    userId: user.id,
    codeId: code.id,
    passwordHash,
    by: null,
    device: caller.device,
    now,
  });
}
