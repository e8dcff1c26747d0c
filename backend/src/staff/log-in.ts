import type { Answer } from '@tessera/api/contract';
import { Refusal } from '../http/refusal.ts';
import { isSecret, wasteTime } from '../identity/password.ts';
import type { Database, Sql } from '../postgres/database.ts';
import { newToken, tokenHash } from '../session/token.ts';

const MINUTE = 60_000;
const TRIES = 5;
const LOCKED = 15 * MINUTE;
/** A working day, ms. */
export const STAFF_SESSION_LASTS = 480 * MINUTE;

type Member = {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly password_hash: string;
  readonly locked_until: number | null;
};

/**
 * Counts a try before the password is looked at, so that many at once are no more than one after the other. Answers the
 * member; null for an account that is unknown, disabled or nobody's.
 */
async function claimTry(sql: Sql, account: string, now: number): Promise<Member | null> {
  const [member] = await sql.query<Member>(
    `update staff_member
        set login_failures = case
              when login_locked_until > to_timestamp($2::double precision / 1000) then login_failures
              when login_failures >= $3 then 1 else login_failures + 1 end,
            login_locked_until = case
              when login_locked_until > to_timestamp($2::double precision / 1000) then login_locked_until
              when login_failures = $3 - 1 then to_timestamp($4::double precision / 1000) end
      where lower(account) = lower($1) and not disabled
     returning id, name, role, password_hash,
               -- The try that locks is itself still judged.
               case when login_failures < $3 then null
                    when login_locked_until = to_timestamp($4::double precision / 1000) then null
                    else floor(extract(epoch from login_locked_until) * 1000)::double precision end as locked_until`,
    [account, now, TRIES, now + LOCKED],
  );
  return member ?? null;
}

/** Signs staff in. Whether the account exists or the password is wrong is not told apart. */
export async function logInStaff(
  database: Database,
  { user_string, password }: { readonly user_string: string; readonly password: string },
  now: number,
): Promise<Answer<'POST /staff/login'>> {
  const member = await claimTry(database, user_string, now);
  if (!member) {
    await wasteTime(password);
    throw new Refusal('wrong_credentials');
  }
  if (member.locked_until !== null && member.locked_until > now) {
    throw new Refusal('account_locked', { params: { minutes: Math.ceil((member.locked_until - now) / MINUTE) } });
  }
  if (!(await isSecret(member.password_hash, password))) throw new Refusal('wrong_credentials');
  const token = newToken();
  const expiresAt = now + STAFF_SESSION_LASTS;
  await database.transaction(async (tx) => {
    await tx.query('update staff_member set login_failures = 0, login_locked_until = null where id = $1', [member.id]);
    await tx.query(
      `insert into staff_session (staff_id, token_hash, created_at, expires_at)
       values ($1, $2, to_timestamp($3::double precision / 1000), to_timestamp($4::double precision / 1000))`,
      [member.id, tokenHash(token), now, expiresAt],
    );
  });
  return { token, expires_at: expiresAt, staff: { id: member.id, name: member.name, role: member.role } };
}
