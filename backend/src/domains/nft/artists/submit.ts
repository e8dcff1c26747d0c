import type { Output, ReadInput } from '@tessera/api/contract';
import type { Media } from '@tessera/api/nft';
import { rarityOf, SUBMISSIONS_A_DAY, type SubmissionState } from '@tessera/api/nft/artists-rules';
import type { Rarity } from '@tessera/api/nft/rules';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { requireNotFrozen } from '../../identity/index.ts';
import { requireArtist } from './store.ts';

export type Submission = Output<'POST /bind_box/submissions'>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Row = {
  readonly id: string;
  readonly status: SubmissionState;
  readonly reason: string | null;
  readonly title: string;
  readonly description: string;
  readonly media: Media;
  readonly properties: Submission['properties'];
  readonly rarity: Rarity;
  readonly royalty_bp: number;
  readonly editions: number;
  readonly code: string | null;
  readonly market: Submission['market'];
  readonly created_at: number;
  readonly reviewed_at: number | null;
};

const COLUMNS = `s.id, s.status, s.reason, s.title, s.description, s.media, s.properties, s.rarity, s.royalty_bp, s.editions,
  w.code, s.created_at, s.reviewed_at, case when w.id is not null then json_build_object(
    'left', w.editions - (select count(*)::int from nft_item i where i.work_id = w.id and i.owner_id is not null),
    'sale', (select json_build_object('type', o.sale_type, 'has_bids', o.bids > 0 or o.state <> 'open') from nft_sale o
              where o.work_id = w.id and not o.resale and o.state in ('open', 'owed', 'offered') limit 1),
    'listed', exists (select from nft_sale o where o.code = w.code)) end as market`;
const WORK = 'left join nft_work w on w.id = s.work_id';
const SUBMISSIONS = `nft_submission s ${WORK}`;

export async function submissionsOf(
  sql: Sql,
  userId: string,
  { page, limit, code }: ReadInput<'GET /bind_box/submissions'>,
): Promise<Output<'GET /bind_box/submissions'>> {
  const { rows, total } = await pageOf<Row>(sql, {
    select: COLUMNS,
    newest: {
      of: 'nft_submission',
      where: 'user_id = $1',
      order: 'id desc',
      as: 's',
      rest: `${WORK} where $2::text is null or w.code = $2`,
    },
    order: 's.id desc',
    values: [userId, code ?? null],
    page,
    limit,
  });
  return { list: rows, page, limit, total };
}

export async function submissionOf(sql: Sql, id: string): Promise<Submission> {
  const [row] = await sql.query<Row>(`select ${COLUMNS} from ${SUBMISSIONS} where s.id = $1`, [id]);
  if (!row) throw new Error('the submission is gone');
  return row;
}

/** Times of the submissions of the last 24 hours, oldest first. */
async function recent(sql: Sql, userId: string, now: number): Promise<readonly number[]> {
  const rows = await sql.query<{ created_at: number }>(
    'select created_at from nft_submission where user_id = $1 and created_at > $2 order by created_at',
    [userId, new Date(now - DAY)],
  );
  return rows.map(({ created_at }) => created_at);
}

export const submissionsLeft = async (sql: Sql, userId: string, now: number): Promise<number> =>
  Math.max(0, SUBMISSIONS_A_DAY - (await recent(sql, userId, now)).length);

/** An upload of the user that no submission has yet. */
async function takeUpload(tx: Transaction, userId: string, id: string, field: string): Promise<Media> {
  const [row] = await tx.query<{ media: Media }>(
    `select media from nft_upload u where id = $1 and user_id = $2
        and not exists (select from nft_submission s where u.id in (s.upload_id, s.poster_id)) for update`,
    [id, userId],
  );
  if (!row) throw new DomainError('media_unknown', { field });
  return row.media;
}

/** What is shown of a work: of a sound and a film with the pictures of the poster. */
function shown(media: Media, poster: Media | null, waveform: readonly number[] | undefined): Media {
  if (media.pictures.length > 0) return media;
  if (!poster || poster.pictures.length === 0) throw new DomainError('poster_required', { field: 'poster_id' });
  const { placeholder, pictures, width, height } = poster;
  const sized = media.type === 'audio' ? { width, height } : {};
  return { ...media, ...sized, placeholder, pictures, waveform: media.type === 'audio' ? [...(waveform ?? [])] : null };
}

/** Asks staff to show a work. The artist's row is locked: the number of a day holds for any number at once. */
export async function submitWork(
  tx: Transaction,
  userId: string,
  input: ReadInput<'POST /bind_box/submissions'>,
  now: number,
): Promise<Submission> {
  await tx.query('select from nft_artist where user_id = $1 for no key update', [userId]);
  const artist = await requireArtist(tx, userId);
  await requireNotFrozen(tx, userId);
  const taken = await recent(tx, userId, now);
  const first = taken[taken.length - SUBMISSIONS_A_DAY];
  if (first !== undefined) {
    throw new DomainError('submission_quota', { params: { hours: Math.ceil((first + DAY - now) / HOUR) } });
  }
  const media = await takeUpload(tx, userId, input.media_id, 'media_id');
  // A poster that a picture does not need is left for another work.
  const needed = media.pictures.length === 0 ? input.poster_id : undefined;
  const poster = needed === undefined ? null : await takeUpload(tx, userId, needed, 'poster_id');
  const names = input.property_names ?? [];
  const properties = names.map((name, index) => ({ name, value: input.property_values?.[index] ?? '' }));
  const [row] = await tx.query<{ id: string }>(
    `insert into nft_submission
       (user_id, artist_id, upload_id, poster_id, title, description, properties, media, rarity, royalty_bp, editions, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      userId,
      artist.id,
      input.media_id,
      needed ?? null,
      input.title,
      input.description,
      JSON.stringify(properties),
      JSON.stringify(shown(media, poster, input.waveform)),
      rarityOf(input.editions),
      input.royalty_bp,
      input.editions,
      new Date(now),
    ],
  );
  if (!row) throw new Error('the submission was not stored');
  tx.notify(userId, { kind: 'profile' });
  return submissionOf(tx, row.id);
}

/** Takes a submission back before staff have decided. */
export async function withdrawSubmission(
  tx: Transaction,
  userId: string,
  id: string,
  now: number,
): Promise<Submission> {
  const [row] = await tx.query<{ status: SubmissionState }>(
    'select status from nft_submission where id = $1 and user_id = $2 for update',
    [id, userId],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'pending') throw new DomainError('already_reviewed');
  await tx.query(`update nft_submission set status = 'withdrawn', reviewed_at = $2 where id = $1`, [id, new Date(now)]);
  tx.notify(userId, { kind: 'profile' });
  return submissionOf(tx, id);
}
