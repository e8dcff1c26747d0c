import type { Output } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';
import { claimLoginTry, forgetLoginTries, isSecret, wasteTime } from '../identity/index.ts';

/** A working day, ms. */
export const STAFF_SESSION_LASTS = 8 * 3_600_000;

type Member = { readonly id: string; readonly name: string; readonly role: string; readonly password_hash: string };

/** Tries are counted apart from those of a user with the same address. */
const counted = (account: string) => ({ kind: 'email', value: `staff ${account}` }) as const;

/** Signs staff in. The error does not reveal whether the account exists or is disabled. */
export async function logInStaff(
  database: Database,
  { user_string, password }: { readonly user_string: string; readonly password: string },
  now: number,
): Promise<Output<'POST /staff/login'>> {
  const account = user_string.toLowerCase();
  await claimLoginTry(database, counted(account), now);
  const [member] = await database.query<Member>(
    'select id, name, role, password_hash from staff_member where lower(account) = $1 and not disabled',
    [account],
  );
  if (!member) {
    await wasteTime(password);
    throw new DomainError('wrong_credentials');
  }
  if (!(await isSecret(member.password_hash, password))) throw new DomainError('wrong_credentials');
  const token = newToken();
  const expiresAt = now + STAFF_SESSION_LASTS;
  await database.transaction(async (tx) => {
    await forgetLoginTries(tx, [counted(account)]);
    const session = { staff_id: member.id, token_hash: tokenHash(token) };
    await execute(
      tx,
      db.insertInto('staff_session').values({
        ...session,
        created_at: new Date(now),
        last_seen_at: new Date(now),
        expires_at: new Date(expiresAt),
      }),
    );
  });
  return { token, expires_at: expiresAt, staff: { id: member.id, name: member.name, role: member.role } };
}
