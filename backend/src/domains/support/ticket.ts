import type { Output, ReadInput } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { Database } from '../../platform/db/database.ts';
import { factorState, hasFactor } from '../../platform/factor/prove.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireAttempt, type Window } from '../../platform/limits/attempts.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { inboxOfMail } from '../../platform/mail/inbox.ts';
import { checkPassword, contactOf, type LogInGuard, userById } from '../identity/index.ts';
import type { Letters } from './letters.ts';
import { addMessage, type Conversation, openConversation, sentBefore, tellOwner, wireConversation } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Tickets of a user: each sends a mail. */
const OWN: readonly Window[] = [
  { most: 3, within: HOUR },
  { most: 10, within: DAY },
];
/** Requests for one contact, from any sender: each sends a message to it. */
const TO_CONTACT: readonly Window[] = [
  { most: 1, within: 5 * MINUTE },
  { most: 3, within: DAY },
];
/** Requests out of one network. */
const FROM_NETWORK: readonly Window[] = [
  { most: 5, within: HOUR },
  { most: 20, within: DAY },
];

type Begun = { readonly conversation: Conversation; readonly isNew: boolean };

/** A ticket that this user has opened under this id before. */
async function openedBefore(database: Database, userId: string, clientId: string): Promise<Conversation | null> {
  const [row] = await database.query<Conversation>(
    `select c.* from support_conversation c join support_message m on m.conversation_id = c.id and m.seq = 1
      where c.user_id = $1 and c.channel = 'mail' and m.client_id = $2`,
    [userId, clientId],
  );
  return row ?? null;
}

async function begin(
  database: Database,
  letters: Letters,
  ticket: {
    readonly userId: string | null;
    readonly contact: string | null;
    readonly title: string | null;
    readonly text: string;
    readonly clientId: string | undefined;
    readonly language: string;
    readonly now: number;
  },
): Promise<Begun> {
  return database.transaction(async (tx) => {
    const { userId, contact, title, text, clientId, language, now: at } = ticket;
    if (userId !== null) {
      // Two attempts at once wait for each other.
      await tx.query('select from user_account where id = $1 for update', [userId]);
      const [latest] = await tx.query<Conversation>(
        `select * from support_conversation where user_id = $1 and channel = 'mail' order by id desc limit 1`,
        [userId],
      );
      if (latest && clientId !== undefined && (await sentBefore(tx, latest.id, 'user', clientId))) {
        return { conversation: latest, isNew: false };
      }
    }
    const conversation = await openConversation(tx, { userId, contact, channel: 'mail', title, language, at });
    await addMessage(tx, conversation.id, {
      kind: 'text',
      author: 'user',
      body: text,
      ...(clientId !== undefined && { clientId }),
      at,
    });
    await tx.query('update support_conversation set waiting_since = $2 where id = $1', [conversation.id, new Date(at)]);
    await letters.received(tx, conversation);
    tellOwner(tx, conversation);
    return { conversation, isNew: true };
  });
}

/**
 * The address that a user names; null for that of the account. Refuses a ticket that no reply by mail could reach, and one
 * more to an address that is not the account's: it may be a stranger's, and accounts are many.
 */
async function replyAddressOf(
  database: Database,
  userId: string,
  email: string | undefined,
  now: number,
): Promise<string | null> {
  const own = (await userById(database, userId)).email;
  if (email === undefined && own === null) throw new DomainError('field_required', { field: 'email' });
  if (email === undefined || email.toLowerCase() === own) return null;
  const contact = email.toLowerCase();
  await requireAttempt(database, {
    scope: 'support to contact',
    subject: inboxOfMail(contact),
    windows: TO_CONTACT,
    now,
  });
  return contact;
}

/** Opens a ticket by mail, once by its `client_id`. */
export async function openTicket(
  database: Database,
  letters: Letters,
  { client_id, email, title, text }: ReadInput<'POST /support/ticket'>,
  { userId, language, now }: { readonly userId: string; readonly language: LanguageCode; readonly now: number },
): Promise<Output<'POST /support/ticket'>> {
  const before = await openedBefore(database, userId, client_id);
  if (before) return wireConversation(database, before, now);
  await requireAttempt(database, { scope: 'support ticket', subject: userId, windows: OWN, now });
  const contact = await replyAddressOf(database, userId, email, now);
  const { conversation } = await begin(database, letters, {
    userId,
    contact,
    title,
    text,
    clientId: client_id,
    language,
    now,
  });
  const [row] = await database.query<Conversation>('select * from support_conversation where id = $1', [
    conversation.id,
  ]);
  return wireConversation(database, row ?? conversation, now);
}

/** What agents read where the guest wrote nothing. */
const NO_CODE = 'A verification code does not arrive';

/**
 * Takes a guest's request for help with a code. No account is looked up: the response, what is written and how long it
 * takes are the same whether there is one. Agents see to whom the contact belongs.
 */
export async function askForCode(
  database: Database,
  letters: Letters,
  { user_string, area_code, scene, text }: ReadInput<'POST /sms_mail_kf'>,
  { language, address, now }: { readonly language: LanguageCode; readonly address: string; readonly now: number },
): Promise<Output<'POST /sms_mail_kf'>> {
  const { value } = contactOf(user_string, area_code);
  const network = networkOf(address);
  await requireAttempt(database, { scope: 'support from network', subject: network, windows: FROM_NETWORK, now });
  await requireAttempt(database, { scope: 'support to contact', subject: value, windows: TO_CONTACT, now });
  const { conversation } = await begin(database, letters, {
    userId: null,
    contact: value,
    title: `${NO_CODE} (${scene})`,
    text: text ?? NO_CODE,
    clientId: undefined,
    language,
    now,
  });
  return { reference: conversation.reference, at: now };
}

/** Reports of one account, besides the one that is open: each is work for an agent. */
const REPORTS: readonly Window[] = [
  { most: 1, within: MINUTE },
  { most: 3, within: 7 * DAY },
];
const LOST_FACTORS = 'Second factor and recovery codes lost';

type Reporting = {
  readonly database: Database;
  readonly letters: Letters;
  readonly guard: LogInGuard;
  /** Unix ms. */
  readonly now: () => number;
};
type Reporter = { readonly language: LanguageCode; readonly address: string; readonly device: string | null };

/**
 * Takes the report of a user who cannot log in any more. Wrong passwords count as at the log-in, so that nothing of an
 * account shows that a log-in would not show. The reply goes to the contact of the account, whatever was entered.
 */
export async function reportLostFactors(
  { database, letters, guard, now }: Reporting,
  { user_string, area_code, password, proof, text }: ReadInput<'POST /support/lost_factors'>,
  { language, address, device }: Reporter,
): Promise<Output<'POST /support/lost_factors'>> {
  const contact = contactOf(user_string, area_code);
  const given = { contact, password, proof, address, device, purpose: 'log-in' } as const;
  const user = await checkPassword(database, guard, given);
  if (user.disabled) throw new DomainError('account_disabled');
  if (!hasFactor(await factorState(database, { kind: 'user', id: user.id }))) throw new DomainError('factor_missing');
  // No reply would arrive, and no removal begins: nothing could tell its owner.
  if (user.email === null && user.mobile === null) throw new DomainError('contact_missing');
  const [open] = await database.query<{ reference: string; at: number }>(
    `select reference, created_at as at from support_conversation
      where user_id = $1 and channel = 'mail' and title = $2 and status <> 'resolved' order by id desc limit 1`,
    [user.id, LOST_FACTORS],
  );
  if (open) return open;
  await requireAttempt(database, { scope: 'lost factors', subject: user.id, windows: REPORTS, now: now() });
  const { conversation } = await begin(database, letters, {
    userId: user.id,
    contact: user.email === null ? user.mobile : null,
    title: LOST_FACTORS,
    text: text ?? LOST_FACTORS,
    clientId: undefined,
    language,
    now: now(),
  });
  return { reference: conversation.reference, at: conversation.created_at };
}
