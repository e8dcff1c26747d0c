// @vitest-environment jsdom
import { addTexts, startTexts } from '@tessera/i18n';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { notBuiltPage } from './not-built-page.tsx';

beforeAll(async () => {
  await startTexts('en');
  await addTexts('shop', async () => ({ default: { routes: { box: { blind: 'Blind boxes' }, other: 'Other' } } }));
});
afterEach(cleanup);

async function open(route: string, title?: string): Promise<string | null> {
  location.hash = `#${route}`;
  const { default: Page } = await notBuiltPage('shop', title)();
  render(<Page />);
  return screen.getByRole('heading', { level: 1 }).textContent;
}

test('a route that is not built yet has its own title', async () => {
  expect(await open('/pages/box/blind?id=3')).toBe('Blind boxes');
});

test('a title can be set if it does not follow from the route', async () => {
  expect(await open('/pages/box/blind', 'routes.other')).toBe('Other');
});

test('is the same component on each visit, so that it is not remounted', async () => {
  const load = notBuiltPage('shop');
  expect((await load()).default).toBe((await load()).default);
});
