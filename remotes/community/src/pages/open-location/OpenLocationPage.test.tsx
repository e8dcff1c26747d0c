// @vitest-environment jsdom
import { siteFixtures } from '@tessera/api/site/fixtures';
import { addTexts } from '@tessera/i18n';
import { fakeExchange, showScreen, startScreens } from '@tessera/testing';
import { mapTexts } from '@tessera/ui/map';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import OpenLocationPage from './OpenLocationPage.tsx';

beforeAll(async () => {
  await startScreens(remote);
  await addTexts('map', mapTexts);
});
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  fakeExchange(siteFixtures);
});

const open = (query: string) => showScreen(<OpenLocationPage />, `/pages/system/open-location?${query}`);

test('a place of a link is named and leads to a map app', async () => {
  open('latitude=52.52&longitude=13.405&name=Office%20(2)');
  expect(screen.getByRole('heading', { name: 'Office (2)' })).toBeDefined();
  expect(screen.getByText('52.52000, 13.40500')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open in a map app' }).getAttribute('href')).toBe(
    'geo:52.52000,13.40500?q=52.52000,13.40500(Office%20(2))',
  );
  expect(await screen.findByRole('region', { name: 'Map' })).toBeDefined();
});

test.each(['latitude=&longitude=1', 'latitude=91&longitude=0', 'latitude=x&longitude=1', 'latitude=0&longitude=NaN'])(
  'a link without a place says so: %s',
  (query) => {
    open(query);
    expect(screen.getByText('This link has no place')).toBeDefined();
  },
);
