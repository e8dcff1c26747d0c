import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { type CodeScene, isLinkToken, type LanguageCode } from '@tessera/api/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { codeLetter } from '../../platform/mail/code-message.ts';
import type { CodeTerms } from '../../platform/mail/code-terms.ts';
import { sendLetter } from '../../platform/mail/messages.ts';
import { type ScreenLink, screenLink } from '../../platform/screens/screen-link.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';
import {
  type CodeLimit,
  type CodeMetrics,
  type CodePlace,
  countCode,
  countCodeBySms,
  isBinding,
  isGuestScene,
  nextCodeAt,
  requireSmsRoom,
  uncountCode,
} from './code-limits.ts';
import { type Contact, maskContact } from './contact.ts';

const MINUTE = 60_000;
export const CODE_LASTS = 10 * MINUTE;
export const CODE_TRIES = 5;

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

type LinkTo = (about: { readonly to: string; readonly token: string }) => ScreenLink;

/** Screens that a link opens. */
const LINKED: Partial<Record<CodeScene, LinkTo>> = {
  register: ({ to, token }) => screenLink('/pages/common/register', { to, token }),
  forget: ({ to, token }) => screenLink('/pages/common/forget', { to, token }),
};

/** A link whose token can be entered instead of the digits; behind the `#`, so that no server and no log sees it. */
function newLink(origin: string | null, { kind, value }: Contact, scene: CodeScene) {
  const screen = LINKED[scene];
  if (origin === null || kind !== 'email' || screen === undefined) return { link: null, linkHash: null };
  const token = newToken();
  const link = `${origin}/h5/#${screen({ to: value, token })}`;
  return { link, linkHash: tokenHash(token) };
}

const digest = (target: string, code: string) => createHash('sha256').update(`${target}\n${code}`).digest();

/** What a code authorises beyond its scene: `hash` is compared where it is entered, `shown` is what its message says. */
export type BoundTo = { readonly hash: Buffer; readonly shown: CodeTerms };

type Asked = {
  readonly contact: Contact;
  readonly scene: CodeScene;
  readonly terms?: BoundTo | null;
  readonly language: LanguageCode;
  readonly now: number;
  /** False delivers nothing, but stores and returns the same: callers do not learn that the address is unknown. */
  readonly deliver: boolean;
  readonly place: CodePlace;
  /** What the code is counted for. */
  readonly limits: readonly CodeLimit[];
  /** The owner's anti-phishing phrase. */
  readonly phrase: string | null;
  /** Origin of the pages, for a link in the mail. None is taken from the request: a guest chooses its host. */
  readonly origin: string | null;
};

/** Sends a new code and invalidates the one before of the same place; rejects one that exceeds the limits. */
export async function sendCode(
  { database, metrics }: { readonly database: Database; readonly metrics: CodeMetrics },
  { contact, scene, terms = null, language, now, deliver, place, limits, phrase, origin }: Asked,
) {
  const sms = { contact, scene, place, now };
  await requireSmsRoom(database, metrics, sms);
  const { counted, silenced } = await countCode(database, limits, now);
  const delivered = deliver && !silenced && (await countCodeBySms(database, metrics, sms));
  const code = newCode();
  const { link, linkHash } = newLink(origin, contact, scene);
  const expiresAt = now + CODE_LASTS;
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into verification_code (target, scene, place, code_hash, link_hash, terms_hash, counted, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        contact.value,
        scene,
        place,
        // What was not delivered is not to be guessed either.
        delivered ? digest(contact.value, code) : randomBytes(32),
        delivered ? linkHash : null,
        terms?.hash ?? null,
        counted.flatMap(({ scope, subject }) => [scope, subject]),
        new Date(now),
        new Date(expiresAt),
      ],
    );
    const channel = contact.kind === 'email' ? 'mail' : 'sms';
    const recipient = { id: randomUUID(), to: contact.value, channel } as const;
    const parts = { scene, terms: terms?.shown ?? null, language, short: channel === 'sms', link, phrase };
    await sendLetter(tx, recipient, codeLetter(code, parts), { expiresAt, discard: !delivered, sms: 'counted' });
  });
  return { sent_to: maskContact(contact), expires_at: expiresAt, resend_at: await nextCodeAt(database, limits, now) };
}

type Given = {
  readonly contact: Contact;
  readonly scene: CodeScene;
  readonly code: string;
  /** Hash of what it is to authorise; absent where the scene says it all, `any` where nothing is authorised yet. */
  readonly terms?: Buffer | 'any';
  /** Where the code is entered: its tries are counted apart. */
  readonly place: CodePlace;
  readonly now: number;
};

/**
 * The last code of each place, unless it was used: by `$1` the address, `$2` the scene, and `$3` the one place that counts,
 * null for all. A stranger who asks for a code does not take the place of the owner's.
 */
const NEWEST = `id in (select distinct on (place) id from verification_code
   where target = $1 and scene = $2 and ($3::text is null or place = $3) order by place, id desc)
  and used_at is null`;

/** The one place whose codes count for a scene; null where all do. Rejects callers who never have such a code. */
function placeOfCodes(scene: CodeScene, place: CodePlace): CodePlace | null {
  if (isBinding(scene)) return place;
  if (!isGuestScene(scene) && place !== 'owner') throw new DomainError('code_wrong', { field: 'code' });
  return null;
}

type Found = { readonly id: string; readonly expires_at: number; readonly terms_hash: Buffer | null };

/**
 * Rejects a right code that was sent for something else. It is no guess, so no try counts and the code stays good for what
 * it was sent for; who does not know the digits learns nothing here, as wrong ones are rejected, and counted, before.
 */
function requireTerms({ terms_hash: sentFor }: Found, terms: Given['terms']): void {
  if (terms === 'any') return;
  const same = terms === undefined ? sentFor === null : sentFor !== null && timingSafeEqual(sentFor, terms);
  if (!same) throw new DomainError('code_for_other', { field: 'code' });
}

/** Checks the token of a mailed link. It cannot be guessed, so wrong ones are not counted, nor does a guesser of the digits use it up. */
async function checkLink(database: Database, { contact, scene, code, terms, place, now }: Given) {
  const [row] = await database.query<Found>(
    `select id, expires_at, terms_hash from verification_code where ${NEWEST} and link_hash = $4`,
    [contact.value, scene, placeOfCodes(scene, place), tokenHash(code)],
  );
  if (!row) throw new DomainError('link_invalid', { field: 'code' });
  if (row.expires_at <= now) throw new DomainError('code_expired', { field: 'code' });
  requireTerms(row, terms);
  return { id: row.id, expiresAt: row.expires_at };
}

/**
 * Compares a code with the last ones sent. A wrong one counts as a try even where the caller's work is rolled back, so
 * this runs outside the caller's transaction; a right one does not, whatever else the call is rejected for. Tries are
 * counted by the place that they come from: those of strangers leave the owner's.
 */
export async function checkCode(database: Database, given: Given): Promise<{ id: string; expiresAt: number }> {
  const { contact, scene, code, terms, place, now } = given;
  if (isLinkToken(code)) return checkLink(database, given);
  const rows = await database.query<Found & { code_hash: Buffer; tries: number }>(
    `update verification_code
        set tried = jsonb_set(coalesce(tried, '{}'), array[$4::text], to_jsonb(coalesce((tried->>$4)::int, 0) + 1))
      where ${NEWEST}
      returning id, code_hash, terms_hash, (tried->>$4)::int as tries, expires_at`,
    [contact.value, scene, placeOfCodes(scene, place), place],
  );
  const open = rows.filter(({ tries }) => tries <= CODE_TRIES);
  const right = open.find(({ code_hash }) => timingSafeEqual(code_hash, digest(contact.value, code)));
  const current = rows.filter(({ expires_at }) => expires_at > now);
  if (right && right.expires_at <= now) throw new DomainError('code_expired', { field: 'code' });
  if (!right) throw new DomainError(whyWrong(rows.length > 0, current, open), { field: 'code' });
  await database.query(
    `update verification_code set tried = jsonb_set(coalesce(tried, '{}'), array[$2::text], to_jsonb(greatest((tried->>$2)::int - 1, 0)))
      where id = any($1::bigint[])`,
    [rows.map(({ id }) => id), place],
  );
  requireTerms(right, terms);
  return { id: right.id, expiresAt: right.expires_at };
}

function whyWrong(isAny: boolean, current: readonly unknown[], open: readonly unknown[]) {
  if (isAny && open.length === 0) return 'too_many_tries';
  return isAny && current.length === 0 ? 'code_expired' : 'code_wrong';
}

/** Consumes a checked code within the transaction of its purpose; rejects one that was spent in between. */
export async function spendCode(sql: Sql, id: string, now: number): Promise<void> {
  const [spent] = await sql.query<{ target: string; scene: string; counted: string[]; created_at: number }>(
    `update verification_code set used_at = $2
      where id = $1 and used_at is null returning target, scene, counted, created_at`,
    [id, new Date(now)],
  );
  if (!spent) throw new DomainError('code_wrong', { field: 'code' });
  // What others asked for is for the same, which is done.
  await sql.query(
    'update verification_code set used_at = $3 where target = $1 and scene = $2 and used_at is null and id <> $4',
    [spent.target, spent.scene, new Date(now), id],
  );
  await uncountCode(sql, spent.counted, spent.created_at);
}

/** Uses up every code and link that was sent to these contacts so far, whatever for. */
export const endCodes = (sql: Sql, contacts: readonly Contact[], now: number) =>
  sql.query('update verification_code set used_at = $2 where target = any($1) and used_at is null', [
    contacts.map(({ value }) => value),
    new Date(now),
  ]);
