import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../../../deploy/tools/launcher/src/layout.ts';
import { artwork } from '../../../shared/api/src/domains/nft/fixtures.ts';

/* The browse page's list with the demonstration's own works and files, repeated so that it can be scrolled for long. */

const FILES = join(ROOT, 'backend/assets/nft');
const LISTED = 600;
const MEDIA = '/api/nft/media/';
const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', mp4: 'video/mp4' };

type Content = readonly {
  readonly name: string;
  readonly works: readonly {
    readonly title: string;
    readonly rarity: ReturnType<typeof artwork>['rarity'];
    readonly media: ReturnType<typeof artwork>['media'];
  }[];
}[];

const content = JSON.parse(readFileSync(join(FILES, 'content.json'), 'utf8')) as Content;
const drawn = content.flatMap(({ name, works }, id) =>
  works.map(({ title, rarity, media }) => ({
    name: title,
    type: media.type,
    rarity,
    media,
    artist: { id: id + 1, name, avatar: null },
  })),
);
const now = Date.now();
/** Every third is an auction, whose countdown runs. */
const works = Array.from({ length: LISTED }, (_, index) => ({
  ...artwork(drawn[index % drawn.length]),
  code: `BENCH-${index + 1}`,
  ...(index % 3 === 0 && { sale_type: 'auction' as const, margin: '10', increment: '10' }),
  start_time: now - 60_000,
  end_time: now + 3_600_000 + index * 60_000,
}));

/** Responds to the calls of the browse page. Returns false for what is none of them. */
export function respondToBrowsing(url: string, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname.startsWith(MEDIA)) {
    const path = join(FILES, pathname.slice(MEDIA.length).replaceAll('/', ''));
    if (!existsSync(path)) response.writeHead(404).end();
    else {
      response.setHeader('content-type', TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      response.end(readFileSync(path));
    }
    return true;
  }
  if (pathname !== '/api/bind_box/getBoxList') return false;
  const limit = Number(searchParams.get('limit') ?? 10);
  const from = Number(searchParams.get('after') ?? (Number(searchParams.get('page') ?? 1) - 1) * limit);
  const list = works.slice(from, from + limit);
  const next = from + limit < works.length ? String(from + limit) : null;
  response.setHeader('content-type', 'application/json');
  // As the gateway in front of a backend packs it.
  response.setHeader('content-encoding', 'gzip');
  const message = { list, page: 1, limit, total: works.length, next };
  response.end(gzipSync(JSON.stringify({ type: 'ok', code: 1, message })));
  return true;
}
