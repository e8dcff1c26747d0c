// @vitest-environment jsdom
import '../testing/federation.ts';
import { bus } from '@tessera/bus/host';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { HashRouter } from '@tessera/router';
import { fakeExchange, startScreens } from '@tessera/testing';
import { Page } from '@tessera/ui';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Release } from '../federation/release.ts';
import { HOST_PAGES } from '../pages/routes.ts';
import { type SessionOwner, startSession } from '../session/session.ts';
import { manifestOf, remoteOf, tabOf, versionsOf } from '../testing/manifests.ts';
import { Shell } from './Shell.tsx';
import { followTyped } from './typed.ts';

const FORM = '/pages/test/form';
const OTHER = '/pages/test/other';
const ERROR = '/pages/index/err';

/** A screen with entries, one of them secret, that says what is wrong once it is sent. */
function FormPage() {
  const [{ contact, password, sent }, set] = useState({ contact: '', password: '', sent: false });
  return (
    <Page title="Form" back>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          set({ contact, password, sent: true });
        }}
      >
        <input
          aria-label="Contact"
          autoComplete="username"
          value={contact}
          onChange={({ target }) => set({ contact: target.value, password, sent: false })}
        />
        <input
          aria-label="Password"
          type="password"
          value={password}
          onChange={({ target }) => set({ contact, password: target.value, sent: false })}
        />
        <div role="alert">{sent && <p>Wrong password</p>}</div>
        <button type="submit">Send</button>
      </form>
    </Page>
  );
}

const OtherPage = () => (
  <Page title="Other" back>
    {null}
  </Page>
);

let versions: ReturnType<typeof versionsOf>;
let waiting: typeof versions | undefined;
let changed: () => void;
const manifest = manifestOf(1, [], { telemetry: { outcomes: 0, vitals: 0 } });
const nothing: Release['overrides'] & ReturnType<Release['offered']> = [];
/** The server's host, if it is another one. */
let successor: string | null;
/** Whether the page's host was withdrawn. */
let withdrawn: boolean;
/** A release that stays as it is. */
const release: Release = {
  current: () => versions,
  manifest: () => manifest,
  look: async () => true,
  avoid: () => false,
  agree: () => undefined,
  adopt: () => {
    versions = waiting ?? versions;
    waiting = undefined;
  },
  settle: () => undefined,
  isWorn: () => false,
  successor: () => successor,
  isWithdrawn: () => withdrawn,
  offered: () => nothing,
  overrides: nothing,
  subscribe(listener) {
    const before = changed;
    changed = () => {
      before();
      listener();
    };
    return () => {
      changed = before;
    };
  },
};

const user = userEvent.setup();
let endTyped: (() => void) | undefined;
let session: SessionOwner;

const go = (path: string) =>
  act(() => {
    location.hash = `#${path}`;
  });
const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <HashRouter>
        <Shell release={release} session={session} />
      </HashRouter>
    </QueryClientProvider>,
  );
/** Screens are fetched when they are first opened. */
const title = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 15_000 });
const password = () => screen.getByLabelText('Password');

beforeAll(async () => {
  Object.assign(HOST_PAGES, {
    [FORM]: async () => ({ default: FormPage }),
    [OTHER]: async () => ({ default: OtherPage }),
  });
  await startScreens({ name: 'host', texts: (code) => import(`../i18n/${code}.json`) });
  window.scrollTo = vi.fn() as typeof window.scrollTo;
  window.matchMedia = vi.fn().mockReturnValue({ matches: false });
});
beforeEach(() => {
  versions = versionsOf(1);
  waiting = undefined;
  changed = () => undefined;
  successor = null;
  withdrawn = false;
  localStorage.clear();
  sessionStorage.clear();
  history.pushState(null, '', `#${FORM}`);
  document.body.innerHTML = '<div id="start"></div>';
  fakeExchange({});
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  session = startSession();
  open();
});
afterEach(() => {
  endTyped?.();
  endTyped = undefined;
  vi.restoreAllMocks();
});

test('a screen below another one keeps its input', async () => {
  await title('Form');
  const field = password();
  await user.type(field, 'half a secret');
  go(OTHER);
  await title('Other');
  expect(screen.queryByRole('heading', { level: 1, name: 'Form' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await title('Form');
  expect(password()).toBe(field);
  expect((field as HTMLInputElement).value).toBe('half a secret');
});

test('what the page drew before its scripts stays until there is a screen', async () => {
  expect(document.getElementById('start')).not.toBeNull();
  await title('Form');
  expect(document.getElementById('start')).toBeNull();
});

test('a screen that was left with back is unmounted', async () => {
  await title('Form');
  go(OTHER);
  await title('Other');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await title('Form');
  await waitFor(() => expect(document.querySelectorAll('h1')).toHaveLength(1));
});

test('another user finds no screen of the one before', async () => {
  await title('Form');
  go(ERROR);
  await waitFor(() => expect(document.querySelectorAll('h1')).toHaveLength(2));
  act(() =>
    bus.emit('session', {
      user: {
        uid: '2',
        accountName: 'b',
        nickname: 'b',
        avatar: null,
        verificationLevel: 0,
        hasPayPassword: false,
      },
    }),
  );
  await waitFor(() => expect(document.querySelectorAll('h1')).toHaveLength(1));
});

test('a page of a former host is loaded anew between two screens, and not again soon after', async () => {
  const anew = vi.fn();
  addEventListener('tessera-reload', anew);
  await title('Form');
  successor = 'host-2';
  const age = vi.spyOn(performance, 'now').mockReturnValue(9 * 60_000);
  go(OTHER);
  await title('Other');
  expect(anew).not.toHaveBeenCalled();
  age.mockReturnValue(11 * 60_000);
  go(ERROR);
  await waitFor(() => expect(anew).toHaveBeenCalledTimes(1));
  removeEventListener('tessera-reload', anew);
});

test('a page of a host that was withdrawn is loaded anew with the next screen', async () => {
  const anew = vi.fn();
  addEventListener('tessera-reload', anew);
  await title('Form');
  [successor, withdrawn] = ['host-1', true];
  vi.spyOn(performance, 'now').mockReturnValue(11_000);
  go(OTHER);
  await waitFor(() => expect(anew).toHaveBeenCalledTimes(1));
  removeEventListener('tessera-reload', anew);
});

test('a former host whose page the gateway still serves is left once, and again only where the user asks', async () => {
  const anew = vi.fn();
  addEventListener('tessera-reload', anew);
  await title('Form');
  successor = 'host-2';
  const loads = vi.spyOn(HOST_PAGES, OTHER).mockRejectedValue(new Error('gone'));
  const age = vi.spyOn(performance, 'now').mockReturnValue(11_000);
  go(OTHER);
  await waitFor(() => expect(anew).toHaveBeenCalledTimes(1));

  // The next page is the former one again, and its start takes as long.
  cleanup();
  open();
  await title('This page did not open');
  age.mockReturnValue(700_000);
  go(FORM);
  await title('Form');
  go(OTHER);
  await title('This page did not open');
  expect(loads).toHaveBeenCalledTimes(3);
  expect(anew).toHaveBeenCalledTimes(1);

  successor = 'host-3';
  go(FORM);
  await waitFor(() => expect(anew).toHaveBeenCalledTimes(2));
  cleanup();
  go(OTHER);
  open();
  await title('This page did not open');
  expect(anew).toHaveBeenCalledTimes(2);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(anew).toHaveBeenCalledTimes(3));
  removeEventListener('tessera-reload', anew);
});

test('a slash at the end of an address leads to its screen, and is not kept', async () => {
  await title('Form');
  go(`${OTHER}//?to=1`);
  await title('Other');
  expect(location.hash).toBe(`#${OTHER}?to=1`);
});

test('an unknown path shows a notice with the bottom bar', async () => {
  await title('Form');
  go('/pages/nowhere/at-all');
  await title('Page not found');
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('#/');
});

test('a screen whose remote is being built says so, and opens by itself with the release that brings it', async () => {
  const [path, other] = ['/pages/nft/nft', '/pages/nft/other'];
  const routes = [path, other].map((each) => ({ path: each, access: 'guest' as const }));
  await title('Form');
  versions = versionsOf(1, remoteOf('nft', '0.0.0-none', { entry: '', tab: tabOf(4, path), routes }));
  act(changed);
  go(other);
  await title('Being built');
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
  go(path);
  // The screen of a tab has the tab's name, and no way back.
  await title('M');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  expect(screen.getByRole('status').textContent).toMatch(/Being built.*opens by itself/);
  expect(screen.getByRole('link', { name: 'M' }).getAttribute('aria-current')).toBe('page');
  waiting = versionsOf(2, remoteOf('nft', '1.0.0', { tab: tabOf(4, path), routes }));
  act(changed);
  const entry = () => document.querySelector('script[src*="nft/1.0.0/remoteEntry.js"]');
  await waitFor(() => expect(entry()).not.toBeNull(), { timeout: 15_000 });
});

/** Puts an element of the tool's own around what React drew and will take away: it then fails, as after a translator. */
function moveNodes(): void {
  for (const problem of document.querySelectorAll('[data-shown] [role=alert] > *')) {
    const wrapper = document.createElement('span');
    problem.replaceWith(wrapper);
    wrapper.append(problem);
  }
}

test('a screen whose nodes a tool has moved is drawn anew once, with what was typed; then its failure shows', async () => {
  endTyped = followTyped();
  await title('Form');
  const contact = () => document.querySelector<HTMLInputElement>('[data-shown] input[autocomplete=username]');
  const breakIt = async () => {
    await user.type(password(), 'a secret');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(document.querySelector('[data-shown] [role=alert] > *')).not.toBeNull());
    moveNodes();
    await user.type(password(), 's');
  };
  await user.type(contact() as Element, 'a@b.example');
  const former = contact();
  await breakIt();
  await waitFor(() => expect(former?.isConnected).toBe(false));
  const drawn = await title('Form');
  await waitFor(() => expect(contact()?.value).toBe('a@b.example'));
  expect(document.activeElement).toBe(drawn);
  expect(password()).toHaveProperty('value', '');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();

  await breakIt();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await title('Form');
  await waitFor(() => expect(contact()?.value).toBe('a@b.example'));
});

test('a wide page keeps the rail, and a list beside what is opened from it', async () => {
  const queries = vi.spyOn(window, 'matchMedia');
  queries.mockImplementation((query) => Object.assign(new EventTarget(), { matches: query.includes('768') }) as never);
  const [list, one, two] = ['/pages/nft/nft', '/pages/nft/one', '/pages/nft/two'];
  const routes = [
    { path: list, access: 'guest', wide: 'list' },
    { path: one, access: 'guest' },
    { path: two, access: 'guest' },
  ] as const;
  cleanup();
  versions = versionsOf(1, remoteOf('nft', '0.0.0-none', { entry: '', routes }));
  open();
  await title('Form');
  expect(screen.getByRole('navigation')).toBeTruthy();

  const columns = () =>
    [...document.querySelectorAll<HTMLElement>('[data-at]')].flatMap(({ dataset }) =>
      'shown' in dataset ? [`front ${dataset.at}`] : 'aside' in dataset ? [`beside ${dataset.at}`] : [],
    );
  go(list);
  await waitFor(() => expect(columns()).toEqual([`front ${list}`]));
  go(one);
  await waitFor(() => expect(columns()).toEqual([`beside ${list}`, `front ${one}`]));
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.getByRole('complementary')).toBeTruthy();
  go(two);
  await waitFor(() => expect(columns()).toEqual([`beside ${list}`, `front ${two}`]));
  go(OTHER);
  await waitFor(() => expect(columns()).toEqual([`beside ${list}`, `front ${OTHER}`]));
});
