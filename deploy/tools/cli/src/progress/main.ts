// `npm run tessera -- progress`: writes docs/progress.md again from descriptors, contract and handlers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withProgress } from './document.ts';
import { readProgress } from './read.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const path = join(root, 'docs/progress.md');
const progress = await readProgress(root);
writeFileSync(path, withProgress(readFileSync(path, 'utf8'), progress));
const routes = Object.values(progress.routes).flat().length;
console.log(`docs/progress.md: ${routes} routes and ${progress.calls.length} calls are not built.`);
