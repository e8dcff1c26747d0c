import { randomBytes } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Sql } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import { requireConfirmed } from '../../../platform/factor/confirmation.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { RecurringJob } from '../../../platform/jobs/job.ts';
import { defineTask, enqueue, handle, type QueuedJob } from '../../../platform/jobs/queued-job.ts';
import { requireOpenSession } from '../../../platform/session/open-session.ts';
import type { SignedIn } from '../../../platform/session/read-session.ts';
import { newToken, tokenHash } from '../../../platform/session/token.ts';
import type { Vault } from '../../../platform/uploads/vault.ts';
import { sendNotice } from '../notices.ts';
import { userById } from '../users.ts';
import { contactsOfUser } from '../wire.ts';
import { makeArchive } from './archive.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** ms between two copies of a user's data. */
export const EXPORT_EVERY = DAY;
/** ms that an archive is kept. */
export const EXPORT_KEPT = 3 * DAY;
/** ms that a link to it lasts. */
export const LINK_LASTS = 10 * MINUTE;

type Parts = Pick<Dependencies, 'database' | 'now' | 'ports'> & { readonly vault: Vault };

const exportTask = defineTask('export-data', z.object({ id: z.string() }));

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

/** Makes the archive of a request; again where the process that made it died. */
export const exportJob = ({ database, now, ports, vault }: Parts): QueuedJob =>
  handle(exportTask, async ({ id }) => {
    const [request] = await database.query<{ user_id: string; uid: string; language: LanguageCode }>(
      `select e.user_id, u.uid, u.language from data_export e join user_account u on u.id = e.user_id
        where e.id = $1 and e.state = 'waiting'`,
      [id],
    );
    if (!request) return;
    const { user_id: userId, uid, language } = request;
    const uploads = await database.query<{ name: string }>(
      'select name from upload where user_id = $1 and stored order by at',
      [userId],
    );
    const pictures = uploads.map(({ name }) => ({ name, read: () => vault.read(name) }));
    const tables = ports.userData();
    const archive = await makeArchive(database, { userId, uid, language, at: now(), tables, pictures });
    const name = `export-${randomBytes(24).toString('base64url')}`;
    await vault.write(name, archive);
    const stored = await database.transaction(async (tx) => {
      const rows = await tx.query(
        `update data_export set state = 'ready', name = $2, bytes = $3, ready_at = $4, expires_at = $5
          where id = $1 and state = 'waiting' returning id`,
        [id, name, archive.length, new Date(now()), new Date(now() + EXPORT_KEPT)],
      );
      tx.notify(userId, { kind: 'profile' });
      return rows.length > 0;
    });
    if (!stored) await vault.remove(name);
  });

/** A link that downloads the archive once, within minutes. A newer one takes the place of the one before. */
export async function exportLink({ database, now }: Parts, user: SignedIn): Promise<Output<'POST /user/export/link'>> {
  const { id, sessionId, key } = user;
  const at = now();
  await requireConfirmed(database, { kind: 'user', sessionId, key }, at);
  const token = newToken();
  const rows = await database.transaction(async (tx) => {
    await requireOpenSession(tx, user);
    return tx.query(
      `update data_export set link_hash = $2, link_expires_at = $3
        where id = (select max(id) from data_export where user_id = $1 and state = 'ready' and expires_at > $4)
        returning id`,
      [id, tokenHash(token), new Date(at + LINK_LASTS), new Date(at)],
    );
  });
  if (rows.length === 0) throw new DomainError('not_found');
  return { url: `/api/user/export/file/${token}`, expires_at: at + LINK_LASTS };
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Serves the archive of a link, which is spent by that, and deletes it. */
export function serveExport(app: FastifyInstance, { database, now, vault }: Parts): void {
  // Pages ask before they follow a link. The HEAD of the framework would use it up.
  app.head<{ Params: { token: string } }>('/api/user/export/file/:token', async (request, reply) => {
    const { token } = request.params;
    const found = TOKEN.test(token)
      ? await database.query(
          `select from data_export e join user_account u on u.id = e.user_id
            where not u.disabled and u.frozen_at is null
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
    const [taken] = await database.query<{ name: string; uid: string }>(
      `update data_export e set state = 'downloaded', link_hash = null
         from user_account u
        where u.id = e.user_id and not u.disabled and u.frozen_at is null
          and e.link_hash = $1 and e.link_expires_at > $2 and e.state = 'ready'
        returning e.name, u.uid`,
      [tokenHash(token), new Date(now())],
    );
    const archive = taken ? await vault.read(taken.name) : null;
    if (!taken || !archive) return reply.callNotFound();
    await vault.remove(taken.name);
    return reply
      .header('content-type', 'application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="tessera-${taken.uid}.zip"`)
      .send(archive);
  });
}

/** Deletes archives that were not downloaded in time. */
export async function expireExports({ database, now, vault }: Parts): Promise<void> {
  const rows = await database.query<{ name: string }>(
    `update data_export set state = 'expired', link_hash = null where state = 'ready' and expires_at <= $1
      returning name`,
    [new Date(now())],
  );
  for (const { name } of rows) await vault.remove(name);
}

export const expireExportsJob = (parts: Parts): RecurringJob => ({
  name: 'identity-exports',
  every: HOUR,
  exclusive: true,
  run: () => expireExports(parts),
});
