import type { Database, Transaction } from '../../platform/db/database.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { SettingError } from '../../platform/setting-values.ts';
import { freezeAccount, isBeingStopped } from './freeze.ts';
import { hashSecret } from './password.ts';
import { createUser, userByContact } from './users.ts';

export const DEMO_USER = { email: 'demo@tessera.example', password: 'Tessera-2026' } as const;

/** What the demo user starts with: a grant of the house, in the ledger like any other money. */
const GRANT = [
  ['change', 'USDT', '10000'],
  ['change', 'BTC', '0.5'],
  ['change', 'ETH', '4'],
  ['legal', 'USDT', '1000'],
] as const;

/** Sees to it that the demo user is there and was funded, once. */
export async function seedDemoUser(database: Database, now: number): Promise<void> {
  const contact = { kind: 'email', value: DEMO_USER.email } as const;
  if (await userByContact(database, contact)) return;
  const passwordHash = await hashSecret(DEMO_USER.password);
  await database.transaction(async (tx) => {
    const userId = await createUser(tx, { contact, passwordHash, invitedBy: null, language: 'en', now });
    // Level 1, so that the demo shows trading beyond the limit of those who are not verified.
    await tx.query('update user_account set verification_level = 1, demonstration = true where id = $1', [userId]);
    await postJournal(tx, {
      ref: `demo-user:${userId}:grant`,
      kind: 'reward',
      at: now,
      entries: GRANT.flatMap(([name, currency, amount]) => [
        { account: houseAccount('grants'), currency, amount: `-${amount}` },
        { account: userAccount(userId, name), currency, amount },
      ]),
    });
  });
}

/**
 * Throws SettingError where this database was a demonstration, and its user can still log in by the published password, or
 * its orders are not cancelled yet.
 * Not only skipped: its coins would be paid out like those that were paid in.
 */
export async function refuseDemoUser(database: Database, realMoney: string): Promise<void> {
  const users = await database.query<{ id: string; disabled: boolean }>(
    'select id, disabled from user_account where demonstration',
  );
  if (users.some(({ disabled }) => !disabled)) {
    throw new SettingError(
      `this database has the user of a demonstration, whose password is published and whose coins were never paid in: ` +
        `use another one together with ${realMoney}, or end the account by “tessera staff end-demonstration”`,
    );
  }
  if (
    users.length > 0 &&
    (await isBeingStopped(
      database,
      users.map(({ id }) => id),
    ))
  ) {
    throw new SettingError(
      `orders of the demonstration's user may still rest, and its coins were never paid in: ` +
        `start once without ${realMoney}, until they are cancelled`,
    );
  }
}

/** Closes the account of a demonstration, which no user can log in to then, with what it holds: its sessions, orders and copies end. Returns the number of the sessions. */
export async function endDemoUser(tx: Transaction, now: number): Promise<{ readonly sessions: number } | null> {
  const users = await tx.query<{ id: string }>(
    'select id from user_account where demonstration and not disabled for no key update',
  );
  if (users.length === 0) return null;
  let sessions = 0;
  for (const { id } of users) {
    sessions += await endSessions(tx, id, { except: null }, now);
    // Of what rests in the market others would take coins that were never paid in.
    await freezeAccount(tx, id, now);
    await tx.query('update user_account set disabled = true where id = $1', [id]);
  }
  return { sessions };
}
