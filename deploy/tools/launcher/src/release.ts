// Releases what this checkout or image was built into, and ends. Where the parts run apart it stands before them, as
// `npm start` does on one machine.
import { join, resolve } from 'node:path';
import { ROOT } from './layout.ts';
import { releaseSources } from './release-sources.ts';

try {
  await releaseSources(resolve(process.env.DATA_DIR ?? join(ROOT, '.data')), process.env, (line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
