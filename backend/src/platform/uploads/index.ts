import { uploadsContract } from '@tessera/api/uploads/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Dependencies, defineDomain } from '../domain.ts';
import { keptParts } from '../files/kept-parts.ts';
import { sendParts } from '../files/send-parts.ts';
import { DomainError } from '../http/domain-error.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import { OWN_ROWS } from '../ports.ts';
import { staffOf, userOf } from '../session/session-of.ts';
import { cleanUpJob } from './clean-up.ts';
import { countUpload } from './quota.ts';
import { keepPicture, receiveFile } from './receive.ts';
import { sealJob } from './reseal.ts';
import { createVault, UPLOAD_NAME, type Vault } from './vault.ts';

/** Bytes of public pictures that are kept in memory. */
const REMEMBERED = 32 * 1024 * 1024;

/**
 * Whether the bearer may see a private picture, and the record that they did: its owner, and the member of the staff who
 * holds the claim on the item that has it.
 */
async function maySee(
  dependencies: Dependencies,
  request: FastifyRequest,
  name: string,
  ownerId: string | null,
): Promise<boolean> {
  const { database, now, ports } = dependencies;
  const user = await userOf(dependencies, request);
  if (user && user.id === ownerId) {
    await database.query(
      `insert into upload_view as seen (name, user_id, day, views, last_at) values ($1, $2, $3, 1, $4)
       on conflict (name, user_id, day) do update set views = seen.views + 1, last_at = excluded.last_at`,
      [name, ownerId, new Date(now()).toISOString().slice(0, 10), new Date(now())],
    );
    return true;
  }
  const member = await staffOf(dependencies, request);
  return member !== null && ports.viewPicture(member, name);
}

function routes(app: FastifyInstance, dependencies: Dependencies, limiter: CallLimiter, vault: Vault): void {
  const { database, now } = dependencies;

  app.post('/api/upload', async (request) => {
    const user = await userOf(dependencies, request);
    const caller = { user, address: request.ip };
    limiter.admitCall(uploadsContract['POST /upload'], caller);
    if (!user) throw new DomainError('session_invalid');
    await limiter.admitGroup(uploadsContract['POST /upload'], caller);
    const name = await receiveFile(
      request,
      `user:${user.id}`,
      () => countUpload(database, user.id, now()),
      (file, asker) => keepPicture({ database, vault, now: now() }, { userId: user.id }, file, asker),
    );
    return { type: 'ok', code: 1, message: `/api/uploads/${name}` };
  });

  // One part each: what is encrypted is read as a whole. Private pictures are read for each who sees them.
  const published = keptParts((name) => vault.read(name), REMEMBERED);
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/uploads/:name',
    handler: async (request, reply) => {
      const { name } = request.params;
      const [upload] = UPLOAD_NAME.test(name)
        ? await database.query<{ user_id: string | null; private: boolean; bytes: number | null }>(
            'select user_id, private, bytes from upload where name = $1',
            [name],
          )
        : [];
      // Forbidden files return the same response as missing ones.
      if (!upload || (upload.private && !(await maySee(dependencies, request, name, upload.user_id)))) {
        return reply.callNotFound();
      }
      const part = () => (upload.private ? vault.read(name) : published.part(name, 0));
      // Files of former versions have no size until they are encrypted.
      const size = upload.bytes ?? (await part())?.byteLength;
      if (size === undefined) return reply.callNotFound();
      return sendParts(request, reply, limiter, {
        ...{ size, partBytes: size, part },
        etag: upload.private ? null : `"${name}"`,
        headers: {
          'content-type': 'image/jpeg',
          'cache-control': upload.private ? 'private, no-store' : 'public, max-age=31536000, immutable',
          'content-disposition': 'inline',
        },
      });
    },
  });
}

/** Pictures that users upload. */
export const uploads = defineDomain(uploadsContract, (dependencies) => {
  const vault = createVault(dependencies.settings);
  return {
    name: 'uploads',
    userData: {
      upload: { rows: 'user_id = $1', without: ['sha256', 'look', 'sealed_with', 'staff_id'] },
      upload_view: OWN_ROWS,
    },
    serves: ['POST /upload'],
    routes: (app, limiter) => routes(app, dependencies, limiter, vault),
    jobs: [cleanUpJob(dependencies, vault), sealJob(dependencies, vault)],
  };
});
