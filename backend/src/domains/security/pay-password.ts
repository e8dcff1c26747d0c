import type { Database, Sql } from '../../platform/db/database.ts';
import { confirmedUntil } from '../../platform/factor/confirmation.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import {
  countAttempt,
  forgetAttempts,
  readAttempts,
  uncountAttempt,
  type Window,
} from '../../platform/limits/attempts.ts';
import { inTurn } from '../../platform/limits/in-turn.ts';
import { isSecret, sendNotice } from '../identity/index.ts';
import { PASSWORD_TRIES } from './current-password.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Wrong ones a day after which only a session goes on whose owner has proved who they are. */
export const UNCONFIRMED_TRIES = 10;
/** The same as of the log-in password: a thief of a session guesses 20 of a million a day. */
const CONFIRMED: readonly Window[] = PASSWORD_TRIES;
const UNCONFIRMED: readonly Window[] = [...CONFIRMED, { most: UNCONFIRMED_TRIES, within: DAY }];
/** One message a day says that the password is being guessed. */
const TOLD: readonly Window[] = [{ most: 1, within: DAY }];

const triesOf = (userId: string) => ({ scope: 'payment password', subject: userId });

type Payer = { readonly id: string; readonly sessionId: string };

/** Why no try is left: a time to wait, or the user has to prove who they are. */
async function whyNoTry(database: Database, userId: string, now: number): Promise<DomainError> {
  const { retryAfter } = await readAttempts(database, { ...triesOf(userId), windows: CONFIRMED, now });
  if (retryAfter === 0) return new DomainError('key_blocked', { field: 'key' });
  return new DomainError('key_locked', { field: 'key', params: { minutes: Math.ceil(retryAfter / MINUTE) } });
}

/** Tells the owner of the first lock of a day, whichever node finds it. */
async function tellLocked(database: Database, userId: string, now: number): Promise<void> {
  const told = await countAttempt(database, {
    scope: 'payment password told',
    subject: userId,
    windows: TOLD,
    now,
  });
  if (!told.allowed) return;
  await database.transaction((tx) => sendNotice(tx, userId, { kind: 'pay_password_locked', at: now }));
}

/** Of each pool of connections: a node has one. */
const turns = new WeakMap<Database, ReturnType<typeof inTurn>>();

/**
 * Rejects unless `key` is the user's payment password. Runs before the call's own transaction: a wrong try counts even
 * although the call has no other effect.
 */
export function requirePayPassword(database: Database, payer: Payer, key: string, now: number): Promise<void> {
  const inOrder = turns.get(database) ?? inTurn();
  turns.set(database, inOrder);
  // Right ones that are sent at once are tries until each is checked: five of them would lock their owner out.
  return inOrder(payer.id, () => checkPayPassword(database, payer, key, now));
}

async function checkPayPassword(database: Database, { id, sessionId }: Payer, key: string, now: number): Promise<void> {
  const [user] = await database.query<{ pay_password_hash: string | null }>(
    'select pay_password_hash from user_account where id = $1',
    [id],
  );
  if (!user?.pay_password_hash) throw new DomainError('key_missing');
  const isConfirmed = (await confirmedUntil(database, { kind: 'user', sessionId }, now)) !== null;
  // Before the check, so that concurrent tries cannot exceed the limit.
  const windows = isConfirmed ? CONFIRMED : UNCONFIRMED;
  const attempt = await countAttempt(database, { ...triesOf(id), windows, now });
  if (!attempt.allowed) throw await whyNoTry(database, id, now);
  if (await isSecret(user.pay_password_hash, key)) {
    // Only this one: others may be a thief's.
    await uncountAttempt(database, { ...triesOf(id), at: now });
    return;
  }
  if (attempt.left > 0) throw new DomainError('key_wrong', { field: 'key', params: { left: attempt.left } });
  await tellLocked(database, id, now);
  throw await whyNoTry(database, id, now);
}

/** A new payment password begins the count again: its owner has proved who they are. */
export const forgetPayPasswordTries = (sql: Sql, userId: string): Promise<void> => forgetAttempts(sql, triesOf(userId));
