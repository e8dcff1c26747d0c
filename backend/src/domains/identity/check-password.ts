import type { Database } from '../../platform/db/database.ts';
import { DomainError, tryingAccount } from '../../platform/http/domain-error.ts';
import type { Contact } from './contact.ts';
import { everKnownDeviceId, knownDeviceId } from './devices.ts';
import { countedAs, type LogInGuard } from './log-in-guard.ts';
import { isSecret, wasteTime } from './password.ts';
import { type UserRow, usersByContact } from './users.ts';

/** No user has this id. */
const NO_USER = '0';

type Given = {
  readonly contact: Contact;
  readonly password: string;
  readonly proof: string | undefined;
  readonly address: string;
  readonly device: string | null;
  /** A freeze forgets the devices of an account; its owner unfreezes it from one of them all the same. */
  readonly purpose: 'log-in' | 'unfreeze';
};

/**
 * Returns the user with this address or number and password. Wrong ones are counted; the error does not reveal whether
 * the account exists.
 */
export async function checkPassword(
  database: Database,
  guard: LogInGuard,
  { contact, password, proof, address, device, purpose }: Given,
): Promise<UserRow> {
  const users = await usersByContact(database, contact);
  const ids = users.length > 0 ? users.map(({ id }) => id) : [NO_USER];
  const deviceId = purpose === 'unfreeze' ? everKnownDeviceId : knownDeviceId;
  const known = await Promise.all(ids.map((id) => deviceId(database, { kind: 'user', id }, device)));
  const logIn = {
    purpose: 'POST /user/login',
    subject: contact.value,
    // One account has one budget, however it is spelled.
    counted: users.length > 0 ? users.map(({ id }) => countedAs(id)) : [contact.value],
    address,
    knownDevice: known.find((each) => each !== null) ?? null,
    proof,
  };
  const [first] = users;
  return tryingAccount(first ? `user:${first.id}` : null, () =>
    guard.check(logIn, async () => {
      if (users.length === 0) await wasteTime(password);
      for (const user of users) if (await isSecret(user.password_hash, password)) return user;
      throw new DomainError('wrong_credentials');
    }),
  );
}
