import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TAG = /<(?:script|link)\b[^>]*\b(?:src|href)\s*=\s*["']?([^"'\s>]+\.(?:js|css))["']?[^>]*>/g;

/**
 * Gives the scripts and style sheets that a built page names the hashes of their files. What it names elsewhere has no
 * file here and stays as it is. Throws where a file below `publicPath` is missing.
 */
export function addPageIntegrity(outDir: string, publicPath: string): void {
  const path = join(outDir, 'index.html');
  const page = readFileSync(path, 'utf8').replace(TAG, (tag, url: string) => {
    if (!url.startsWith(publicPath)) return tag;
    const content = readFileSync(join(outDir, url.slice(publicPath.length)));
    const hash = createHash('sha256').update(content).digest('base64');
    return tag.replace(/\s*\/?>$/, ` integrity="sha256-${hash}">`);
  });
  writeFileSync(path, page);
}
