import { extname } from 'node:path';

/** Where the host, its files and those of remotes are served. */
export const BASE = '/h5';

/** What a page loads. No other type is served below `/h5`, and no type of it is a document with scripts. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Content type of a file by its name; undefined for files that are not served. */
export const fileType = (path: string): string | undefined => TYPES[extname(path)];

/**
 * Policy of a file that is opened as a document: no script, no request, and an origin of its own, so that an SVG image
 * reads nothing of this origin, and no frame of another site. It does not apply where a page loads the file as script, style or image.
 */
export const INERT_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of a file that never changes, besides its type and lifetime: other sites may neither embed it nor have it taken
 * for another type. The rest of what a page is sent with applies to documents, and costs 500 B with each file.
 */
export const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;
