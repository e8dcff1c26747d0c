import type { ReadInput } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { checkCode, spendCode } from './codes.ts';
import { contactOf } from './contact.ts';
import { forgetLoginTries } from './login-tries.ts';
import { hashSecret, isCommon } from './password.ts';
import { userByContact, userById } from './users.ts';
import { contactsOfUser } from './wire.ts';

const DAY = 86_400_000;
/** A changed password stops withdrawals this long: time to notice that it was not oneself. */
export const WITHDRAWALS_BLOCKED = DAY;

/** Rejects a password that is on the list of common ones. */
export const rejectCommon = (password: string) => {
  if (isCommon(password)) throw new DomainError('password_too_common', { field: 'password' });
};

/** Stores a new password by a checked code; ends the other sessions and blocks withdrawals for a while. */
export function replacePassword(
  database: Database,
  {
    userId,
    codeId,
    passwordHash,
    keep,
    now,
  }: { userId: string; codeId: string; passwordHash: string; keep: string | null; now: number },
): Promise<{ ended: number; blockedUntil: number }> {
  const blockedUntil = now + WITHDRAWALS_BLOCKED;
  return database.transaction(async (tx) => {
    await spendCode(tx, codeId, now);
    await forgetLoginTries(tx, contactsOfUser(await userById(tx, userId)));
    await tx.query('update user_account set password_hash = $2, withdrawals_blocked_until = $3 where id = $1', [
      userId,
      passwordHash,
      new Date(blockedUntil),
    ]);
    tx.notify(userId, { kind: 'profile' });
    return { ended: await endSessions(tx, userId, { except: keep }, now), blockedUntil };
  });
}

/** Sets a new password by a code that went to the account's address. */
export async function resetPassword(
  database: Database,
  payload: ReadInput<'POST /user/forget'>,
  now: number,
): Promise<void> {
  rejectCommon(payload.password);
  const contact = contactOf(payload.user_string);
  const code = await checkCode(database, { contact, scene: 'forget', code: payload.code, now });
  const user = await userByContact(database, contact);
  if (!user) throw new DomainError('account_not_found', { field: 'user_string' });
  const passwordHash = await hashSecret(payload.password);
  await replacePassword(database, { userId: user.id, codeId: code.id, passwordHash, keep: null, now });
}
