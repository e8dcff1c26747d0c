import type { Output, ReadInput } from '@tessera/api/contract';
import { db, execute } from '../../platform/db/kysely.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { Factors } from '../../platform/factor/factors.ts';
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
  userById,
} from '../identity/index.ts';
import { provePayPassword } from './changes.ts';
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
    by: sessionId,
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

/** Sets or replaces the payment password, which the call itself proves; replacing it pauses withdrawals. */
export async function setPayPassword(
  { factors, ports }: { readonly factors: Factors } & Pick<Parts, 'ports'>,
  signedIn: SignedIn,
  { key, re_key: _, ...proof }: ReadInput<'POST /safe/pay_password'>,
): Promise<Output<'POST /safe/pay_password'>> {
  const { database } = factors;
  const now = factors.now();
  const { id } = signedIn;
  const user = await userById(database, id);
  const settle = await provePayPassword(factors, signedIn, proof);
  // Only behind the proof: code in an open page would read the user's numbers out of what is refused, digit by digit.
  if (isPartOf(key, await knownOf(database, ports, user))) {
    throw new DomainError('key_too_simple', { field: 'key' });
  }
  const keyHash = await hashSecret(key);
  return database.transaction(async (tx) => {
    await settle(tx);
    await execute(
      tx,
      db
        .updateTable('user_account')
        .set({ pay_password_hash: keyHash, pay_password_set_at: new Date(now) })
        .where('id', '=', id),
    );
    await forgetPayPasswordTries(tx, id);
    // A first one replaces none, and its own proof came with it.
    const blockedUntil = user.pay_password_hash
      ? await pauseWithdrawals(tx, id, now)
      : (await userById(tx, id)).withdrawals_blocked_until;
    tx.notify(id, { kind: 'profile' });
    await sendNotice(tx, id, { kind: 'pay_password_changed', at: now });
    return { withdrawals_blocked_until: blockedUntil };
  });
}
