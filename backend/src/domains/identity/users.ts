import { randomBytes, randomInt } from 'node:crypto';
import type { FiatCode, LanguageCode } from '@tessera/api/rules';
import { type Sql, violates } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import type { Contact } from './contact.ts';

export type UserRow = {
  readonly id: string;
  readonly uid: string;
  readonly email: string | null;
  readonly mobile: string | null;
  /** A number that is an older user's; see repair-mobiles.ts. */
  readonly shared_mobile: string | null;
  readonly password_hash: string;
  readonly pay_password_hash: string | null;
  readonly nickname: string;
  readonly signature: string;
  readonly avatar: string | null;
  readonly verification_level: 0 | 1 | 2;
  /** That of a verified document, ISO 3166-1 alpha-2. */
  readonly document_country: string | null;
  readonly vip_level: number;
  readonly fiat: FiatCode;
  readonly language: LanguageCode;
  readonly extension_code: string;
  readonly invitee_count: number;
  readonly disabled: boolean;
  /** Unix ms. */
  readonly frozen_at: number | null;
  /** Shown in every mail to the user. */
  readonly anti_phishing: string | null;
  /** Unix ms. */
  readonly withdrawals_blocked_until: number | null;
  readonly created_at: number;
};

const COLUMNS = `u.id, u.uid, u.email, u.mobile, u.shared_mobile, u.password_hash, u.pay_password_hash, u.nickname, u.signature, u.avatar,
  u.verification_level, u.document_country, u.vip_level, u.fiat, u.language, u.extension_code, u.disabled, u.frozen_at, u.anti_phishing,
  u.withdrawals_blocked_until, u.created_at,
  (select count(*)::int from user_account i where i.invited_by = u.id) as invitee_count`;

export type Residence = Pick<UserRow, 'document_country' | 'mobile' | 'shared_mobile'>;

export async function userById(sql: Sql, id: string): Promise<UserRow> {
  const [user] = await sql.query<UserRow>(`select ${COLUMNS} from user_account u where u.id = $1`, [id]);
  if (!user) throw new Error(`user ${id} is gone`);
  return user;
}

/** What says the country of a user; without the figures of `userById`, which count invitations. */
export async function residenceOf(sql: Sql, id: string): Promise<Residence> {
  const [user] = await sql.query<Residence>(
    'select document_country, mobile, shared_mobile from user_account where id = $1',
    [id],
  );
  if (!user) throw new Error(`user ${id} is gone`);
  return user;
}

export async function userByContact(sql: Sql, { kind, value }: Contact): Promise<UserRow | null> {
  const column = kind === 'email' ? 'lower(u.email)' : 'u.mobile';
  const [user] = await sql.query<UserRow>(`select ${COLUMNS} from user_account u where ${column} = $1`, [value]);
  return user ?? null;
}

/** Users who may sign in by a contact: its owner first, then those whose number turned out to be an older user's. */
export async function usersByContact(sql: Sql, contact: Contact): Promise<readonly UserRow[]> {
  const owner = await userByContact(sql, contact);
  const sharing =
    contact.kind === 'email'
      ? []
      : await sql.query<UserRow>(
          `select ${COLUMNS} from user_account u where u.shared_mobile = $1 and u.mobile is null order by u.id`,
          [contact.value],
        );
  return owner ? [owner, ...sharing] : sharing;
}

export async function userIdByExtensionCode(sql: Sql, code: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>('select id from user_account where extension_code = $1', [
    code.toUpperCase(),
  ]);
  return row?.id ?? null;
}

/** The address or number belongs to another user. */
export class ContactTaken extends Error {
  override name = 'ContactTaken';
}

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newExtensionCode = () => Array.from(randomBytes(8), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
const newUid = () => String(randomInt(10_000_000, 100_000_000));

type NewUser = {
  readonly contact: Contact;
  readonly passwordHash: string;
  readonly invitedBy: string | null;
  readonly language: LanguageCode;
  readonly now: number;
};

/** Opens an account with a new uid and invitation code. Rejects with ContactTaken. */
export async function createUser(
  sql: Sql,
  { contact, passwordHash, invitedBy, language, now }: NewUser,
): Promise<string> {
  const uid = newUid();
  try {
    const [row] = await execute(
      sql,
      db
        .insertInto('user_account')
        .values({
          uid,
          email: contact.kind === 'email' ? contact.value : null,
          mobile: contact.kind === 'mobile' ? contact.value : null,
          password_hash: passwordHash,
          nickname: `U${uid}`,
          extension_code: newExtensionCode(),
          invited_by: invitedBy,
          language,
          created_at: new Date(now),
        })
        .returning('id'),
    );
    if (!row) throw new Error('the new user has no id');
    return row.id;
  } catch (error) {
    throw takenOr(error);
  }
}

const takenOr = (error: unknown): unknown =>
  violates(error, 'user_account_email') || violates(error, 'user_account_mobile')
    ? new ContactTaken('', { cause: error })
    : error;

/**
 * Gives a user another address or number, in place of `before` or of none. Returns false where the user has another one
 * than `before` by now. Rejects with ContactTaken.
 */
export async function replaceContact(
  tx: Sql,
  id: string,
  before: Contact | null,
  { kind, value }: Contact,
): Promise<boolean> {
  const column = kind === 'email' ? 'email' : 'mobile';
  // A number that was an older user's is replaced, too.
  const others = kind === 'mobile' ? ', shared_mobile = null' : '';
  try {
    const rows = await tx.query(
      `update user_account set ${column} = $2${others} where id = $1 and ${column} is not distinct from $3 returning id`,
      [id, value, before?.value ?? null],
    );
    return rows.length > 0;
  } catch (error) {
    throw takenOr(error);
  }
}
