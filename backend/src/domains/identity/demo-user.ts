import type { Database } from '../../platform/db/database.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
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
    await tx.query('update user_account set verification_level = 1 where id = $1', [userId]);
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
