import type { Output, ReadInput } from '@tessera/api/contract';
import { db, execute } from '../../platform/db/kysely.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import {
  hashSecret,
  knownOf,
  pauseWithdrawals,
  rejectCommon,
  rejectPersonal,
  replacePassword,
  sendNotice,
  spendCode,
  userById,
} from '../identity/index.ts';
import { requireCurrentPassword } from './current-password.ts';
import { requireOwner } from './own-code.ts';

type Parts = Pick<Dependencies, 'database' | 'ports'>;

export async function changePassword(
  { database, ports }: Parts,
  signedIn: SignedIn & { readonly device: string | null },
  payload: ReadInput<'POST /safe/update_password'>,
  now: number,
): Promise<Output<'POST /safe/update_password'>> {
  rejectCommon(payload.password);
  const { id, sessionId, device } = signedIn;
  const user = await userById(database, id);
  await requireCurrentPassword(database, user, { password: payload.old_password, field: 'old_password' }, now);
  rejectPersonal(payload.password, await knownOf(database, ports, user));
  if (payload.old_password === payload.password) throw new DomainError('password_unchanged', { field: 'password' });
  const codeId = await requireOwner(database, signedIn, { scene: 'change_password', code: payload.code, now });
  const passwordHash = await hashSecret(payload.password);
  const { ended, blockedUntil } = await replacePassword(database, {
    userId: id,
    codeId,
    passwordHash,
    keep: sessionId,
    device,
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
  signedIn: SignedIn,
  payload: ReadInput<'POST /safe/pay_password'>,
  now: number,
): Promise<Output<'POST /safe/pay_password'>> {
  const { id } = signedIn;
  const user = await userById(database, id);
  if (isPartOf(payload.key, await knownOf(database, ports, user))) {
    throw new DomainError('key_too_simple', { field: 'key' });
  }
  const codeId = await requireOwner(database, signedIn, { scene: 'pay_password', code: payload.code, now });
  const keyHash = await hashSecret(payload.key);
  return database.transaction(async (tx) => {
    if (codeId !== null) await spendCode(tx, codeId, now);
    await execute(
      tx,
      db
        .updateTable('user_account')
        .set({ pay_password_hash: keyHash, pay_failures: 0, pay_locked_until: null })
        .where('id', '=', id),
    );
    // A first one replaces none, and the user has just proved the address.
    const blockedUntil = user.pay_password_hash ? await pauseWithdrawals(tx, id, now) : user.withdrawals_blocked_until;
    tx.notify(id, { kind: 'profile' });
    await sendNotice(tx, id, { kind: 'pay_password_changed', at: now });
    return { withdrawals_blocked_until: blockedUntil };
  });
}
