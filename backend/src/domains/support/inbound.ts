import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Email } from 'postal-mime';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { countAttempt, type Window } from '../../platform/limits/attempts.ts';
import type { InboundMailSettings } from '../../platform/mail/inbound-settings.ts';
import { userById } from '../identity/index.ts';
import { awaitReply, conversationFor } from './conversation.ts';
import { sentIn } from './letters.ts';
import { parseMail, wordsOf } from './mail-text.ts';
import { hasReplyAddress, referenceOf } from './reply-address.ts';
import { addMessage, type Conversation, lockConversation, sentBefore, tellOwner } from './store.ts';

/*
 * Replies by mail. The operator's mail server posts each mail as it is. It is taken where it was sent to an address that
 * only the mails of a conversation name, by the address that these mails go to; anything else is left to the mailbox.
 */

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Bytes of a mail with its attachments. */
const LARGEST = 26_214_400;
/** Mails of one conversation. */
const MAILS: readonly Window[] = [
  { most: 10, within: 10 * MINUTE },
  { most: 60, within: DAY },
];
/** Addresses of a mail that are looked at. */
const MOST_ADDRESSES = 50;

/** What became of a mail; all but `taken` and `repeated` are for the operator's mailbox. */
type Outcome = 'taken' | 'repeated' | 'unknown' | 'other_sender' | 'automatic' | 'empty' | 'unreadable' | 'too_many';

const headerOf = ({ headers }: Email, name: string): string =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase() ?? '';

/**
 * Whether a program sent it: an absence notice, a bounce, a list. One that was taken would reopen what is over, and an
 * answer to it would begin a loop (RFC 3834).
 */
export function isAutomatic(mail: Email): boolean {
  const submitted = headerOf(mail, 'auto-submitted');
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(headerOf(mail, 'precedence')) ||
    ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-failed-recipients'].some(
      (name) => headerOf(mail, name) !== '',
    ) ||
    headerOf(mail, 'return-path') === '<>' ||
    /^(mailer-daemon|postmaster|no-?reply)@/.test(mail.from?.address?.toLowerCase() ?? '') ||
    headerOf(mail, 'content-type').startsWith('multipart/report')
  );
}

/**
 * The address that it is from; null of a mail with several `From`: mail servers check the sender of one of them, and programs
 * show another (RFC 5322 allows one).
 */
function senderOf({ headers, from }: Email): string | null {
  if (headers.filter(({ key }) => key === 'from').length !== 1) return null;
  return from?.address?.toLowerCase() || null;
}

/** The conversation that one of its addresses is of. */
function addressedTo(mail: Email, settings: InboundMailSettings): string | null {
  const listed = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(({ address = '' }) => address);
  const added = ['delivered-to', 'x-original-to'].map((name) => headerOf(mail, name).replace(/^<|>$/g, ''));
  for (const address of [...added, ...listed].slice(0, MOST_ADDRESSES)) {
    const reference = referenceOf(settings, address);
    if (reference !== null) return reference;
  }
  return null;
}

const uuidOf = (data: string | Buffer): string =>
  createHash('sha256')
    .update(data)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The id of a message, from that of the mail: delivered twice, it is taken once. */
const clientIdOf = (mail: Email, raw: Buffer): string => uuidOf(mail.messageId ? `id:${mail.messageId}` : raw);

/** The address that a conversation's mails go to. */
async function correspondentOf(sql: Sql, { contact, user_id }: Conversation): Promise<string | null> {
  if (contact !== null) return contact;
  return user_id === null ? null : (await userById(sql, user_id)).email;
}

const isFrom = async (sql: Sql, conversation: Conversation, from: string): Promise<boolean> =>
  (await correspondentOf(sql, conversation))?.toLowerCase() === from;

type Reply = {
  readonly id: string;
  readonly from: string;
  readonly texts: readonly string[];
  readonly clientId: string;
};

/** Adds a reply to its conversation, or to the one that goes on where that is over for good. */
async function addReply(tx: Transaction, { id: namedId, from, texts, clientId }: Reply, now: number): Promise<Outcome> {
  const named = await lockConversation(tx, namedId);
  if (!named) return 'unknown';
  if (!(await isFrom(tx, named, from))) return 'other_sender';
  if (await sentBefore(tx, named.id, 'user', clientId)) return 'repeated';
  if (texts.length === 0) return 'empty';
  const { user_id: userId, language } = named;
  const conversation =
    named.channel === 'mail' || userId === null
      ? named
      : await conversationFor(tx, undefined, { userId, language, now });
  if (await sentBefore(tx, conversation.id, 'user', clientId)) return 'repeated';
  await awaitReply(tx, conversation, now);
  for (const [part, body] of texts.entries()) {
    const id = part === 0 ? clientId : uuidOf(`${clientId}:${part}`);
    await addMessage(tx, conversation.id, { kind: 'text', author: 'user', body, clientId: id, at: now });
  }
  tellOwner(tx, conversation);
  return 'taken';
}

/** Bytes of a mail within which it has to name the address of a conversation. */
const ADDRESSED_WITHIN = 65_536;

/** Reads a mail and takes it where it is a reply. */
export async function takeMail(
  { database, now }: Pick<Dependencies, 'database' | 'now'>,
  settings: InboundMailSettings,
  raw: Buffer,
): Promise<Outcome> {
  // Any sender may write to the mailbox: what is for no conversation costs no parser time.
  if (!hasReplyAddress(settings, raw.toString('latin1', 0, ADDRESSED_WITHIN))) return 'unknown';
  const mail = await parseMail(raw);
  if (!mail) return 'unreadable';
  const reference = addressedTo(mail, settings);
  const from = senderOf(mail);
  if (reference === null || from === null) return 'unknown';
  if (isAutomatic(mail)) return 'automatic';
  const { allowed } = await countAttempt(database, {
    scope: 'support mail',
    subject: reference,
    windows: MAILS,
    now: now(),
  });
  if (!allowed) return 'too_many';
  const [named] = await database.query<Conversation>('select * from support_conversation where reference = $1', [
    reference,
  ]);
  if (!named) return 'unknown';
  if (!(await isFrom(database, named, from))) return 'other_sender';
  // A long mail takes time to compare: before the conversation is locked, and once, however often that is tried.
  const texts = wordsOf(mail, await sentIn(database, named));
  const reply = { id: named.id, from, texts, clientId: clientIdOf(mail, raw) };
  return database.transaction((tx) => addReply(tx, reply, now()));
}

/** Whether a header is `Bearer <secret>` with one of the secrets; compared by hashes, in constant time. */
export function isMailServer(header: string | undefined, secrets: readonly string[]): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = digest(header ?? '');
  return secrets.map((secret) => timingSafeEqual(given, digest(`Bearer ${secret}`))).includes(true);
}

/** `POST /api/support/mail`: where the operator's mail server hands mails on, as `message/rfc822`. */
export function inboundRoute(app: FastifyInstance, dependencies: Dependencies): void {
  const { settings, metrics } = dependencies;
  const { inboundMail } = settings;
  if (!inboundMail) return;
  const count = metrics.counter({
    name: 'support_mails_total',
    help: 'Mails that the mail server handed on, by what became of them',
    labels: ['outcome'],
  });
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'message/rfc822',
      { parseAs: 'buffer', bodyLimit: LARGEST },
      async (_request: unknown, body: string | Buffer) => body,
    );
    scope.post('/api/support/mail', {
      // Before the body is read.
      onRequest: async (request, reply) => {
        if (!isMailServer(request.headers.authorization, inboundMail.secrets)) {
          await reply.code(401).send({ error: 'secret' });
        }
      },
      bodyLimit: LARGEST,
      handler: async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) return reply.code(415).send({ error: 'content_type' });
        const outcome = await takeMail(dependencies, inboundMail, request.body);
        count({ outcome });
        // The mail server tries again later.
        if (outcome === 'too_many') reply.code(429);
        return { outcome };
      },
    });
  });
}
