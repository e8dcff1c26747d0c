// @vitest-environment jsdom
import { expect, test } from 'vitest';
import descriptor from '../remote.json' with { type: 'json' };
import english from './i18n/en.json' with { type: 'json' };
import remote from './remote.tsx';

const paths = descriptor.routes.map(({ path }) => path);

test('every route of the descriptor has a page, and every page a route', () => {
  expect(Object.keys(remote.pages).toSorted()).toEqual(paths.toSorted());
});

test('every title of a route is a text', () => {
  const titles = Object.keys(english.routes).map((name) => `routes.${name}`);
  for (const { title } of descriptor.routes) expect(titles).toContain(title);
});

test.each(paths)('%s opens', async (path) => {
  expect((await remote.pages[path]?.())?.default).toBeTypeOf('function');
});
