import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import type { Sql } from '../../../platform/db/database.ts';
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

/** Lower-case letters, digits and hyphens of a text; empty where it has none. */
export const slugOf = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, most)
    .replace(/-+$/, '');
