import { basename } from 'node:path';
import type { Input, Output } from '@tessera/api/contract';
import { isDust } from '@tessera/api/identity/rules';
import { isZero, neg } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { requireConfirmed } from '../../platform/factor/confirmation.ts';
import { removeAllFactors } from '../../platform/factor/reset.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { type Entry, houseAccount, postJournal, userAccount, userBalances } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import { requireOpenSession } from '../../platform/session/open-session.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { readConfiguration } from '../site/index.ts';
import { askStaff } from './account-requests.ts';
import { deleteDevices } from './devices.ts';
import { sendNotice } from './notices.ts';
import { userById } from './users.ts';
import { contactsOfUser } from './wire.ts';
import { requireNotFrozen } from './withdrawal-pause.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Parts = { readonly database: Database; readonly ports: Pick<Ports, 'closingObstacles' | 'onClose'> };

/** What closing the account takes, and what stands in its way now. */
export async function closingTerms({ database, ports }: Parts, userId: string): Promise<Output<'GET /user/closing'>> {
  const { closingWaitDays, closedKeptDays } = await readConfiguration(database);
  const obstacles = await ports.closingObstacles(database, userId);
  return {
    waiting_days: closingWaitDays,
    kept_days: closedKeptDays,
    obstacles: obstacles.map(({ kind, count, amounts = [], worth = null }) => ({
      kind,
      count,
      amounts: [...amounts],
      worth,
    })),
  };
}

/** Rejects where something stands in the way that is not given up; returns whether dust is all that is left. */
async function requireClosable(
  ports: Pick<Ports, 'closingObstacles'>,
  sql: Sql,
  userId: string,
  givesUpDust: boolean,
): Promise<boolean> {
  const obstacles = await ports.closingObstacles(sql, userId);
  const refused = obstacles.some(({ worth = null }) => !givesUpDust || !isDust({ worth }));
  if (refused) throw new DomainError('account_in_use');
  return obstacles.length > 0;
}

/** Books what is left of an account to the house's fees. */
async function takeDust(tx: Transaction, userId: string, requestId: string, at: number): Promise<void> {
  const held = (await userBalances(tx, userId)).filter(({ available }) => !isZero(available));
  await postJournal(tx, {
    ref: `account-request:${requestId}:dust`,
    kind: 'dust',
    at,
    entries: held.flatMap(({ name, currency, available }): Entry[] => [
      { account: userAccount(userId, name), currency, amount: neg(available) },
      { account: houseAccount('fees'), currency, amount: available },
    ]),
  });
}

/** Asks for the account to be closed, where nothing stands in the way. Ends all sessions; a log-in takes it back. */
export async function requestClosing(
  { database, ports }: Parts,
  user: SignedIn,
  { give_up_dust: givesUpDust = false }: Input<'POST /user/close'>,
  now: number,
): Promise<Output<'POST /user/close'>> {
  const { id, sessionId, key } = user;
  await requireConfirmed(database, { kind: 'user', sessionId, key }, now);
  const { closingWaitDays } = await readConfiguration(database);
  return database.transaction(async (tx) => {
    await requireOpenSession(tx, user);
    await requireClosable(ports, tx, id, givesUpDust);
    const closesAt = now + closingWaitDays * DAY;
    await askStaff(tx, { userId: id, kind: 'close', now, dueAt: closesAt, givesUpDust });
    const contacts = contactsOfUser(await userById(tx, id));
    await sendNotice(tx, id, { kind: 'closing', at: now, days: closingWaitDays }, contacts);
    await endSessions(tx, id, { except: null }, now);
    return { closes_at: closesAt };
  });
}

/** Takes the request back: its owner logs in. */
export async function cancelClosing(tx: Sql, userId: string, now: number): Promise<void> {
  const cancelled = await tx.query(
    `update account_request set state = 'cancelled'
      where user_id = $1 and kind = 'close' and state in ('waiting', 'pending') returning id`,
    [userId],
  );
  if (cancelled.length > 0) await sendNotice(tx, userId, { kind: 'closing_cancelled', at: now });
}

/**
 * Closes an account: what is only its owner's is deleted, address and number are free for another one. Verification,
 * orders, claims and the ledger stay as long as the law asks for them. Dust that was given up goes to the house. Rejects
 * where something stands in the way by now.
 */
export async function closeAccount(
  ports: Parts['ports'],
  tx: Transaction,
  { userId, requestId, at }: { readonly userId: string; readonly requestId: string; readonly at: number },
): Promise<void> {
  // Who pays this user locks the row, too: money comes in before this looks, or not any more.
  await tx.query('select from user_account where id = $1 for no key update', [userId]);
  const { email, mobile, shared_mobile, avatar } = await userById(tx, userId);
  const [request] = await tx.query<{ gives_up_dust: boolean }>(
    'select gives_up_dust from account_request where id = $1',
    [requestId],
  );
  if (await requireClosable(ports, tx, userId, request?.gives_up_dust === true)) {
    // Who froze the account may not be who gave up its money.
    await requireNotFrozen(tx, userId);
    await takeDust(tx, userId, requestId, at);
  }
  // Before the contacts are deleted.
  await sendNotice(tx, userId, { kind: 'closed', at });
  await tx.query('update account_request set email = $2, mobile = $3 where id = $1', [
    requestId,
    email,
    mobile ?? shared_mobile,
  ]);
  if (avatar) await releaseUploads(tx, [basename(avatar)]);
  await ports.onClose(tx, userId);
  await removeAllFactors(tx, { kind: 'user', id: userId });
  await deleteDevices(tx, { kind: 'user', id: userId });
  await endSessions(tx, userId, { except: null }, at);
  await tx.query(
    `update user_account
        set closed_at = $2, disabled = true, email = null, mobile = null, shared_mobile = null, password_hash = '',
            pay_password_hash = null, nickname = 'U' || uid, signature = '', avatar = null, anti_phishing = null
      where id = $1`,
    [userId, new Date(at)],
  );
}

type JobDependencies = Pick<Dependencies, 'database' | 'now'>;

/** Hands requests whose waiting time is over to staff, and deletes contacts of accounts that were closed long ago. */
export async function advanceClosings({ database, now }: JobDependencies): Promise<void> {
  const { closedKeptDays } = await readConfiguration(database);
  await database.query(`update account_request set state = 'pending' where state = 'waiting' and due_at <= $1`, [
    new Date(now()),
  ]);
  await database.query(
    `update account_request set email = null, mobile = null
      where kind = 'close' and reviewed_at < $1 and (email is not null or mobile is not null)`,
    [new Date(now() - closedKeptDays * DAY)],
  );
}

export const closingJob = (dependencies: JobDependencies): RecurringJob => ({
  name: 'identity-closings',
  every: HOUR,
  exclusive: true,
  whole: 'it sets states and empties columns by time alone',
  run: () => advanceClosings(dependencies),
});
