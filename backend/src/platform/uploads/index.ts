import { randomBytes } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadsContract } from '@tessera/api/uploads/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Dependencies, defineDomain } from '../domain.ts';
import { DomainError } from '../http/domain-error.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import { bearerToken, readSession, readStaffSession } from '../session/read-session.ts';
import { cleanPicture } from './picture.ts';

const NAME = /^[A-Za-z0-9_-]{16,64}\.jpg$/;

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

/** Whether the bearer may see a private picture: its owner and staff. */
async function maySee(dependencies: Dependencies, request: FastifyRequest, ownerId: string): Promise<boolean> {
  const token = bearerToken(request);
  const user = await readSession(dependencies, token);
  return user?.id === ownerId || (await readStaffSession(dependencies, token)) !== null;
}

function routes(app: FastifyInstance, dependencies: Dependencies, limiter: CallLimiter): void {
  const { database, now, settings } = dependencies;
  const folder = join(settings.dataDir, 'uploads');

  app.post('/api/upload', async (request) => {
    const user = await readSession(dependencies, bearerToken(request));
    const caller = { user, address: request.ip };
    limiter.admitCall(uploadsContract['POST /upload'], caller);
    if (!user) throw new DomainError('session_invalid');
    await limiter.admitGroup(uploadsContract['POST /upload'], caller);
    const picture = await cleanPicture(await readFile(request));
    const name = newName();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, name), picture, { mode: 0o600, flag: 'wx' });
    await database.query('insert into upload (name, user_id, at) values ($1, $2, $3)', [
      name,
      user.id,
      new Date(now()),
    ]);
    return { type: 'ok', code: 1, message: `/api/uploads/${name}` };
  });

  app.get<{ Params: { name: string } }>('/api/uploads/:name', async (request, reply) => {
    const { name } = request.params;
    const [upload] = NAME.test(name)
      ? await database.query<{ user_id: string; private: boolean }>(
          'select user_id, private from upload where name = $1',
          [name],
        )
      : [];
    // Forbidden files return the same response as missing ones.
    if (!upload || (upload.private && !(await maySee(dependencies, request, upload.user_id)))) {
      return reply.callNotFound();
    }
    const file = await open(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!file) return reply.callNotFound();
    const { size } = await file.stat();
    return reply
      .header('content-type', 'image/jpeg')
      .header('content-length', size)
      .header('cache-control', upload.private ? 'private, no-store' : 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .send(file.createReadStream());
  });
}

/** Pictures that users upload. */
export const uploads = defineDomain(uploadsContract, (dependencies) => ({
  name: 'uploads',
  serves: ['POST /upload'],
  routes: (app, limiter) => routes(app, dependencies, limiter),
}));
