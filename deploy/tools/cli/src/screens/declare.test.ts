import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  BACKEND_LINKS_FILE,
  backendDeclarationFile,
  backendLinks,
  backendLinksFile,
  DECLARED,
  DECLARED_IN_BACKEND,
  declarationFile,
  declaredScreens,
  linksIn,
} from './declare.ts';

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

test('the links of the backend are those of its sources: run `npm run tessera -- screens` after a change', () => {
  const links = backendLinks(ROOT);
  expect(readFileSync(join(ROOT, BACKEND_LINKS_FILE), 'utf8')).toBe(backendLinksFile(links));
  expect(links.length).toBeGreaterThan(50);
});

test('a link is found with its parameters, and with the values that are known', () => {
  const text = `
    const A = '/pages/a/plain';
    const B = screenLink('/pages/b/b', { tab: 'bids', id: String(order.id), code });
    const C = screenLink('/pages/c/c', { room: reference.split(':', 1)[0] ?? '' });
    const D = \`\${origin}/h5/#\${screenLink('/pages/d/d', {
      token,
    })}\`;
  `;
  expect(linksIn(text, 'x.ts')).toEqual([
    ['/pages/b/b', { tab: 'bids', id: '*', code: '*' }],
    ['/pages/c/c', { room: '*' }],
    ['/pages/d/d', { token: '*' }],
    ['/pages/a/plain', {}],
  ]);
});

test.each(['screenLink(path, { id })', "screenLink('/pages/a/a', query)", "screenLink('/pages/a/a', { ...query })"])(
  '%s cannot be read, and says so',
  (call) => {
    expect(() => linksIn(`const link = ${call};`, 'x.ts')).toThrow('write the path and the names of the parameters');
  },
);

test.each([
  "'/pages/a/a?tab=bids'",
  `\`/pages/a/\${name}\``,
  '`/pages/a/a`',
  '"/pages/a/a"',
  "'/h5/#/pages/a/a'",
  "'/pages/' + name",
  "screenLink('/pages/b/b', { id }) + '/pages/a/a?x=1'",
])('%s would be missed, and says so', (link) => {
  expect(() => linksIn(`const A = '/pages/b/b';\nconst link = ${link};`, 'x.ts')).toThrow(
    "write '/pages/…' as a text of its own",
  );
});
