import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import { requireConfirmed } from '../../platform/factor/confirmation.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireOpenSession } from '../../platform/session/open-session.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import {
  type Contact,
  ContactTaken,
  checkCode,
  contactOf,
  contactOfUser,
  contactsOfUser,
  isMobile,
  maskContact,
  pauseWithdrawals,
  replaceContact,
  sendNotice,
  spendCode,
  userById,
} from '../identity/index.ts';
import { replacedBy } from './bound-codes.ts';

/** The contact of this kind that the user has; null where the new one replaces none. */
const formerOf = (user: Awaited<ReturnType<typeof userById>>, kind: Contact['kind']): Contact | null =>
  contactsOfUser(user).find((contact) => contact.kind === kind) ?? null;

const takenError = ({ kind }: Contact): DomainError =>
  new DomainError(kind === 'email' ? 'email_taken' : 'mobile_taken', { field: 'user_string' });

/**
 * Binds an address or number, or replaces the one that there is. Needs three proofs: of the user in this session, of the
 * new contact by a code to it, and by a code to the one that it replaces or, where it replaces none, to another one of the
 * account: codes to the new one approve from then on, and reset the password. Who cannot read the former one any more is
 * sent to customer service: a thief cannot either.
 */
export async function changeContact(
  database: Database,
  user: SignedIn,
  { loginActive, user_string, area_code, code, email_code }: ReadInput<'POST /safe/mobile'>,
  now: number,
): Promise<Output<'POST /safe/mobile'>> {
  const { id, sessionId, key } = user;
  await requireConfirmed(database, { kind: 'user', sessionId, key }, now);
  const contact = contactOf(user_string, area_code);
  if (contact.kind === 'mobile' && !isMobile(contact.value)) {
    throw new DomainError('invalid_mobile', { field: 'user_string' });
  }
  const owner = await userById(database, id);
  const before = formerOf(owner, loginActive);
  if (before?.value === contact.value) throw new DomainError('contact_unchanged', { field: 'user_string' });
  const spent: string[] = [];
  const agreeing = before ?? contactOfUser(owner);
  if (agreeing) {
    if (email_code === undefined) throw new DomainError('old_code_required', { field: 'email_code' });
    spent.push((await checkAgreement(database, agreeing, { code: email_code, contact, now })).id);
  }
  const scene = contact.kind === 'email' ? 'bind_email' : 'bind_mobile';
  spent.push((await checkCode(database, { contact, scene, code, place: `user:${id}`, now })).id);
  try {
    return await database.transaction(async (tx) => {
      await requireOpenSession(tx, user);
      // Two changes at once: the second one waits here, and finds that what it replaces is gone.
      const replaced = await replaceContact(tx, id, before, contact);
      if (!replaced) throw new DomainError('try_again');
      for (const each of spent) await spendCode(tx, each, now);
      const until = await pauseWithdrawals(tx, id, now);
      const changed = await userById(tx, id);
      tx.notify(id, { kind: 'profile' });
      const contacts = [...contactsOfUser(changed), ...(before ? [before] : [])];
      await sendNotice(tx, id, { kind: 'contact_changed', at: now, contact: maskContact(contact) }, contacts);
      const masked = (kind: Contact['kind']) => {
        const found = formerOf(changed, kind);
        return found && maskContact(found);
      };
      return { email: masked('email'), mobile: masked('mobile'), withdrawals_blocked_until: until };
    });
  } catch (error) {
    throw error instanceof ContactTaken ? takenError(contact) : error;
  }
}

/** The code that went to a contact of the account, for this new one; an error names its own field. */
async function checkAgreement(
  database: Database,
  agreeing: Contact,
  { code, contact, now }: { readonly code: string; readonly contact: Contact; readonly now: number },
): Promise<{ id: string }> {
  try {
    const { hash: terms } = replacedBy(contact);
    return await checkCode(database, { contact: agreeing, scene: 'change_contact', code, terms, place: 'owner', now });
  } catch (error) {
    throw error instanceof DomainError ? new DomainError(error.code, { field: 'email_code', cause: error }) : error;
  }
}
