import type { Media } from '@tessera/api/nft';
import { UPLOADS_A_DAY } from '@tessera/api/nft/artists-rules';
import { nftContract } from '@tessera/api/nft/contract';
import type { MediaType } from '@tessera/api/nft/rules';
import type { FastifyInstance } from 'fastify';
import type { Database, Sql } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { countAttempt, readAttempts } from '../../../platform/limits/attempts.ts';
import type { CallLimiter } from '../../../platform/limits/call-limits.ts';
import { turns } from '../../../platform/limits/turns.ts';
import { userOf } from '../../../platform/session/session-of.ts';
import { receiveFile } from '../../../platform/uploads/receive.ts';
import { requireArtist } from '../artists/store.ts';
import { type MediaFiles, mediaName, mediaPath, typeOfName } from './files.ts';
import { type CleanPicture, cleanPicture, sniff, type Written } from './pictures.ts';
import { cleanPlayable } from './playable.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What an upload became: as the contract's media, with no pictures yet for a sound and a film. */
export type UploadedMedia = Media;

type Prepared = { readonly media: UploadedMedia; readonly files: readonly { name: string; content: Uint8Array }[] };

/** Decoding takes a processor: one at a time leaves the others to everything else. */
const inTurn = turns({ atOnce: 1, waiting: 20 });

const counted = (userId: string) => ({ scope: 'nft_media', subject: userId });
const windows = [{ most: UPLOADS_A_DAY, within: DAY }];

export async function uploadsLeft(sql: Sql, userId: string, now: number): Promise<number> {
  const { count } = await readAttempts(sql, { ...counted(userId), windows, now });
  return Math.max(0, UPLOADS_A_DAY - count);
}

/** Counts before the file is read: a file that is rejected costs as much as one that is kept. */
async function countUpload(database: Database, userId: string, now: number): Promise<void> {
  const attempt = await countAttempt(database, { ...counted(userId), windows, now });
  if (attempt.allowed) return;
  throw new DomainError('upload_quota', { field: 'file', params: { hours: Math.ceil(attempt.retryAfter / HOUR) } });
}

function preparePicture({ width, height, placeholder, sizes, moving }: CleanPicture): Prepared {
  const files: { name: string; content: Uint8Array }[] = [];
  const keep = ({ content, ending }: Written): string => {
    const name = mediaName(content, ending);
    files.push({ name, content });
    return mediaPath(name);
  };
  const type: MediaType = moving ? 'gif' : 'image';
  return {
    media: {
      type,
      width,
      height,
      placeholder,
      pictures: sizes.map((size) => ({
        width: size.width,
        webp: keep({ content: size.webp, ending: 'webp' }),
        avif: keep({ content: size.avif, ending: 'avif' }),
      })),
      source: moving && { path: keep(moving.file), mime: 'image/webp' },
      duration: moving && Math.max(1, moving.duration),
      waveform: null,
    },
    files,
  };
}

/** Cleans a file by what it is. Rejects what is no picture, sound or film. */
async function prepare(content: Uint8Array): Promise<Prepared> {
  const kind = await sniff(content);
  if (kind === null) throw new DomainError('media_unreadable', { field: 'file' });
  if (kind === 'picture') return preparePicture(await cleanPicture(content));
  const { kind: type, content: written, ending, width, height, duration } = await cleanPlayable(content);
  const name = mediaName(written, ending);
  const source = { path: mediaPath(name), mime: typeOfName(name) ?? 'application/octet-stream' };
  return {
    media: { type, width, height, placeholder: null, pictures: [], source, duration, waveform: null },
    files: [{ name, content: written }],
  };
}

/** Keeps what an upload became. The rows come first: no content is without one. */
async function keep(database: Database, files: MediaFiles, userId: string, prepared: Prepared, now: number) {
  const at = new Date(now);
  const unique = [...new Map(prepared.files.map((file) => [file.name, file])).values()];
  const id = await database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: string }>(
      'insert into nft_upload (user_id, type, media, created_at) values ($1, $2, $3, $4) returning id',
      [userId, prepared.media.type, JSON.stringify(prepared.media), at],
    );
    if (!row) throw new Error('the upload was not stored');
    await tx.query(
      `insert into nft_file (name, bytes, created_at)
       select f.name, f.bytes, $3 from unnest($1::text[], $2::int[]) as f (name, bytes) order by f.name
       on conflict (name) do nothing`,
      [unique.map(({ name }) => name), unique.map(({ content }) => content.length), at],
    );
    await tx.query('insert into nft_upload_file (upload_id, name) select $1, unnest($2::text[])', [
      row.id,
      unique.map(({ name }) => name),
    ]);
    return row.id;
  });
  for (const { name, content } of unique) await files.write(name, content);
  return id;
}

/** `POST /bind_box/media`: an artist's file, cleaned and kept until a work is submitted with it. */
export function receiveMedia(
  app: FastifyInstance,
  dependencies: Dependencies,
  limiter: CallLimiter,
  files: MediaFiles,
): void {
  const { database, now } = dependencies;
  const call = nftContract['POST /bind_box/media'];
  app.post('/api/bind_box/media', async (request) => {
    const user = await userOf(dependencies, request);
    const caller = { user, address: request.ip };
    limiter.admitCall(call, caller);
    if (!user) throw new DomainError('session_invalid');
    await limiter.admitGroup(call, caller);
    await requireArtist(database, user.id);
    const message = await receiveFile(
      request,
      `user:${user.id}`,
      () => countUpload(database, user.id, now()),
      async (content, asker) => keep(database, files, user.id, await inTurn(asker, () => prepare(content)), now()),
    );
    return { type: 'ok', code: 1, message };
  });
}
