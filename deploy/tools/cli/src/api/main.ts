// `npm run tessera -- api`: writes the list of calls in docs/api.md again from the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withCalls } from './document.ts';

const path = join(resolve(import.meta.dirname, '../../../../..'), 'docs/api.md');
writeFileSync(path, withCalls(readFileSync(path, 'utf8')));
console.log('docs/api.md has the calls of the contract.');
