import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Sql } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import { requireConfirmed } from '../../../platform/factor/confirmation.ts';
import { sendParts } from '../../../platform/files/send-parts.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../../platform/jobs/job.ts';
import { defineTask, enqueue, handle, type QueuedJob } from '../../../platform/jobs/queued-job.ts';
import type { CallLimiter } from '../../../platform/limits/call-limits.ts';
import { requireOpenSession, sessionIsOpen } from '../../../platform/session/open-session.ts';
import type { SignedIn } from '../../../platform/session/read-session.ts';
import { newToken, tokenHash } from '../../../platform/session/token.ts';
import type { Vault } from '../../../platform/uploads/vault.ts';
import { sendNotice } from '../notices.ts';
import { userById } from '../users.ts';
import { contactsOfUser } from '../wire.ts';
import { makeArchive } from './archive.ts';
import { archiveName, archiveParts, dropArchive, type KeptArchive, keepArchive } from './kept-archive.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** ms between two copies of a user's data. */
export const EXPORT_EVERY = DAY;
/** ms that an archive is kept. */
export const EXPORT_KEPT = 3 * DAY;
/** ms that a link to it lasts. */
export const LINK_LASTS = 10 * MINUTE;

/** ms that one attempt may take. */
const TAKES_AT_MOST = 15 * MINUTE;

type Parts = Pick<Dependencies, 'database' | 'now' | 'ports'> & {
  readonly vault: Vault;
  /** Where archives are written until they are encrypted. */
  readonly folder: string;
};

/** One at a time over all nodes: a copy reads all that a user ever did. */
const exportTask = defineTask('export-data', z.object({ id: z.string() }), { maxAttempts: 3, oneAtATime: true });

type Row = {
  readonly id: string;
  readonly state: 'waiting' | 'ready' | 'downloaded' | 'expired';
  /** Unix ms. */
  readonly requested_at: number;
  readonly expires_at: number | null;
  readonly bytes: string | null;
};

const latest = async (sql: Sql, userId: string): Promise<Row | undefined> =>
  (
    await sql.query<Row>(
      `select id, state, requested_at, expires_at, bytes from data_export where user_id = $1 order by id desc limit 1`,
      [userId],
    )
  )[0];

const wireOf = (row: Row | undefined, now: number): Output<'GET /user/export'> => ({
  state: row?.state ?? 'none',
  requested_at: row?.requested_at ?? null,
  expires_at: row?.expires_at ?? null,
  bytes: row?.bytes === undefined || row.bytes === null ? null : Number(row.bytes),
  next_at: Math.max(now, (row?.requested_at ?? 0) + EXPORT_EVERY),
});

export const exportState = async ({ database, now }: Parts, userId: string): Promise<Output<'GET /user/export'>> =>
  wireOf(await latest(database, userId), now());

/** Asks for a copy of all data, once a day. Who has the copy knows everything: the owner proves who they are, and is told. */
export async function requestExport({ database, now }: Parts, user: SignedIn): Promise<Output<'GET /user/export'>> {
  const { id, sessionId, key } = user;
  const at = now();
  await requireConfirmed(database, { kind: 'user', sessionId, key }, at);
  return database.transaction(async (tx) => {
    // Holds the account: two requests at once are one.
    await requireOpenSession(tx, user);
    const last = await latest(tx, id);
    const wait = (last?.requested_at ?? 0) + EXPORT_EVERY - at;
    if (wait > 0) throw new DomainError('export_too_soon', { params: { hours: Math.ceil(wait / HOUR) } });
    const [row] = await tx.query<{ id: string }>(
      `insert into data_export (user_id, state, requested_at) values ($1, 'waiting', $2) returning id`,
      [id, new Date(at)],
    );
    if (!row) throw new Error('the new copy has no id');
    await enqueue(tx, exportTask, { id: row.id }, { jobKey: row.id });
    await sendNotice(tx, id, { kind: 'data_requested', at }, contactsOfUser(await userById(tx, id)));
    return wireOf(await latest(tx, id), at);
  });
}

type Request = { readonly id: string; readonly user_id: string; readonly uid: string; readonly language: LanguageCode };

/** Makes the archive of a request in a file, and keeps it encrypted. */
async function makeCopy(
  { database, now, ports, vault, folder }: Parts,
  { id, user_id: userId, uid, language }: Request,
  signal: AbortSignal,
): Promise<KeptArchive> {
  const uploads = await database.query<{ name: string }>(
    'select name from upload where user_id = $1 and stored order by at',
    [userId],
  );
  const pictures = uploads.map(({ name }) => ({ name, read: () => vault.read(name) }));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(folder, 'copy-'));
  try {
    const path = join(own, 'archive.zip');
    const parts = { userId, uid, language, at: now(), tables: ports.userData(), pictures };
    await makeArchive(database, parts, path, signal);
    return await keepArchive(vault, archiveName(id), path, signal);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Deletes what a process that was killed has left. */
export async function clearCopies({ folder }: Pick<Parts, 'folder'>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Makes the archive of a request; again where the process that made it died. After the last attempt it has none. */
export const exportJob = (parts: Parts): QueuedJob =>
  handle(exportTask, async ({ id }, { attempt, maxAttempts, signal }) => {
    const { database, now, vault } = parts;
    const [request] = await database.query<Request>(
      `select e.id, e.user_id, u.uid, u.language from data_export e join user_account u on u.id = e.user_id
        where e.id = $1 and e.state = 'waiting'`,
      [id],
    );
    if (!request) return;
    const userId = request.user_id;
    const end = async (set: string, values: readonly unknown[]): Promise<boolean> =>
      database.transaction(async (tx) => {
        const rows = await tx.query(`update data_export set ${set} where id = $1 and state = 'waiting' returning id`, [
          id,
          ...values,
        ]);
        tx.notify(userId, { kind: 'profile' });
        return rows.length > 0;
      });
    try {
      const archive = await makeCopy(parts, request, AbortSignal.any([signal, AbortSignal.timeout(TAKES_AT_MOST)]));
      const stored = await end(`state = 'ready', name = $2, bytes = $3, ready_at = $4, expires_at = $5`, [
        ...[archive.name, archive.bytes],
        ...[new Date(now()), new Date(now() + EXPORT_KEPT)],
      ]);
      if (!stored) await dropArchive(vault, archive);
    } catch (error) {
      if (attempt >= maxAttempts) await end(`state = 'expired'`, []);
      throw error;
    }
  });

/**
 * A link that downloads the archive once, within minutes, while this session is open. A newer one takes the place of the one
 * before.
 */
export async function exportLink({ database, now }: Parts, user: SignedIn): Promise<Output<'POST /user/export/link'>> {
  const { id, sessionId, key } = user;
  const at = now();
  await requireConfirmed(database, { kind: 'user', sessionId, key }, at);
  const token = newToken();
  const rows = await database.transaction(async (tx) => {
    await requireOpenSession(tx, user);
    return tx.query(
      `update data_export set link_hash = $2, link_expires_at = $3, link_session_id = $5
        where id = (select max(id) from data_export where user_id = $1 and state = 'ready' and expires_at > $4)
        returning id`,
      [id, tokenHash(token), new Date(at + LINK_LASTS), new Date(at), sessionId],
    );
  });
  if (rows.length === 0) throw new DomainError('not_found');
  return { url: `/api/user/export/file/${token}`, expires_at: at + LINK_LASTS };
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Serves the archive of a link, which is spent by that, and deletes it. */
export function serveExport(app: FastifyInstance, limiter: CallLimiter, parts: Parts): void {
  const { database, now, vault } = parts;
  // Pages ask before they follow a link. The HEAD of the framework would use it up.
  app.head<{ Params: { token: string } }>('/api/user/export/file/:token', async (request, reply) => {
    const { token } = request.params;
    const found = TOKEN.test(token)
      ? await database.query(
          `select from data_export e
            where ${sessionIsOpen('e.link_session_id')}
              and e.link_hash = $1 and e.link_expires_at > $2 and e.state = 'ready'`,
          [tokenHash(token), new Date(now())],
        )
      : [];
    return found.length > 0 ? reply.send() : reply.callNotFound();
  });
  const route = { exposeHeadRoute: false } as const;
  app.get<{ Params: { token: string } }>('/api/user/export/file/:token', route, async (request, reply) => {
    const { token } = request.params;
    if (!TOKEN.test(token)) return reply.callNotFound();
    const [taken] = await database.query<Taken>(
      `update data_export e set state = 'downloaded', link_hash = null
         from user_account u
        where u.id = e.user_id and ${sessionIsOpen('e.link_session_id')}
          and e.link_hash = $1 and e.link_expires_at > $2 and e.state = 'ready'
        returning e.id, e.name, e.bytes, u.uid`,
      [tokenHash(token), new Date(now())],
    );
    if (!taken) return reply.callNotFound();
    const archive = { name: taken.name, bytes: Number(taken.bytes) };
    const { partBytes, part } = archiveParts(vault, archive);
    try {
      const sent = await sendParts(request, reply, limiter, {
        ...{ size: archive.bytes, partBytes, part, etag: null, ranges: false },
        headers: {
          'content-type': 'application/zip',
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="tessera-${taken.uid}.zip"`,
        },
      });
      // Parts are read while it is sent; what a process that was killed leaves is deleted by the job.
      const remove = () =>
        void dropTaken(parts, taken.id, archive).catch((err) => request.log.error({ err }, 'export'));
      if (reply.raw.destroyed || reply.raw.writableFinished) remove();
      else reply.raw.once('close', remove);
      return sent;
    } catch (error) {
      // Nothing was sent: the link is as good as before.
      await database.query(`update data_export set state = 'ready', link_hash = $2 where id = $1`, [
        ...[taken.id, tokenHash(token)],
      ]);
      throw error;
    }
  });
}

type Taken = { readonly id: string; readonly name: string; readonly bytes: string; readonly uid: string };

async function dropTaken(
  { database, vault }: Pick<Parts, 'database' | 'vault'>,
  id: string,
  archive: KeptArchive,
): Promise<void> {
  await dropArchive(vault, archive);
  await database.query(`update data_export set name = null where id = $1 and state <> 'ready'`, [id]);
}

/** Deletes archives that were not downloaded in time, and what is left of those that were. */
export async function expireExports(
  parts: Pick<Parts, 'database' | 'now' | 'vault'>,
  { items }: Pick<JobRun, 'items'>,
): Promise<void> {
  const { database, now } = parts;
  const rows = await database.query<Taken>(
    `update data_export set state = case state when 'ready' then 'expired' else state end, link_hash = null
      where state <> 'waiting' and name is not null and expires_at <= $1
      returning id, name, bytes`,
    [new Date(now())],
  );
  await items.each(
    'copy',
    rows,
    ({ id }) => id,
    ({ id, name, bytes }) => dropTaken(parts, id, { name, bytes: Number(bytes) }),
  );
}

export const expireExportsJob = (parts: Parts): RecurringJob => ({
  name: 'identity-exports',
  every: HOUR,
  exclusive: true,
  items: ['copy'],
  run: (run) => expireExports(parts, run),
});
