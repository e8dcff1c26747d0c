// @vitest-environment jsdom
import { startScreens } from '@tessera/testing';
import { beforeAll, expect, test } from 'vitest';
import descriptor from '../remote.json' with { type: 'json' };
import remote from './remote.tsx';

// Pages with texts of their own load them into a page that has started.
beforeAll(() => startScreens(remote));

const modules = [...new Set(descriptor.routes.map(({ module }) => module))];

test('every module of the descriptor has a page, and every page a route', () => {
  expect(Object.keys(remote.pages).toSorted()).toEqual(modules.toSorted());
});

test.each(modules)('%s opens', async (module) => {
  expect((await remote.pages[module]?.())?.default).toBeTypeOf('function');
});
