// @vitest-environment jsdom
import { contentFixtures, contentItem } from '@tessera/api/content/fixtures';
import { type ExchangeRequest, pageOf, reject, showScreen, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import AnnouncementListPage from './AnnouncementListPage.tsx';

const NEWS = 'POST /news/list';
const TOTAL = 25;
const all = Array.from({ length: TOTAL }, (_, index) =>
  contentItem({ id: String(TOTAL - index), title: `News ${TOTAL - index}`, abstract: '' }),
);

const { exchange } = testScreens(remote, {
  exchange: () => ({
    ...contentFixtures,
    [NEWS]: ({ form }: ExchangeRequest) => {
      const [page, limit] = [Number(form.get('page')), Number(form.get('limit'))];
      return { list: all.slice((page - 1) * limit, page * limit), page, limit, total: TOTAL };
    },
  }),
});

const open = () => showScreen(<AnnouncementListPage />, '/pages/mailMessage/ggList');

test('announcements are read on to the last one, each leading to its text', async () => {
  const { user } = open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(20);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('News 1')).toBeDefined();
  expect(screen.getAllByRole('listitem')).toHaveLength(TOTAL);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(screen.getByRole('link', { name: /News 25/ }).getAttribute('href')).toBe('#/pages/mailMessage/ggDetail?id=25');
  expect(exchange.of(NEWS).map(({ form }) => form.get('c_id'))).toEqual(['4', '4']);
});

test('without announcements the page shows an empty state', async () => {
  exchange.change({ [NEWS]: pageOf([]) });
  open();
  expect(await screen.findByText('No announcements')).toBeDefined();
});

test('a failure shows the message of the exchange and a retry button', async () => {
  exchange.change({ [NEWS]: reject('server_fault', 'Please come back later') });
  open();
  expect(await screen.findByText('Please come back later')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
