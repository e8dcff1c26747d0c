import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = join(import.meta.dirname, 'artwork');

/** Serves the platform's own pictures. They are few and small, so they are cached in memory. */
export function serveArtwork(app: FastifyInstance): void {
  const pictures = new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.svg'))
      .map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
  );
  app.get<{ Params: { name: string } }>('/api/assets/:name', async (request, reply) => {
    const picture = pictures.get(request.params.name);
    if (picture === undefined) return reply.callNotFound();
    return reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=604800')
      .send(picture);
  });
}
