import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Contact } from './contact.ts';
import { isKnownDevice } from './devices.ts';
import type { LogInGuard } from './log-in-guard.ts';
import { isSecret, wasteTime } from './password.ts';
import { type UserRow, userByContact } from './users.ts';

/** No user has this id. */
const NOBODY = '0';

type Given = {
  readonly contact: Contact;
  readonly password: string;
  readonly proof: string | undefined;
  readonly address: string;
  readonly device: string | null;
};

/**
 * Returns the user with this address or number and password. Wrong ones are counted; the error does not reveal whether
 * the account exists.
 */
export async function checkPassword(
  database: Database,
  guard: LogInGuard,
  { contact, password, proof, address, device }: Given,
): Promise<UserRow> {
  const user = await userByContact(database, contact);
  const known = await isKnownDevice(database, { kind: 'user', id: user?.id ?? NOBODY }, device);
  const logIn = {
    purpose: 'POST /user/login',
    subject: contact.value,
    address,
    knownDevice: known ? `user ${user?.id} ${device}` : null,
    proof,
  };
  return guard.check(logIn, async () => {
    if (!user) await wasteTime(password);
    if (!(user && (await isSecret(user.password_hash, password)))) throw new DomainError('wrong_credentials');
    return user;
  });
}
