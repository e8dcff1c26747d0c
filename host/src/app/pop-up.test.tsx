// @vitest-environment jsdom
import { contentFixtures, contentItem } from '@tessera/api/content/fixtures';
import { bus } from '@tessera/bus';
import { reject, showScreen, signIn, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AnnouncementPopUp } from './AnnouncementPopUp.tsx';
import { pendingPopUp, popUpClosed } from './pop-up.ts';

const POP = 'GET /news/index_pop';
const SEEN = 'POST /news/pop_seen';
const item = { ...contentItem({ id: '9', title: 'New pairs', abstract: 'Five of them' }), content: 'Five new pairs.' };

beforeEach(() => {
  localStorage.clear();
});
const { exchange } = testScreens(
  { name: 'app', texts: (code) => import(`./i18n/${code}.json`) },
  {
    user: null,
    exchange: () => ({ ...contentFixtures, [POP]: { item } }),
  },
);

test('a guest sees an announcement once on a device, and the next one again', async () => {
  const pending = await pendingPopUp();
  expect(pending?.id).toBe('9');
  if (pending) popUpClosed(pending);
  expect(await pendingPopUp()).toBeNull();
  exchange.change({ [POP]: { item: { ...item, id: '10' } } });
  expect((await pendingPopUp())?.id).toBe('10');
  expect(exchange.of(SEEN)).toEqual([]);
});

test('a user’s is noted in the account', async () => {
  signIn();
  popUpClosed(item);
  await waitFor(() => expect(exchange.of(SEEN).map(({ form }) => form.get('id'))).toEqual(['9']));
});

test('none is shown where the exchange has none or cannot say', async () => {
  exchange.change({ [POP]: { item: null } });
  expect(await pendingPopUp()).toBeNull();
  exchange.change({ [POP]: reject('server_fault', 'Later') });
  expect(await pendingPopUp()).toBeNull();
});

test('it leads to its text, and closing it in either way is told once', async () => {
  const closed = vi.fn();
  const heard = vi.fn();
  const stop = bus.on('navigate', heard);
  const { user } = showScreen(<AnnouncementPopUp item={item} onClosed={closed} />);
  expect(await screen.findByRole('dialog', { name: 'New pairs' })).toHaveProperty('open', true);
  await user.click(screen.getByRole('button', { name: 'Read more' }));
  expect(heard).toHaveBeenCalledExactlyOnceWith({ to: '/pages/mailMessage/ggDetail?id=9' });
  expect(closed).toHaveBeenCalledOnce();
  stop();
});
