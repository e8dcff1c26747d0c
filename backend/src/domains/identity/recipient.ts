import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { contactOf } from './contact.ts';
import { userByContact } from './users.ts';

export type Recipient = {
  readonly id: string;
  readonly uid: string;
  readonly nickname: string;
};

/** UIDs have eight digits; numbers come with their country's code. */
const UID = /^\d{8}$/;

/** Rejects what is neither an address nor a number like one that is not known. */
async function byContact(sql: Sql, account: string) {
  try {
    return await userByContact(sql, contactOf(account));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function openUser(sql: Sql, column: 'id' | 'uid', value: string): Promise<Recipient | null> {
  const [user] = await sql.query<Recipient & { closed: boolean }>(
    `select id, uid, nickname, disabled or frozen_at is not null as closed from user_account where ${column} = $1`,
    [value],
  );
  return user && !user.closed ? { id: user.id, uid: user.uid, nickname: user.nickname } : null;
}

/** The user of an id; null for one that is frozen or disabled. */
export const recipientById = (sql: Sql, id: string): Promise<Recipient | null> => openUser(sql, 'id', id);

/**
 * The user whom an account names by UID, e-mail address or mobile number; null for none, and for one that is frozen or
 * disabled: senders do not learn which.
 */
export async function recipientOf(sql: Sql, account: string): Promise<Recipient | null> {
  if (UID.test(account)) return openUser(sql, 'uid', account);
  const user = await byContact(sql, account);
  if (!user || user.disabled || user.frozen_at !== null) return null;
  return { id: user.id, uid: user.uid, nickname: user.nickname };
}

/** Enough to recognise a name that one knows: `A***e`. */
export function maskName(name: string): string {
  const letters = [...name];
  return `${letters[0] ?? ''}***${letters.length > 2 ? (letters.at(-1) ?? '') : ''}`;
}

export const maskUid = (uid: string): string => `${'*'.repeat(Math.max(0, uid.length - 2))}${uid.slice(-2)}`;
