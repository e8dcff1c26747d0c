import { extname } from 'node:path';

/** What a page loads. Nothing else is served below `/h5`, and no type of it is a document with scripts. */
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
 * reads nothing of this origin. It does not apply where a page loads the file as script, style or image.
 */
export const INERT_POLICY = "sandbox; default-src 'none'";
