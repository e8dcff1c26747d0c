// `npm run tessera -- api`: writes the calls in docs/api.md, and those of staff in docs/security.md, from the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withCalls } from './document.ts';
import { withStaffCalls } from './staff-calls.ts';

const docs = join(resolve(import.meta.dirname, '../../../../..'), 'docs');
for (const [name, renew] of [
  ['api.md', withCalls],
  ['security.md', withStaffCalls],
] as const) {
  const path = join(docs, name);
  writeFileSync(path, renew(readFileSync(path, 'utf8')));
  console.log(`docs/${name} has the calls of the contract.`);
}
