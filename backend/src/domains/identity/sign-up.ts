import type { Output, ReadInput } from '@tessera/api/contract';
import { TERMS_VERSION } from '@tessera/api/identity/rules';
import type { LanguageCode } from '@tessera/api/rules';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { openSession } from '../../platform/session/sessions.ts';
import { checkCode, spendCode } from './codes.ts';
import { contactOf } from './contact.ts';
import { keepDevice } from './devices.ts';
import { isMobile } from './mobile.ts';
import { hashSecret } from './password.ts';
import { rejectCommon, rejectPersonal } from './passwords.ts';
import { ContactTaken, createUser, userByContact, userById, userIdByExtensionCode } from './users.ts';
import { sessionUser } from './wire.ts';

type Client = {
  readonly userAgent: string;
  readonly address: string;
  readonly language: LanguageCode;
  readonly device: string | null;
  readonly setDevice: (token: string) => void;
  /** Thumbprint of the key that the session is bound to; null for none. */
  readonly key: string | null;
  /** Cookie of the browser that it is bound to; null where it sent none. */
  readonly browser: string | null;
};

/** Opens an account for an address that proved itself by code, and signs in. */
export async function signUp(
  database: Database,
  payload: ReadInput<'POST /user/register'>,
  { userAgent, address, language, device, setDevice, key, browser }: Client,
  now: number,
): Promise<Output<'POST /user/register'>> {
  const contact = contactOf(payload.user_string, payload.area_code);
  const taken = new DomainError(contact.kind === 'email' ? 'email_taken' : 'mobile_taken', { field: 'user_string' });
  if (contact.kind === 'mobile' && !isMobile(contact.value)) {
    throw new DomainError('invalid_mobile', { field: 'user_string' });
  }
  // Another version was read than the one that applies.
  if (payload.terms !== TERMS_VERSION) throw new DomainError('documents_changed', { field: 'terms' });
  rejectCommon(payload.password);
  rejectPersonal(payload.password, [contact.value]);
  const code = await checkCode(database, { contact, scene: 'register', code: payload.code, place: 'unknown', now });
  // Only the owner of the address may learn that it has an account.
  if (await userByContact(database, contact)) throw taken;
  const passwordHash = await hashSecret(payload.password);
  try {
    return await database.transaction(async (tx) => {
      await spendCode(tx, code.id, now);
      const invitedBy = payload.extension_code ? await userIdByExtensionCode(tx, payload.extension_code) : null;
      if (payload.extension_code && !invitedBy)
        throw new DomainError('invitation_unknown', { field: 'extension_code' });
      const userId = await createUser(tx, { contact, passwordHash, invitedBy, language, now });
      await tx.query(
        `insert into user_consent (user_id, document, version, language, agreed_at)
         select $1, document, $2, $3, $4 from unnest(array['terms', 'privacy']) as document`,
        [userId, payload.terms, language, new Date(now)],
      );
      setDevice(await keepDevice(tx, { kind: 'user', id: userId }, device, now));
      const { token, expiresAt } = await openSession(tx, {
        userId,
        userAgent,
        address,
        remember: true,
        // The code alone changes nothing about security in a session that could be read and used elsewhere.
        confirmed: key !== null,
        key,
        browser,
        now,
      });
      return { token, expires_at: expiresAt, user: sessionUser(await userById(tx, userId)) };
    });
  } catch (error) {
    throw error instanceof ContactTaken ? taken : error;
  }
}
