import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import { withoutAccents } from '@tessera/money/typed';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';

/** A text of an artist, who writes in one language: it is shown as it is in every other. */
export const inEveryLanguage = (text: string): Readonly<Record<LanguageCode, string>> =>
  Object.fromEntries(languageCodes.map((code) => [code, text])) as Record<LanguageCode, string>;

export type OwnArtist = {
  readonly id: number;
  readonly name: string;
  readonly biography: string;
  readonly avatar: string | null;
  readonly cover: string | null;
  readonly followers: number;
  readonly shown: boolean;
};

/** Null for a user who is no artist. */
export async function artistOf(sql: Sql, userId: string): Promise<OwnArtist | null> {
  const [row] = await sql.query<OwnArtist>(
    `select id, name, biographies->>'en' as biography, avatar, cover, followers, shown
       from nft_artist where user_id = $1`,
    [userId],
  );
  return row ?? null;
}

/** Rejects with `not_artist` users who are none, and artists that staff have hidden. */
export async function requireArtist(sql: Sql, userId: string): Promise<OwnArtist> {
  const artist = await artistOf(sql, userId);
  if (!artist?.shown) throw new DomainError('not_artist');
  return artist;
}

/**
 * The account of an artist is closed; its own sales have ended before. Works that users own, or that boxes hold, stay, with
 * the artist's name: they are their owners'. Works without an owned item are hidden, submissions that wait are
 * withdrawn, and nothing can be sold or uploaded in the artist's name any more. Resales carry no royalty from then on.
 */
export async function closeArtist(tx: Transaction, userId: string, now: number): Promise<void> {
  const at = new Date(now);
  const [artist] = await tx.query<{ id: number }>(
    'update nft_artist set closed_at = coalesce(closed_at, $2) where user_id = $1 returning id',
    [userId, at],
  );
  await tx.query(
    `update nft_submission set status = 'withdrawn', reviewed_at = $2 where user_id = $1 and status = 'pending'`,
    [userId, at],
  );
  await tx.query(
    `update nft_application set status = 'rejected', reviewed_at = $2 where user_id = $1 and status = 'under_review'`,
    [userId, at],
  );
  if (!artist) return;
  await tx.query(
    `update nft_work w set shown = false where artist_id = $1
        and not exists (select from nft_item i where i.work_id = w.id and (i.owner_id is not null or i.withdrawn_at is not null))
        and not exists (select from nft_prize p where p.work_id = w.id)`,
    [artist.id],
  );
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lower-case letters, digits and hyphens of a text; empty where it has none. */
export const slugOf = (text: string, most: number): string =>
  withoutAccents(text)
    .toLowerCase()
    // Letters that do not come apart into one of the alphabet and a mark.
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, most)
    .replace(/-+$/, '');
