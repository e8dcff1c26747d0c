import type { Transaction } from '../../platform/db/database.ts';
import { mailUser } from '../identity/index.ts';
import { type MessageKind, messageText } from './texts.ts';

export type UserMessage = {
  readonly userId: string;
  readonly kind: MessageKind;
  /** What the text names. */
  readonly named: Readonly<Record<string, string>>;
  /** What it is about: of one kind and reference there is one message. */
  readonly reference: string;
  /** Unix ms. */
  readonly at: number;
  /** Whether the user gets it by mail as well, where they have an address. */
  readonly byMail: boolean;
};

/** Puts a message into a user's message centre, once, and mails it once the transaction is committed. */
export async function tellUser(
  tx: Transaction,
  { userId, kind, named, reference, at, byMail }: UserMessage,
): Promise<void> {
  const [row] = await tx.query<{ id: string }>(
    `insert into user_message (user_id, kind, named, reference, at) values ($1, $2, $3::jsonb, $4, $5)
     on conflict (user_id, kind, reference) do nothing returning id`,
    [userId, kind, JSON.stringify(named), reference, new Date(at)],
  );
  if (!row) return;
  tx.notify(userId, { kind: 'message', id: row.id });
  if (!byMail) return;
  await mailUser(tx, userId, (language) => {
    const { title, body } = messageText(kind, named, language);
    return { subject: title, paragraphs: [body] };
  });
}
