import type { Database } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import { requireConfirmed } from '../../platform/factor/confirmation.ts';
import { factorState, hasFactor } from '../../platform/factor/prove.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { type Contact, checkCode, contactsOfUser, userById } from '../identity/index.ts';

type OwnScene = 'change_password' | 'pay_password' | 'confirm' | 'withdraw';

type OwnCode = {
  readonly scene: OwnScene;
  /** Hash of what the code is to authorise; absent where the scene says it all. */
  readonly terms?: Buffer;
  readonly now: number;
};

/** Checks a code that was sent to one of the signed-in user's own addresses. */
export async function checkOwnCode(
  database: Database,
  userId: string,
  { scene, terms, code, now }: OwnCode & { readonly code: string },
) {
  const user = await userById(database, userId);
  const contacts = contactsOfUser(user);
  const [sent] = await execute(
    database,
    db
      .selectFrom('verification_code')
      .select('target')
      .where(
        'target',
        'in',
        contacts.map(({ value }) => value),
      )
      .where('scene', '=', scene)
      .orderBy('id', 'desc')
      .limit(1),
  );
  const contact: Contact | undefined = contacts.find(({ value }) => value === sent?.target);
  if (!contact) throw new DomainError('code_wrong', { field: 'code' });
  return checkCode(database, { contact, scene, code, ...(terms && { terms }), place: 'owner', now });
}

/**
 * Rejects with `session_unbound` where the session has no key: without a second factor, a token that was read and a code
 * that was mailed would be all that a change of security takes.
 */
export function requireKey({ key }: SignedIn): void {
  if (key === null) throw new DomainError('session_unbound');
}

/**
 * Rejects unless the user proved who they are: by a second factor in this session a short while ago or, while none
 * approves, by a mailed code. Returns the code to spend with the change, null where there is none.
 */
export async function requireOwner(
  database: Database,
  user: SignedIn,
  { code, ...asked }: OwnCode & { readonly code: string | undefined },
): Promise<string | null> {
  const { id, sessionId, key } = user;
  requireKey(user);
  if (hasFactor(await factorState(database, { kind: 'user', id }, asked.now))) {
    await requireConfirmed(database, { kind: 'user', sessionId, key }, asked.now);
    return null;
  }
  if (code === undefined) throw new DomainError('code_wrong', { field: 'code' });
  return (await checkOwnCode(database, id, { ...asked, code })).id;
}
