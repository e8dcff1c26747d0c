import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import { z } from 'zod';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { sendLetter } from '../../platform/mail/messages.ts';
import { phraseLine } from '../../platform/mail/phrase.ts';
import type { Settings } from '../../platform/settings.ts';
import { contactsOfUser, userById } from '../identity/index.ts';
import { readSettingsOf } from '../site/index.ts';
import { replyAddress } from './reply-address.ts';
import { type Conversation, type MessageRow, messagesOf } from './store.ts';

/** Messages that a chain of mails is compared with. */
const REPEATED = 200;
/** Characters below which a message proves nothing: a user may write "Yes, please" again below a copied mail. */
const SHORTEST_REPEATED = 24;

const letter = z.strictObject({
  received: z.string(),
  received_title: z.string(),
  reply: z.string(),
  picture: z.string(),
  answer: z.string(),
});
const TEXTS = z
  .record(z.enum(languageCodes), letter)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'letters.json'), 'utf8')));

/** An address of mail has an `@`; anything else is a mobile number in digits. */
const isMail = (contact: string): boolean => contact.includes('@');

type Recipient = {
  readonly to: string;
  /** Whether it is a contact of the account: a ticket may name an address of another person. */
  readonly own: boolean;
  readonly phrase: string | null;
  readonly language: LanguageCode;
};

/** Where letters of a conversation go; null for a user without an address. */
async function recipientOf(tx: Transaction, conversation: Conversation): Promise<Recipient | null> {
  const { user_id, contact, language } = conversation;
  if (user_id === null) return contact === null ? null : { to: contact, own: false, phrase: null, language };
  const user = await userById(tx, user_id);
  const to = contact ?? user.email;
  const phrase = to === user.email ? user.anti_phishing : null;
  return to === null
    ? null
    : { to, own: contactsOfUser(user).some(({ value }) => value === to), phrase, language: user.language };
}

export type Letters = {
  /** Confirms a ticket with its reference. Nothing that the sender wrote is in it: the address may be another's. */
  readonly received: (tx: Transaction, conversation: Conversation) => Promise<void>;
  /** Sends replies of agents, by the number of the last. Pictures are shown in the app alone. */
  readonly reply: (
    tx: Transaction,
    conversation: Conversation,
    replies: readonly Pick<MessageRow, 'body' | 'picture'>[],
  ) => Promise<void>;
};

const filled = (text: string, reference: string): string => text.replace('{reference}', () => reference);

/** What mails of a conversation may repeat: what was written in it, and the paragraphs of its letters in any language. */
export async function sentIn(sql: Sql, { id, reference, title, user_id }: Conversation): Promise<string[]> {
  const messages = await messagesOf(sql, id, { limit: REPEATED });
  const phrase = user_id === null ? null : (await userById(sql, user_id)).anti_phishing;
  return [
    ...messages.map(({ body }) => body).filter((body) => body.length >= SHORTEST_REPEATED),
    ...(title === null ? [] : [title, `[${reference}] ${title}`]),
    ...languageCodes.flatMap((language) => [
      ...Object.values(TEXTS[language]).flatMap((text) => {
        const words = filled(text, reference);
        return [words, `[${reference}] ${words}`];
      }),
      ...(phrase === null ? [] : [phraseLine(phrase, language)]),
    ]),
  ];
}

/** Letters of conversations; what is sent back is read where mail comes in, else it goes to the address of customer service. */
export function createLetters({ inboundMail }: Pick<Settings, 'inboundMail'>): Letters {
  /**
   * Sends a letter of a conversation. The reference stands in the subject, and the letters of one conversation are one
   * thread. `id` is unique to the letter.
   */
  async function send(
    tx: Transaction,
    conversation: Conversation,
    id: string,
    paragraphsIn: (
      words: z.infer<typeof letter>,
      recipient: Recipient,
    ) => { readonly title: string; readonly paragraphs: readonly string[] },
  ): Promise<void> {
    const recipient = await recipientOf(tx, conversation);
    if (!recipient) return;
    const { to, phrase, language } = recipient;
    const { title, paragraphs } = paragraphsIn(TEXTS[language], recipient);
    const replyTo = inboundMail
      ? replyAddress(inboundMail, conversation.reference)
      : (await readSettingsOf(tx, ['contact_email']))('contact_email');
    await sendLetter(
      tx,
      {
        id,
        to,
        channel: isMail(to) ? 'mail' : 'sms',
        thread: `support-${conversation.reference}`,
        // A ticket was asked by mail, and is answered there whatever its user has chosen.
        ...(conversation.channel === 'chat' &&
          conversation.user_id !== null && {
            choice: { userId: conversation.user_id, topic: 'support', channel: 'mail' } as const,
          }),
        replyTo,
      },
      { language, subject: `[${conversation.reference}] ${title}`, paragraphs: [...paragraphs], phrase },
      // A guest names any number.
      { sms: conversation.user_id === null ? 'stranger' : { of: 'service', kind: 'support' } },
    );
  }

  return {
    received: (tx, conversation) =>
      send(tx, conversation, `support-${conversation.reference}-received`, (words) => ({
        title: words.received_title,
        paragraphs: [filled(words.received, conversation.reference)],
      })),
    reply: (tx, conversation, replies) =>
      send(tx, conversation, `support-${conversation.reference}-${conversation.last_seq}`, (words, { own }) => ({
        // A title is the user's own words: a stranger gets none of them in the name of the platform.
        title: (own ? conversation.title : null) ?? words.reply,
        paragraphs: [
          ...replies.flatMap(({ body, picture }) => [body, picture === null ? '' : words.picture]).filter(Boolean),
          filled(words.answer, conversation.reference),
        ],
      })),
  };
}
