import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dependencies } from '../../../platform/domain.ts';
import { PART_BYTES, sendParts } from '../../../platform/files/send-parts.ts';
import type { CallLimiter } from '../../../platform/limits/call-limits.ts';
import { staffOf, userOf } from '../../../platform/session/session-of.ts';
import { isMediaName, type MediaFiles, typeOfName } from './files.ts';
import type { Tickets } from './tickets.ts';

/** How a file may be seen: by all, by the bearer of the request, or not at all; and its bytes. */
type Sight = { readonly to: 'public' | 'private'; readonly size: number } | null;

/** The submissions that have a file, $1. */
const SUBMITTED = `nft_upload_file f join nft_submission s on f.upload_id in (s.upload_id, s.poster_id)`;

/** Whether a user owns an item of a work with a file: what was bought stays theirs to see, wherever it is shown. */
async function ownsItemWith({ database }: Dependencies, name: string, userId: string): Promise<boolean> {
  const [row] = await database.query<{ owns: boolean }>(
    `select exists (select from ${SUBMITTED} join nft_item i on i.work_id = s.work_id and i.owner_id = $2
                     where f.name = $1) as owns`,
    [name, userId],
  );
  return row?.owns ?? false;
}

type MediaRequest = FastifyRequest<{ Params: { name: string }; Querystring: { ticket?: unknown } }>;

/**
 * A file is public with the first shown work of a shown artist that has it. Otherwise its uploader sees it, owners of an
 * item of its work, and the member of the staff who holds the claim on the submission. An owner's ticket stands for the
 * session.
 */
async function sightOf(
  dependencies: Dependencies,
  tickets: Tickets,
  request: MediaRequest,
  name: string,
): Promise<Sight> {
  const { database, ports, now } = dependencies;
  const [row] = await database.query<{ size: number | null; published: boolean; owners: string[] }>(
    `select (select bytes from nft_file where name = $1) as size,
            exists (select from ${SUBMITTED}
                      join nft_work w on w.id = s.work_id and w.shown
                      join nft_artist a on a.id = w.artist_id and a.shown
                     where f.name = $1) as published,
            array(select u.user_id from nft_upload_file f join nft_upload u on u.id = f.upload_id
                   where f.name = $1) as owners`,
    [name],
  );
  if (!row || row.size === null) return null;
  const { size } = row;
  if (row.published) return { to: 'public', size };
  if (row.owners.length === 0) return null;
  const { ticket } = request.query;
  const user =
    typeof ticket === 'string'
      ? tickets.userOf(name, ticket, now())
      : ((await userOf(dependencies, request))?.id ?? null);
  if (user !== null) {
    return row.owners.includes(user) || (await ownsItemWith(dependencies, name, user)) ? { to: 'private', size } : null;
  }
  const member = await staffOf(dependencies, request);
  return member !== null && (await ports.viewPicture(member, name)) ? { to: 'private', size } : null;
}

/** Serves the files of works: whole, or the part that a player asks for. */
export function serveMedia(
  app: FastifyInstance,
  dependencies: Dependencies,
  limiter: CallLimiter,
  files: MediaFiles,
  tickets: Tickets,
): void {
  app.route<{ Params: { name: string }; Querystring: { ticket?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/api/nft/media/:name',
    handler: async (request, reply) => {
      const { name } = request.params;
      const type = isMediaName(name) ? typeOfName(name) : null;
      // Forbidden files return the same response as missing ones.
      if (type === null) return reply.callNotFound();
      const seeded = files.seededSize(name);
      const sight: Sight =
        seeded === null ? await sightOf(dependencies, tickets, request, name) : { to: 'public', size: seeded };
      if (sight === null) return reply.callNotFound();
      return sendParts(request, reply, limiter, {
        size: sight.size,
        partBytes: PART_BYTES,
        part: (index) => files.part(name, index),
        etag: `"${name}"`,
        headers: {
          'content-type': type,
          'cache-control': sight.to === 'public' ? 'public, max-age=31536000, immutable' : 'private, no-store',
          'content-disposition': 'inline',
        },
      });
    },
  });
}
