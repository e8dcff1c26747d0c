// Releases the builds of this checkout or image, and exits. Where the parts run separately it runs before them, as in
// `npm start` on one machine.
import { join, resolve } from 'node:path';
import { ROOT } from './layout.ts';
import { releaseSources } from './release-sources.ts';

try {
  await releaseSources(resolve(process.env.DATA_DIR ?? join(ROOT, '.data')), process.env, (line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
