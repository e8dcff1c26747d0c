// @vitest-environment jsdom

import { startTexts } from '@tessera/i18n/host';
import { HashRouter, NavigationContext, ScreenLink, screenUrl, useLocation, useNavigationType } from '@tessera/router';
import { Sheet } from '@tessera/ui';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Navigator } from './navigator.ts';
import { useNavigator } from './use-navigator.ts';

let navigator: Navigator;
const user = userEvent.setup();
const TABS: Readonly<Record<string, string>> = {
  '/': '/',
  '/pages/market/market': '/pages/market/market',
  '/pages/quotation/index': '/pages/market/market',
};

/** A screen with a sheet that contains a link. */
function Screen() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const [finished, setFinished] = useState(false);
  // As a form that was confirmed in its sheet: the sheet is closed by then.
  useEffect(() => {
    if (finished) navigator.back();
  }, [finished]);
  return (
    <>
      <h1>{pathname}</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Choose
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Choice">
        <ScreenLink to={screenUrl('/pages/help/help')} onClick={() => setOpen(false)}>
          Help
        </ScreenLink>
        <button
          type="button"
          onClick={() => {
            setOpen(false);
            setFinished(true);
          }}
        >
          Finish
        </button>
      </Sheet>
    </>
  );
}

function Phone() {
  navigator = useNavigator((path) => TABS[path] ?? null);
  const location = useLocation();
  const type = useNavigationType();
  useEffect(() => void navigator.arrive(location, type), [location, type]);
  return (
    <NavigationContext value={navigator}>
      <Screen key={location.pathname} />
    </NavigationContext>
  );
}

const title = (path: string) => screen.findByRole('heading', { name: path });
const sheet = () => screen.queryByRole('dialog', { name: 'Choice' });
const step = () => (history.state as { idx: number }).idx;
/** Lets the history arrive where it was sent. */
const arrived = (url: string, at: number) => waitFor(() => expect([location.hash, step()]).toEqual([`#${url}`, at]));

beforeAll(() => startTexts('en'));
beforeEach(() => {
  // Each test begins its own history behind that of the test before.
  history.pushState(null, '', '#/');
  render(
    <HashRouter>
      <Phone />
    </HashRouter>,
  );
});

test('the way back closes a sheet and leaves the screen where it is', async () => {
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  expect(sheet()).not.toBeNull();
  expect(step()).toBe(1);
  act(() => history.back());
  await waitFor(() => expect(sheet()).toBeNull());
  await arrived('/', 0);
});

test('a sheet that is closed by its button leaves no step behind', async () => {
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await arrived('/', 0);
});

test('a screen that is opened from a sheet takes the place of its step', async () => {
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.click(screen.getByRole('link', { name: 'Help' }));
  await title('/pages/help/help');
  expect(step()).toBe(1);
  act(() => navigator.back());
  await title('/');
  await arrived('/', 0);
  expect(sheet()).toBeNull();
});

test('a screen that goes back as its sheet closes leaves both behind, and nothing else', async () => {
  act(() => navigator.open(screenUrl('/pages/help/help')));
  await title('/pages/help/help');
  act(() => navigator.open(screenUrl('/pages/setting/setting')));
  await title('/pages/setting/setting');
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  expect(step()).toBe(3);
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await title('/pages/help/help');
  await arrived('/pages/help/help', 1);
  expect(sheet()).toBeNull();
});

test('going forward to a sheet that was closed goes back again', async () => {
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  act(() => history.back());
  await waitFor(() => expect(sheet()).toBeNull());
  await arrived('/', 0);
  const there = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  act(() => history.forward());
  await there;
  await arrived('/', 0);
  expect(sheet()).toBeNull();
});

test('an address that was typed is a step like any other', async () => {
  act(() => {
    location.hash = '#/pages/help/help';
  });
  await title('/pages/help/help');
  expect(step()).toBe(1);
  act(() => navigator.back());
  await title('/');
  await arrived('/', 0);
});

test('a tab that is chosen again shows what it showed', async () => {
  act(() => navigator.open(screenUrl('/pages/help/help')));
  await title('/pages/help/help');
  act(() => void navigator.selectTab('/pages/market/market', true));
  await title('/pages/market/market');
  act(() => void navigator.selectTab('/', true));
  await title('/pages/help/help');
  act(() => navigator.back());
  await title('/');
});

test('another address of a tab’s first screen belongs to that tab', async () => {
  act(() => navigator.open(screenUrl('/pages/help/help')));
  await title('/pages/help/help');
  act(() => navigator.open(screenUrl('/pages/quotation/index')));
  await title('/pages/quotation/index');
  expect(navigator.tab).toBe('/pages/market/market');
  act(() => void navigator.selectTab('/', true));
  await title('/pages/help/help');
});

test('the tab in front scrolls to its top first, and goes to its first screen then', async () => {
  act(() => navigator.open(screenUrl('/pages/help/help')));
  await title('/pages/help/help');
  expect(navigator.selectTab('/', false)).toBe('scroll to top');
  act(() => void navigator.selectTab('/', true));
  await title('/');
  await arrived('/', 0);
});

test('sheets can be closed in either way, one after the other', async () => {
  act(() => void navigator.selectTab('/pages/market/market', true));
  await title('/pages/market/market');
  act(() => void navigator.selectTab('/', true));
  await title('/');
  await arrived('/', 2);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  act(() => history.back());
  await waitFor(() => expect(sheet()).toBeNull());
  await arrived('/', 2);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await arrived('/', 3);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await arrived('/', 2);
  act(() => history.back());
  await title('/pages/market/market');
});
