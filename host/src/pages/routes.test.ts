import { expect, test } from 'vitest';
import screens from '../../screens.json';
import { HOST_PAGES } from './routes.ts';

test('the host has a page for each screen that it declares', () => {
  expect(Object.keys(HOST_PAGES).toSorted()).toEqual(screens.routes.map(({ path }) => path).toSorted());
});
