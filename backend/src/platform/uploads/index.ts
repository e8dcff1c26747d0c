import { randomBytes } from 'node:crypto';
import { uploadsContract } from '@tessera/api/uploads/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Dependencies, defineDomain } from '../domain.ts';
import { DomainError } from '../http/domain-error.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import { OWN_ROWS } from '../ports.ts';
import { bearerToken, readSession, readStaffSession } from '../session/read-session.ts';
import { cleanUpJob } from './clean-up.ts';
import { cleanPicture } from './picture.ts';
import { hashPicture } from './picture-hash.ts';
import { countUpload } from './quota.ts';
import { sealJob } from './reseal.ts';
import { createVault, UPLOAD_NAME, type Vault } from './vault.ts';

const newName = () => `${randomBytes(24).toString('base64url')}.jpg`;

/** The multipart parser sets a status on the error for a body that is too large, none on that for a malformed one. */
const isJudged = (error: unknown): boolean =>
  error instanceof DomainError || (error instanceof Error && 'statusCode' in error);

async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new DomainError('upload_missing', { field: 'file' });
  try {
    const part = await request.file();
    if (part?.fieldname !== 'file') throw new DomainError('upload_missing', { field: 'file' });
    return await part.toBuffer();
  } catch (error) {
    throw isJudged(error) ? error : new DomainError('upload_missing', { field: 'file', cause: error });
  }
}

/** Re-encodes a picture and keeps it encrypted. Its row is written first: no content is without one. */
async function keep({ database, now }: Dependencies, vault: Vault, userId: string, file: Buffer): Promise<string> {
  const picture = await cleanPicture(file);
  const { sha256, look } = await hashPicture(picture);
  const name = newName();
  await database.query(
    `insert into upload (name, user_id, at, stored, bytes, sha256, look)
     values ($1, $2, $3, false, $4, $5, $6::bit(256))`,
    [name, userId, new Date(now()), picture.length, sha256, look],
  );
  const sealedWith = await vault.write(name, picture);
  await database.query('update upload set stored = true, sealed_with = $2 where name = $1', [name, sealedWith]);
  return name;
}

/**
 * Whether the bearer may see a private picture, and the record that they did: its owner, and the member of the staff who
 * holds the claim on the item that has it.
 */
async function maySee(
  dependencies: Dependencies,
  request: FastifyRequest,
  name: string,
  ownerId: string,
): Promise<boolean> {
  const { database, now, ports } = dependencies;
  const token = bearerToken(request);
  const user = await readSession(dependencies, token);
  if (user?.id === ownerId) {
    await database.query(
      `insert into upload_view as seen (name, user_id, day, views, last_at) values ($1, $2, $3, 1, $4)
       on conflict (name, user_id, day) do update set views = seen.views + 1, last_at = excluded.last_at`,
      [name, ownerId, new Date(now()).toISOString().slice(0, 10), new Date(now())],
    );
    return true;
  }
  const member = await readStaffSession(dependencies, token);
  return member !== null && ports.viewPicture(member, name);
}

function routes(app: FastifyInstance, dependencies: Dependencies, limiter: CallLimiter, vault: Vault): void {
  const { database, now } = dependencies;

  app.post('/api/upload', async (request) => {
    const user = await readSession(dependencies, bearerToken(request));
    const caller = { user, address: request.ip };
    limiter.admitCall(uploadsContract['POST /upload'], caller);
    if (!user) throw new DomainError('session_invalid');
    await limiter.admitGroup(uploadsContract['POST /upload'], caller);
    await countUpload(database, user.id, now());
    const name = await keep(dependencies, vault, user.id, await readFile(request));
    return { type: 'ok', code: 1, message: `/api/uploads/${name}` };
  });

  app.get<{ Params: { name: string } }>('/api/uploads/:name', async (request, reply) => {
    const { name } = request.params;
    const [upload] = UPLOAD_NAME.test(name)
      ? await database.query<{ user_id: string; private: boolean }>(
          'select user_id, private from upload where name = $1',
          [name],
        )
      : [];
    // Forbidden files return the same response as missing ones.
    if (!upload || (upload.private && !(await maySee(dependencies, request, name, upload.user_id)))) {
      return reply.callNotFound();
    }
    const picture = await vault.read(name);
    if (!picture) return reply.callNotFound();
    return reply
      .header('content-type', 'image/jpeg')
      .header('cache-control', upload.private ? 'private, no-store' : 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .send(picture);
  });
}

/** Pictures that users upload. */
export const uploads = defineDomain(uploadsContract, (dependencies) => {
  const vault = createVault(dependencies.settings);
  return {
    name: 'uploads',
    userData: {
      upload: { rows: 'user_id = $1', without: ['sha256', 'look', 'sealed_with'] },
      upload_view: OWN_ROWS,
    },
    serves: ['POST /upload'],
    routes: (app, limiter) => routes(app, dependencies, limiter, vault),
    jobs: [cleanUpJob(dependencies, vault), sealJob(dependencies, vault)],
  };
});
