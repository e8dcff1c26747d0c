import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');

/** Every module in a bundle of `entry`: value imports only, as types are gone at run time. */
function reach(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  if (!entry.endsWith('.ts')) return found;
  const code = stripTypeScriptTypes(readFileSync(entry, 'utf8'));
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
    reach(name.startsWith('.') ? join(dirname(entry), name) : name, found);
  }
  return found;
}

const domains = readdirSync(join(source, 'domains')).map((name) => `domains/${name}/index.ts`);

test.each(['index.ts', 'kit/rules/index.ts', 'kit/realtime/index.ts', ...domains])(
  '%s brings no schema library to the browser',
  (entry) => {
    const packages = [...reach(join(source, entry))].filter((name) => !name.startsWith('/'));
    expect(packages.filter((name) => name.startsWith('zod'))).toEqual([]);
  },
);

test('the backend’s entry does reach it, so the search can find it', () => {
  expect(reach(join(source, 'contract.ts'))).toContain('zod/mini');
});
