// `npm run tessera -- progress`: writes docs/progress.md again from contract and handlers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withProgress } from './document.ts';
import { readProgress } from './read.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const path = join(root, 'docs/progress.md');
const progress = await readProgress(root);
writeFileSync(path, withProgress(readFileSync(path, 'utf8'), progress));
console.log(`docs/progress.md: ${progress.calls.length} calls are not built.`);
