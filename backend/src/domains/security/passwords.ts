import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import {
  type Contact,
  checkCode,
  contactsOfUser,
  hashSecret,
  knownOf,
  pauseWithdrawals,
  rejectCommon,
  rejectPersonal,
  replacePassword,
  spendCode,
  userById,
} from '../identity/index.ts';
import { requireCurrentPassword } from './current-password.ts';

/** Address to which a signed-in user's code was sent. */
async function checkOwnCode(
  database: Database,
  userId: string,
  scene: 'change_password' | 'pay_password',
  code: string,
  now: number,
) {
  const user = await userById(database, userId);
  const contacts = contactsOfUser(user);
  const [sent] = await execute(
    database,
    db
      .selectFrom('verification_code')
      .select('target')
      .where(
        'target',
        'in',
        contacts.map(({ value }) => value),
      )
      .where('scene', '=', scene)
      .orderBy('id', 'desc')
      .limit(1),
  );
  const contact: Contact | undefined = contacts.find(({ value }) => value === sent?.target);
  if (!contact) throw new DomainError('code_wrong', { field: 'code' });
  return checkCode(database, { contact, scene, code, now });
}

type Parts = Pick<Dependencies, 'database' | 'ports'>;

export async function changePassword(
  { database, ports }: Parts,
  { id, sessionId }: SignedIn,
  payload: ReadInput<'POST /safe/update_password'>,
  now: number,
): Promise<Output<'POST /safe/update_password'>> {
  rejectCommon(payload.password);
  const user = await userById(database, id);
  await requireCurrentPassword(database, user, { password: payload.old_password, field: 'old_password' }, now);
  rejectPersonal(payload.password, await knownOf(database, ports, user));
  if (payload.old_password === payload.password) throw new DomainError('password_unchanged', { field: 'password' });
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

/** Whether the digits stand in a number of the user's: a phone number, or a birthday inside a document number. */
const isPartOf = (payPassword: string, known: readonly string[]): boolean =>
  known.some((word) => word.replace(/\D/g, '').includes(payPassword));

/** Sets or replaces the payment password; replacing it pauses withdrawals. */
export async function setPayPassword(
  { database, ports }: Parts,
  { id }: SignedIn,
  payload: ReadInput<'POST /safe/pay_password'>,
  now: number,
): Promise<Output<'POST /safe/pay_password'>> {
  const user = await userById(database, id);
  if (isPartOf(payload.key, await knownOf(database, ports, user))) {
    throw new DomainError('key_too_simple', { field: 'key' });
  }
  const code = await checkOwnCode(database, id, 'pay_password', payload.code, now);
  const keyHash = await hashSecret(payload.key);
  return database.transaction(async (tx) => {
    await spendCode(tx, code.id, now);
    await execute(
      tx,
      db
        .updateTable('user_account')
        .set({ pay_password_hash: keyHash, pay_failures: 0, pay_locked_until: null })
        .where('id', '=', id),
    );
    // A first one replaces none: whoever sets it has just proved the address.
    const blockedUntil = user.pay_password_hash ? await pauseWithdrawals(tx, id, now) : user.withdrawals_blocked_until;
    tx.notify(id, { kind: 'profile' });
    return { withdrawals_blocked_until: blockedUntil };
  });
}
