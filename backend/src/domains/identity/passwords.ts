import type { Answer, ReadPayload } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import type { SignedIn } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { checkCode, spendCode } from './codes.ts';
import { type Contact, contactOf } from './contact.ts';
import { forgetLoginTries } from './login-tries.ts';
import { hashSecret, isCommon, isSecret } from './password.ts';
import { userByContact, userById } from './users.ts';
import { contactsOfUser } from './wire.ts';

const DAY = 86_400_000;
/** A changed password stops withdrawals this long: time to notice that it was not oneself. */
export const WITHDRAWALS_BLOCKED = DAY;

const refuseCommon = (password: string) => {
  if (isCommon(password)) throw new Refusal('password_too_common', { field: 'password' });
};

/** Stores a new password by a checked code; ends the other sessions and blocks withdrawals for a while. */
function replacePassword(
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
    await tx.query(
      `update user_account set password_hash = $2,
              withdrawals_blocked_until = to_timestamp($3::double precision / 1000) where id = $1`,
      [userId, passwordHash, blockedUntil],
    );
    return { ended: await endSessions(tx, userId, { except: keep }, now), blockedUntil };
  });
}

/** Where a signed-in user's code went: to whichever of their addresses it was sent. */
async function checkOwnCode(
  database: Database,
  userId: string,
  scene: 'change_password' | 'pay_password',
  code: string,
  now: number,
) {
  const user = await userById(database, userId);
  const contacts = contactsOfUser(user);
  const [sent] = await database.query<{ target: string }>(
    'select target from verification_code where target = any($1) and scene = $2 order by id desc limit 1',
    [contacts.map(({ value }) => value), scene],
  );
  const contact: Contact | undefined = contacts.find(({ value }) => value === sent?.target);
  if (!contact) throw new Refusal('code_wrong', { field: 'code' });
  return checkCode(database, { contact, scene, code, now });
}

/** Sets a new password by a code that went to the account's address. */
export async function resetPassword(
  database: Database,
  payload: ReadPayload<'POST /user/forget'>,
  now: number,
): Promise<void> {
  refuseCommon(payload.password);
  const contact = contactOf(payload.user_string);
  const code = await checkCode(database, { contact, scene: 'forget', code: payload.code, now });
  const user = await userByContact(database, contact);
  if (!user) throw new Refusal('account_not_found', { field: 'user_string' });
  const passwordHash = await hashSecret(payload.password);
  await replacePassword(database, { userId: user.id, codeId: code.id, passwordHash, keep: null, now });
}

export async function changePassword(
  database: Database,
  { id, sessionId }: SignedIn,
  payload: ReadPayload<'POST /safe/update_password'>,
  now: number,
): Promise<Answer<'POST /safe/update_password'>> {
  refuseCommon(payload.password);
  const user = await userById(database, id);
  if (!(await isSecret(user.password_hash, payload.old_password))) {
    throw new Refusal('password_wrong', { field: 'old_password' });
  }
  if (payload.old_password === payload.password) throw new Refusal('password_unchanged', { field: 'password' });
  const code = await checkOwnCode(database, id, 'change_password', payload.code, now);
  const passwordHash = await hashSecret(payload.password);
  const { ended, blockedUntil } = await replacePassword(database, {
    userId: id,
    codeId: code.id,
    passwordHash,
    keep: sessionId,
    now,
  });
  return { sessions_ended: ended, withdrawals_blocked_until: blockedUntil };
}

/** Sets or replaces the payment password. */
export async function setPayPassword(
  database: Database,
  { id }: SignedIn,
  payload: ReadPayload<'POST /safe/pay_password'>,
  now: number,
): Promise<void> {
  const code = await checkOwnCode(database, id, 'pay_password', payload.code, now);
  const keyHash = await hashSecret(payload.key);
  await database.transaction(async (tx) => {
    await spendCode(tx, code.id, now);
    await tx.query(
      'update user_account set pay_password_hash = $2, pay_failures = 0, pay_locked_until = null where id = $1',
      [id, keyHash],
    );
  });
}
