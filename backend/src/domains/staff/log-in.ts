import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { createProofs } from '../../platform/proof/proof-of-work.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';
import {
  createLogInGuard,
  isKnownDevice,
  isSecret,
  keepDevice,
  type LogInGuard,
  wasteTime,
} from '../identity/index.ts';

/** A working day, ms. */
export const STAFF_SESSION_LASTS = 8 * 3_600_000;

/** No member has this id. */
const NOBODY = '0';

type Member = { readonly id: string; readonly name: string; readonly role: string; readonly password_hash: string };

/** Tries are counted apart from those of a user with the same address. */
export const countedAs = (account: string): string => `staff ${account.toLowerCase()}`;

type Client = {
  readonly address: string;
  readonly device: string | null;
  readonly setDevice: (token: string) => void;
};

/** Signs staff in. The error does not reveal whether the account exists or is disabled. */
async function logInStaff(
  { database, guard }: { readonly database: Database; readonly guard: LogInGuard },
  { user_string, password, proof }: ReadInput<'POST /staff/login'>,
  { address, device, setDevice }: Client,
  now: number,
): Promise<Output<'POST /staff/login'>> {
  const account = user_string.toLowerCase();
  const [found] = await database.query<Member>(
    'select id, name, role, password_hash from staff_member where lower(account) = $1 and not disabled',
    [account],
  );
  const known = await isKnownDevice(database, { kind: 'staff', id: found?.id ?? NOBODY }, device);
  const logIn = {
    purpose: 'POST /staff/login',
    subject: countedAs(account),
    address,
    knownDevice: known ? `staff ${found?.id} ${device}` : null,
    proof,
  };
  const member = await guard.check(logIn, async () => {
    if (!found) await wasteTime(password);
    if (!(found && (await isSecret(found.password_hash, password)))) throw new DomainError('wrong_credentials');
    return found;
  });
  const token = newToken();
  const expiresAt = now + STAFF_SESSION_LASTS;
  await database.transaction(async (tx) => {
    setDevice(await keepDevice(tx, { kind: 'staff', id: member.id }, device, now));
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

/** The handler of the log-in, with its counts of wrong ones. */
export function staffLogIn(dependencies: { readonly database: Database; readonly now: () => number }) {
  const guard = createLogInGuard({ ...dependencies, proofs: createProofs(dependencies) });
  return (client: Client, input: ReadInput<'POST /staff/login'>) =>
    logInStaff({ ...dependencies, guard }, input, client, dependencies.now());
}
