import type { Media } from '@tessera/api/nft';
import type { Transaction } from '../../../platform/db/database.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../../platform/queues.ts';
import { requireNotFrozen } from '../../identity/index.ts';
import { searchOf } from '../search.ts';
import { inEveryLanguage, requireArtist, slugOf } from './store.ts';
import type { Submission } from './submit.ts';

const STATUSES: Readonly<Record<Submission['status'], QueueStatus>> = {
  pending: 'pending',
  approved: 'approved',
  taken_down: 'approved',
  rejected: 'rejected',
  withdrawn: 'rejected',
};

type Row = Omit<Submission, 'code'> & {
  readonly artist: string;
  readonly uid: string;
  readonly account_name: string;
  readonly reviewer: string | null;
  /** Others' submissions with a file of this one. */
  readonly same: readonly string[];
};

const COLUMNS = `s.id, s.status, s.reason, s.title, s.description, s.media, s.properties, s.rarity, s.royalty_bp, s.editions,
  s.created_at, s.reviewed_at, a.name as artist, u.uid,
  coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name, m.name as reviewer,
  array(select distinct o.id from nft_upload_file f join nft_upload_file g on g.name = f.name
          join nft_submission o on o.upload_id = g.upload_id and o.user_id <> s.user_id
         where f.upload_id = s.upload_id order by o.id limit 10) as same`;
const SUBMISSIONS = `nft_submission s join nft_artist a on a.id = s.artist_id join user_account u on u.id = s.user_id
  left join staff_member m on m.id = s.reviewer_id`;

/** What a reviewer looks at: the largest picture, and what plays. */
const locations = ({ pictures, source }: Media): readonly string[] =>
  [pictures.at(-1)?.webp, source?.path].filter((location) => location !== undefined);

const itemOf = (row: Row): QueueItem => ({
  id: row.id,
  status: STATUSES[row.status],
  user: { uid: row.uid, accountName: row.account_name },
  details: [
    { name: 'state', value: row.status },
    { name: 'artist', value: row.artist },
    { name: 'title', value: row.title },
    { name: 'description', value: row.description },
    { name: 'type', value: row.media.type },
    { name: 'editions', value: String(row.editions) },
    { name: 'rarity', value: row.rarity },
    { name: 'royalty_bp', value: String(row.royalty_bp) },
    ...row.properties.map(({ name, value }) => ({ name: `property ${name}`, value })),
  ],
  warnings: row.same.length > 0 ? [{ code: 'same_picture', items: row.same }] : [],
  pictures: locations(row.media),
  reason: row.reason,
  reviewer: row.reviewer,
  createdAt: row.created_at,
  reviewedAt: row.reviewed_at,
});

type Waiting = Submission & { readonly user_id: string; readonly artist_id: number };

async function lockWaiting(tx: Transaction, id: string): Promise<Waiting> {
  const [row] = await tx.query<Waiting>(
    `select id, user_id, artist_id, status, title, description, media, properties, rarity, royalty_bp, editions
       from nft_submission where id = $1 for update`,
    [id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'pending') throw new DomainError('already_reviewed');
  return row;
}

/** Makes a work of a submission; its artist may sell it from then on. Returns the work's id. */
async function insertWork(tx: Transaction, submission: Waiting, artist: string, at: number): Promise<string> {
  const { id, title, description, media, properties } = submission;
  const { search, grams } = searchOf([title, artist]);
  const [row] = await tx.query<{ id: string }>(
    `insert into nft_work (code, artist_id, type, names, descriptions, properties, rarity, media, royalty_bp, editions,
       search, grams, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    [
      `${slugOf(title, 24).toUpperCase() || 'WORK'}-U${id}`,
      submission.artist_id,
      media.type,
      JSON.stringify(inEveryLanguage(title)),
      JSON.stringify(inEveryLanguage(description)),
      JSON.stringify(
        properties.map(({ name, value }) => ({ name: inEveryLanguage(name), value: inEveryLanguage(value) })),
      ),
      submission.rarity,
      JSON.stringify(media),
      submission.royalty_bp,
      submission.editions,
      search,
      grams,
      new Date(at),
    ],
  );
  if (!row) throw new Error('the work was not stored');
  return row.id;
}

/** Works that artists submitted. */
export const submissionQueue: StaffQueue = {
  name: 'artwork',
  rights: {
    read: ['support', 'reviewer', 'admin'],
    claim: ['reviewer', 'admin'],
    approve: ['reviewer', 'admin'],
    confirm: ['reviewer', 'admin'],
    reject: ['reviewer', 'admin'],
  },
  takesAmount: false,
  async list(sql, { status, page, limit }: QueuePage) {
    const states = Object.entries(STATUSES).flatMap(([state, each]) => (each === status ? [state] : []));
    const { rows, total } = await pageOf<Row>(sql, {
      select: COLUMNS,
      from: `${SUBMISSIONS} where ($1::text[] is null or s.status = any($1))`,
      whole: 'it is read by staff alone',
      order: `(s.status = 'pending') desc, case when s.status = 'pending' then s.id end, s.id desc`,
      values: [status ? states : null],
      page,
      limit,
    });
    return { items: rows.map(itemOf), total };
  },
  async show(sql, id) {
    const [row] = await sql.query<Row>(`select ${COLUMNS} from ${SUBMISSIONS} where s.id = $1`, [id]);
    return row ? itemOf(row) : null;
  },
  async itemWith(sql, name) {
    const [row] = await sql.query<{ id: string }>(
      `select s.id from nft_upload_file f join nft_submission s on f.upload_id in (s.upload_id, s.poster_id)
        where f.name = $1 and s.status = 'pending' order by s.id limit 1`,
      [name],
    );
    return row?.id ?? null;
  },
  async approve(tx, id, { reason, reviewerId, at }) {
    const submission = await lockWaiting(tx, id);
    await requireNotFrozen(tx, submission.user_id);
    const { name } = await requireArtist(tx, submission.user_id);
    const workId = await insertWork(tx, submission, name, at);
    await tx.query(
      `update nft_submission set status = 'approved', reason = $2, reviewer_id = $3, reviewed_at = $4, work_id = $5
        where id = $1`,
      [id, reason ?? null, reviewerId, new Date(at), workId],
    );
    tx.notify(submission.user_id, { kind: 'profile' });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const { user_id } = await lockWaiting(tx, id);
    await tx.query(
      `update nft_submission set status = 'rejected', reason = $2, reviewer_id = $3, reviewed_at = $4 where id = $1`,
      [id, reason, reviewerId, new Date(at)],
    );
    tx.notify(user_id, { kind: 'profile' });
  },
};
