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
import { forgetPayPasswordTries } from './pay-password.ts';

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

/** Days in digits, as document numbers have them: YYYYMMDD, DDMMYYYY and MMDDYYYY. */
const YEAR_FIRST = /(?=(19|20)(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))/g;
const YEAR_LAST = /(?=(\d\d)(\d\d)(19|20)(\d\d))/g;

/** How a day is written in six digits. */
const spellings = (century: string, year: string, one: string, two: string): string[] => [
  year + one + two,
  year + two + one,
  one + two + year,
  two + one + year,
  century + year + one,
  century + year + two,
  one + century + year,
  two + century + year,
];

/** Whether the digits stand in a number of the user's, forwards or backwards, or are a day that stands in one. */
export function isPartOf(payPassword: string, known: readonly string[]): boolean {
  const backwards = [...payPassword].reverse().join('');
  return known.some((word) => {
    const digits = word.replace(/\D/g, '');
    const days = [
      ...[...digits.matchAll(YEAR_FIRST)].flatMap(([, century = '', year = '', month = '', day = '']) =>
        spellings(century, year, month, day),
      ),
      ...[...digits.matchAll(YEAR_LAST)].flatMap(([, one = '', two = '', century = '', year = '']) =>
        spellings(century, year, one, two),
      ),
    ];
    return digits.includes(payPassword) || digits.includes(backwards) || days.includes(payPassword);
  });
}

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
    await execute(tx, db.updateTable('user_account').set({ pay_password_hash: keyHash }).where('id', '=', id));
    await forgetPayPasswordTries(tx, id);
    // A first one replaces none, and the user has just proved the address.
    const blockedUntil = user.pay_password_hash ? await pauseWithdrawals(tx, id, now) : user.withdrawals_blocked_until;
    tx.notify(id, { kind: 'profile' });
    await sendNotice(tx, id, { kind: 'pay_password_changed', at: now });
    return { withdrawals_blocked_until: blockedUntil };
  });
}
