import { basename } from 'node:path';
import type { Output, ReadInput } from '@tessera/api/contract';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { publishUpload, releaseUploads, useUpload } from '../../../platform/uploads/uses.ts';
import { likenessOf, requireNotFrozen } from '../../identity/index.ts';
import { artistOf, inEveryLanguage, type OwnArtist, requireArtist } from './store.ts';

export type Application = Output<'POST /bind_box/artist/apply'>;

const COLUMNS = 'id, status, name, biography, reason, created_at, reviewed_at';

/** Null for a user who never applied. */
export async function latestApplication(sql: Sql, userId: string): Promise<Application | null> {
  const [row] = await sql.query<Application>(
    `select ${COLUMNS} from nft_application where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  return row ?? null;
}

/** Rejects a name that another artist has, or one that a reader takes for it: their works would be bought as the other's. */
export async function requireFreeName(sql: Sql, name: string): Promise<void> {
  const likeness = likenessOf(name);
  const artists = await sql.query<{ name: string }>('select name from nft_artist');
  if (artists.some((artist) => likenessOf(artist.name) === likeness)) {
    throw new DomainError('artist_name_taken', { field: 'name' });
  }
}

/** Asks staff to be an artist. The user's row is locked: of two applications at once one comes first. */
export async function applyAsArtist(
  tx: Transaction,
  userId: string,
  { name, biography, pictures }: ReadInput<'POST /bind_box/artist/apply'>,
  now: number,
): Promise<Application> {
  await tx.query('select from user_account where id = $1 for no key update', [userId]);
  await requireNotFrozen(tx, userId);
  if (await artistOf(tx, userId)) throw new DomainError('already_artist');
  if ((await latestApplication(tx, userId))?.status === 'under_review') throw new DomainError('already_under_review');
  await requireFreeName(tx, name);
  const names = new Set<string>();
  for (const location of pictures) names.add(await useUpload(tx, userId, { location, field: 'pictures' }));
  const [row] = await tx.query<Application>(
    `insert into nft_application (user_id, name, biography, pictures, created_at)
     values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [userId, name, biography, [...names], new Date(now)],
  );
  if (!row) throw new Error('the application was not stored');
  tx.notify(userId, { kind: 'profile' });
  return row;
}

/** Changes biography, avatar and cover. The name stays: staff have approved it, and buyers know it. */
export async function changeProfile(
  tx: Transaction,
  userId: string,
  input: ReadInput<'POST /bind_box/artist/profile'>,
): Promise<OwnArtist> {
  await tx.query('select from nft_artist where user_id = $1 for no key update', [userId]);
  const before = await requireArtist(tx, userId);
  await requireNotFrozen(tx, userId);
  for (const field of ['avatar', 'cover'] as const) {
    const location = input[field];
    if (location === undefined || location === before[field]) continue;
    if (!(await publishUpload(tx, basename(location), userId))) throw new DomainError('upload_unknown', { field });
    const former = before[field];
    if (former !== null) await releaseUploads(tx, [basename(former)]);
  }
  await tx.query(
    `update nft_artist set biographies = $2, avatar = coalesce($3, avatar), cover = coalesce($4, cover)
      where user_id = $1`,
    [userId, JSON.stringify(inEveryLanguage(input.biography)), input.avatar ?? null, input.cover ?? null],
  );
  tx.notify(userId, { kind: 'profile' });
  const artist = await artistOf(tx, userId);
  if (!artist) throw new Error('the artist is gone');
  return artist;
}
