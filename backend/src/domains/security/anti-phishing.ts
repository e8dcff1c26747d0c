import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import { requireOpenSession } from '../../platform/session/open-session.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { sendNotice, spendCode } from '../identity/index.ts';
import { phraseToSet } from './bound-codes.ts';
import { requireOwner } from './own-code.ts';

/** Sets the phrase that every mail to the user shows from now on. */
export async function setAntiPhishing(
  database: Database,
  user: SignedIn,
  { phrase, code }: ReadInput<'POST /safe/anti_phishing'>,
  now: number,
): Promise<Output<'POST /safe/anti_phishing'>> {
  const codeId = await requireOwner(database, user, {
    scene: 'confirm',
    terms: phraseToSet(phrase).hash,
    code,
    now,
  });
  return database.transaction(async (tx) => {
    await requireOpenSession(tx, user);
    if (codeId !== null) await spendCode(tx, codeId, now);
    await tx.query('update user_account set anti_phishing = $2 where id = $1', [user.id, phrase]);
    tx.notify(user.id, { kind: 'profile' });
    await sendNotice(tx, user.id, { kind: 'anti_phishing_changed', at: now });
    return { phrase };
  });
}
