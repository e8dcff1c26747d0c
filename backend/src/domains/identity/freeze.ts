import type { Output, ReadInput } from '@tessera/api/contract';
import * as z from 'zod/mini';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { factorState, hasFactor, proveFactor } from '../../platform/factor/prove.ts';
import { stopRemoval } from '../../platform/factor/removal.ts';
import { DomainError, tryingAccount } from '../../platform/http/domain-error.ts';
import { defineTask, enqueue, handle, hasQueued, type QueuedJob } from '../../platform/jobs/queued-job.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { askStaff } from './account-requests.ts';
import { checkPassword } from './check-password.ts';
import { placeOf } from './code-places.ts';
import { checkCode, endCodes, spendCode } from './codes.ts';
import { contactOf } from './contact.ts';
import { forgetOtherDevices } from './devices.ts';
import type { LogInGuard } from './log-in-guard.ts';
import { sendNotice } from './notices.ts';
import { userById } from './users.ts';
import { contactsOfUser } from './wire.ts';
import { pauseWithdrawals } from './withdrawal-pause.ts';

/*
 * A frozen account has no sessions, and no money leaves it. What rested in the market is cancelled, as exchanges do: a
 * thief may have placed it. Positions stay, with the stops that protect them, and are liquidated as others are.
 */

const stopTask = defineTask('stop-frozen-account', z.object({ userId: z.string() }), { turn: 'first' });

/** Whether what a freeze of one of the accounts ends may go on yet: a job ends it. */
export const isBeingStopped = (sql: Sql, userIds: readonly string[]): Promise<boolean> =>
  hasQueued(sql, stopTask, userIds);

/**
 * Has the domains end what would go on without the owner; tried again where one of them could not. It waits for the venues,
 * as each cancelling does: a freeze must not be a way to keep orders only where they turn out well.
 */
export const stopFrozenJob = ({
  ports,
  now,
  database,
  followed,
}: Pick<Dependencies, 'ports' | 'now' | 'database' | 'followed'>): QueuedJob =>
  handle(stopTask, async ({ userId }) => {
    await followed();
    const { frozen_at } = await userById(database, userId);
    if (frozen_at !== null) await ports.onFreeze(userId, now());
  });

/** Ends codes that wait, and tells all contacts of a user: a thief who freezes or unfreezes the account may hold one of them. */
async function endCodesAndTell(tx: Sql, userId: string, kind: 'frozen' | 'unfrozen', at: number): Promise<void> {
  const contacts = contactsOfUser(await userById(tx, userId));
  // Codes that wait may be in other hands: none outlives the freeze that they were sent before, or in.
  await endCodes(tx, contacts, at);
  await sendNotice(tx, userId, { kind, at }, contacts);
}

/** Freezes an account at once: ends all sessions, this one too, and forgets its devices. */
export async function freezeAccount(tx: Transaction, userId: string, now: number): Promise<void> {
  const frozen = await tx.query(
    'update user_account set frozen_at = $2 where id = $1 and frozen_at is null returning id',
    [userId, new Date(now)],
  );
  if (frozen.length === 0) return;
  await endSessions(tx, userId, { except: null }, now);
  await forgetOtherDevices(tx, { kind: 'user', id: userId }, null, now);
  // Who freezes the account suspects a thief, who may be the one that asks for the removal of its factors.
  await stopRemoval(tx, userId, 'freeze');
  await enqueue(tx, stopTask, { userId }, { jobKey: userId });
  await endCodesAndTell(tx, userId, 'frozen', now);
}

/** Puts a frozen account into use again; withdrawals stay paused, as after a change of the password. */
export async function unfreezeAccount(tx: Transaction, userId: string, now: number): Promise<void> {
  const lifted = await tx.query(
    'update user_account set frozen_at = null where id = $1 and frozen_at is not null returning id',
    [userId],
  );
  if (lifted.length === 0) throw new DomainError('account_not_frozen');
  await tx.query(
    `update account_request set state = 'cancelled' where user_id = $1 and kind = 'unfreeze' and state = 'pending'`,
    [userId],
  );
  await pauseWithdrawals(tx, userId, now);
  await endCodesAndTell(tx, userId, 'unfrozen', now);
}

/**
 * Unfreezes an account for who proves to be its owner by password, a mailed code and a second factor that approves. Without
 * one, staff decide: a thief may have both password and mailbox, may have added a factor with them on the day of the freeze,
 * and the freeze is all that stops them.
 */
export async function unfreeze(
  { factors, guard }: { readonly factors: Factors; readonly guard: LogInGuard },
  { user_string, area_code, password, proof, code, ...factor }: ReadInput<'POST /user/unfreeze'>,
  { address, device }: { readonly address: string; readonly device: string | null },
): Promise<Output<'POST /user/unfreeze'>> {
  const { database } = factors;
  const now = factors.now();
  const contact = contactOf(user_string, area_code);
  const tried = { contact, password, proof, address, device, purpose: 'unfreeze' } as const;
  const user = await checkPassword(database, guard, tried);
  if (user.disabled) throw new DomainError('account_disabled');
  if (user.frozen_at === null) throw new DomainError('account_not_frozen');
  const place = await placeOf(database, user, { device, address }, { scene: 'unfreeze', now });
  const sent = { contact, scene: 'unfreeze', code, place, now } as const;
  const checked = await tryingAccount(`user:${user.id}`, () => checkCode(database, sent));
  const holder = { kind: 'user', id: user.id } as const;
  const state = await factorState(database, holder, now);
  const used = hasFactor(state)
    ? await proveFactor(factors, factor, { purpose: 'sign-in', holder, sessionId: null }, state)
    : null;
  const proven = used?.approves ? used : null;
  return database.transaction(async (tx) => {
    // Locks the account first, as a removal of the factor does. A reset since then is of an owner who suspects a thief.
    const same = await tx.query(
      'select from user_account where id = $1 and password_hash = $2 and not disabled for no key update',
      [user.id, user.password_hash],
    );
    if (same.length === 0) throw new DomainError('wrong_credentials');
    await spendCode(tx, checked.id, now);
    if (proven) {
      await unfreezeAccount(tx, user.id, now);
      await proven.requireKept(tx);
    } else await askStaff(tx, { userId: user.id, kind: 'unfreeze', now, dueAt: null });
    return { status: proven ? 'active' : 'review' };
  });
}
