import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backendDeclarationFile, DECLARED, DECLARED_IN_BACKEND, declarationFile, declaredScreens } from './declare.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

test('the declared screens are those of the descriptors: run `npm run tessera -- screens` after a change', () => {
  expect(readFileSync(join(ROOT, DECLARED), 'utf8')).toBe(declarationFile(declaredScreens(ROOT)));
  expect(readFileSync(join(ROOT, DECLARED_IN_BACKEND), 'utf8')).toBe(backendDeclarationFile(declaredScreens(ROOT)));
});

test('a parameter keeps the kind of its descriptor', () => {
  const text = declarationFile([{ path: '/pages/a/b', params: { side: 'buy|sell?', id: 'number' } }, { path: '/' }]);
  expect(text).toContain("readonly '/pages/a/b': { readonly side: 'buy|sell?'; readonly id: 'number' };");
  expect(text).toContain("readonly '/': Record<never, never>;");
});
