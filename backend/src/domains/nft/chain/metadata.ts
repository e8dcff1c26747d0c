import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Database, Sql } from '../../../platform/db/database.ts';
import type { JobRun } from '../../../platform/jobs/job.ts';

/*
 * ERC-721 metadata of works. A file is named by the hash of its bytes and never changes: a work whose texts or media change
 * gets another one, and the address that stands on a chain still returns what it returned.
 */

type Localised = Readonly<Record<string, string>>;

/** What the metadata of a work is made from. */
export type MetadataSource = {
  readonly work_id: string;
  readonly code: string;
  readonly names: Localised;
  readonly descriptions: Localised;
  readonly properties: readonly { readonly name: Localised; readonly value: Localised }[];
  readonly rarity: string;
  readonly type: string;
  readonly editions: number;
  readonly royalty_bp: number;
  readonly artist: string;
  readonly collection: Localised | null;
  readonly media: {
    readonly pictures: readonly { readonly width: number; readonly webp: string }[];
    readonly source: { readonly path: string; readonly mime: string } | null;
  };
};

const PREFIX = '/api/nft/metadata/';
const WORKS_A_RUN = 200;

export const metadataPath = (sha256: string): string => `${PREFIX}${sha256}.json`;

/** Addresses with the platform’s origin where it is known, as a wallet reads them. */
const absolute = (origin: string | undefined, path: string): string =>
  origin !== undefined && path.startsWith('/') ? `${origin}${path}` : path;

const english = (texts: Localised): string => texts.en ?? '';

/**
 * The metadata of a work by ERC-721 (`name`, `description`, `image`), as marketplaces read it (`animation_url`,
 * `attributes`), with the royalty in basis points as in ERC-2981. Canonical JSON: the same work has the same bytes.
 */
export function metadataOf(work: MetadataSource, origin: string | undefined): { body: string; sha256: string } {
  const { media, collection, properties } = work;
  const image = media.pictures.at(-1)?.webp ?? '';
  const body = canonicalJson({
    name: english(work.names),
    description: english(work.descriptions),
    image: absolute(origin, image),
    ...(media.source && { animation_url: absolute(origin, media.source.path) }),
    attributes: [
      { trait_type: 'Artist', value: work.artist },
      ...(collection ? [{ trait_type: 'Collection', value: english(collection) }] : []),
      { trait_type: 'Rarity', value: work.rarity },
      { trait_type: 'Medium', value: work.type },
      { trait_type: 'Editions', display_type: 'number', value: work.editions },
      ...properties.map(({ name, value }) => ({ trait_type: english(name), value: english(value) })),
    ],
    properties: { code: work.code, royalty_basis_points: work.royalty_bp },
  });
  return { body, sha256: createHash('sha256').update(body).digest('hex') };
}

const SOURCE = `w.id as work_id, w.code, w.names, w.descriptions, w.properties, w.rarity, w.type, w.editions, w.royalty_bp,
  a.name as artist, c.names as collection, w.media`;
const FROM = 'nft_work w join nft_artist a on a.id = w.artist_id left join nft_collection c on c.id = w.collection_id';

/** Writes down the metadata of a work as it is now. Returns its hash. */
async function keep(sql: Sql, work: MetadataSource, origin: string | undefined, at: number): Promise<string> {
  const { body, sha256 } = metadataOf(work, origin);
  await sql.query(
    'insert into nft_metadata (sha256, work_id, body, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    [sha256, work.work_id, body, new Date(at)],
  );
  return sha256;
}

/** The metadata of a work as it is now, kept for good. Throws for a work that is gone. */
export async function keepMetadata(sql: Sql, workId: string, origin: string | undefined, at: number): Promise<string> {
  const [work] = await sql.query<MetadataSource>(`select ${SOURCE} from ${FROM} where w.id = $1`, [workId]);
  if (!work) throw new Error(`work ${workId} is gone`);
  return keep(sql, work, origin, at);
}

/** The newest metadata of a shown work, by the code of the work or of an item; null before the job has made it. */
export async function newestMetadata(sql: Sql, code: string): Promise<string | null> {
  const [row] = await sql.query<{ sha256: string }>(
    `select m.sha256 from nft_metadata m join nft_work w on w.id = m.work_id
      where w.shown and (w.code = $1 or exists (select 1 from nft_item i where i.work_id = w.id and i.code = $1))
      order by m.created_at desc, m.sha256 limit 1`,
    [code],
  );
  return row?.sha256 ?? null;
}

/** Makes the metadata of shown works that have none. */
export async function makeMetadata(
  { database, now, origin }: { database: Database; now: () => number; origin: string | undefined },
  { fence, signal, items }: Pick<JobRun, 'fence' | 'signal' | 'items'>,
): Promise<void> {
  for (let full = true; full && !signal.aborted; ) {
    full = await database.transaction(async (tx) => {
      await fence(tx);
      const works = await tx.query<MetadataSource>(
        `select ${SOURCE} from ${FROM} where w.shown and not exists (select 1 from nft_metadata m where m.work_id = w.id)
            and w.id <> all($2)
          order by w.id limit $1`,
        [WORKS_A_RUN, items.aside('work')],
      );
      await items.within(
        tx,
        'work',
        works,
        ({ work_id }) => String(work_id),
        async (some) => {
          for (const work of some) await keep(tx, work, origin, now());
        },
      );
      return works.length === WORKS_A_RUN;
    });
  }
}

/** Serves metadata by its hash. */
export function serveMetadata(app: FastifyInstance, database: Database): void {
  app.get<{ Params: { file: string } }>(`${PREFIX}:file`, async ({ params: { file } }, reply) => {
    const sha256 = /^([0-9a-f]{64})\.json$/.exec(file)?.[1];
    const [row] =
      sha256 === undefined
        ? []
        : await database.query<{ body: string }>('select body from nft_metadata where sha256 = $1', [sha256]);
    if (!row) return reply.callNotFound();
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('access-control-allow-origin', '*')
      .header('etag', `"${sha256}"`)
      .send(row.body);
  });
}
