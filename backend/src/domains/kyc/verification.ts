import type { Output, ReadInput } from '@tessera/api/contract';
import { DOCUMENT_COUNTRIES } from '@tessera/api/kyc/rules';
import { type Database, type Sql, violates } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { useUpload } from '../../platform/uploads/uses.ts';
import { userById } from '../identity/index.ts';

const COUNTRIES: ReadonlySet<string> = new Set(DOCUMENT_COUNTRIES);

type State = Output<'GET /real/state'>;

type RequestRow = {
  readonly real_type: 1 | 2;
  readonly id_type: NonNullable<State['id_type']>;
  readonly country: string | null;
  readonly name: string;
  readonly card_id: string;
  readonly state: 'under_review' | 'verified' | 'failed';
  readonly reason: string | null;
  /** Unix ms. */
  readonly submitted_at: number;
  readonly reviewed_at: number | null;
};

const maskName = (name: string): string => `${[...name].slice(0, 1).join('')}***`;
const maskCard = (card: string): string => `****${card.length > 4 ? card.slice(-4) : ''}`;

/** How far a user's verification is: the level they have, and what became of the request made last. */
export async function verificationState(sql: Sql, userId: string): Promise<State> {
  const { verification_level: level } = await userById(sql, userId);
  const [last] = await sql.query<RequestRow>(
    `select real_type, id_type, country, name, card_id, state, reason, submitted_at, reviewed_at
       from verification_request where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  const document = await verifiedDocument(sql, userId);
  const verified = document && { ...document, name: maskName(document.name), card_id: maskCard(document.card_id) };
  if (!last) {
    const nothing = { real_type: null, id_type: null, country: null, name: null, card_id: null, reason: null };
    return {
      level,
      state: level > 0 ? 'verified' : 'not_verified',
      ...nothing,
      submitted_at: null,
      reviewed_at: null,
      verified,
    };
  }
  return { ...last, level, name: maskName(last.name), card_id: maskCard(last.card_id), verified };
}

type Document = Pick<RequestRow, 'id_type' | 'name' | 'card_id'> & { readonly country: string };

/** The document that verified a user; null where none did, or it names no country, as those of former versions. */
async function verifiedDocument(sql: Sql, userId: string): Promise<Document | null> {
  const [row] = await sql.query<Document>(
    `select id_type, country, name, card_id from verification_request
      where user_id = $1 and state = 'verified' and country is not null order by id desc limit 1`,
    [userId],
  );
  return row ?? null;
}

/** The document of a request: what it states, or the one that verified the user before. */
async function documentOf(sql: Sql, userId: string, asked: ReadInput<'POST /user/real'>): Promise<Document> {
  const { same_document, id_type, country, name, card_id } = asked;
  const stated = id_type && country && name && card_id ? { id_type, country, name, card_id } : null;
  const document = same_document ? await verifiedDocument(sql, userId) : stated;
  if (!document) throw new DomainError('field_required', { field: 'card_id' });
  if (!COUNTRIES.has(document.country)) throw new DomainError('field_unknown_choice', { field: 'country' });
  return document;
}

/** The name of the document that verified a user; null where none did. */
export async function verifiedName(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql.query<{ name: string }>(
    `select name from verification_request where user_id = $1 and state = 'verified' order by id desc limit 1`,
    [userId],
  );
  return row?.name ?? null;
}

/** Names and document numbers that a user stated; many numbers contain the date of birth. */
export async function documentWords(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql.query<{ name: string; card_id: string }>(
    'select name, card_id from verification_request where user_id = $1',
    [userId],
  );
  return rows.flatMap(({ name, card_id }) => [name, card_id]);
}

/** Requests level 1 or 2; staff decide on it. One request at a time, and level 2 comes after level 1. */
export function requestVerification(
  database: Database,
  userId: string,
  payload: ReadInput<'POST /user/real'>,
  now: number,
): Promise<State> {
  return database.transaction(async (tx) => {
    const { verification_level: level } = await userById(tx, userId);
    if (payload.real_type <= level) throw new DomainError('already_verified', { field: 'real_type' });
    if (payload.real_type > level + 1) throw new DomainError('basic_level_first', { field: 'real_type' });
    const { id_type, country, name, card_id } = await documentOf(tx, userId, payload);
    const pictureOf = async (field: 'front_pic' | 'reverse_pic') => {
      const location = payload[field];
      return location === undefined ? null : useUpload(tx, userId, { location, field });
    };
    const front = await pictureOf('front_pic');
    const reverse = await pictureOf('reverse_pic');
    try {
      await tx.query(
        `insert into verification_request (user_id, real_type, id_type, country, name, card_id, front_pic, reverse_pic, submitted_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [userId, payload.real_type, id_type, country, name, card_id, front, reverse, new Date(now)],
      );
    } catch (error) {
      if (violates(error, 'verification_request_open')) throw new DomainError('already_under_review', { cause: error });
      throw error;
    }
    tx.notify(userId, { kind: 'profile' });
    return verificationState(tx, userId);
  });
}
