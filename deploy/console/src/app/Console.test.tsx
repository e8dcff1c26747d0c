// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { card, onTheConsole, openConsole, pass, visit } from '../testing/open-console.tsx';
import { ENROLMENT, Platform, RECOVERY_CODES, rejection } from '../testing/platform.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
});

async function logIn(user: UserEvent, password: string): Promise<void> {
  await user.clear(screen.getByLabelText('Password'));
  await user.clear(screen.getByLabelText('E-mail address'));
  await user.type(screen.getByLabelText('E-mail address'), ' olga@tessera.example ');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

describe('logging in', () => {
  test('a wrong password shows an error; the right one and the second factor open the releases', async () => {
    platform.code = '123456';
    const user = visit(platform);
    await logIn(user, 'wrong');
    expect((await screen.findByRole('alert')).textContent).toBe('Account or password is incorrect');
    await logIn(user, 'right');
    await user.type(await screen.findByLabelText('Authenticator code'), '654321');
    expect((await screen.findByRole('alert')).textContent).toBe('The authenticator code is incorrect');
    await user.type(screen.getByLabelText('Authenticator code'), '123456');
    expect(await screen.findByRole('heading', { level: 1, name: 'Releases' })).toBeDefined();
    expect(screen.getByTitle('Signed in as Olga Petrova, operator')).toBeDefined();
  });

  test('the first log-in sets up a second factor and shows its recovery codes', async () => {
    const user = visit(platform);
    await logIn(user, 'right');
    expect(await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeDefined();
    expect(screen.getByText(ENROLMENT.secret)).toBeDefined();
    await user.type(screen.getByLabelText('Authenticator code'), '111111');
    expect((await screen.findByRole('alert')).textContent).toBe('The authenticator code is incorrect');
    await user.type(screen.getByLabelText('Authenticator code'), '123456');
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(RECOVERY_CODES.length);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'I have saved these codes' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Releases' })).toBeDefined();
  });

  test('a recovery code replaces a lost factor', async () => {
    platform.code = '123456';
    const user = visit(platform);
    await logIn(user, 'right');
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), RECOVERY_CODES[0] ?? '');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Releases' })).toBeDefined();
  });

  test('without address and password nothing is sent', async () => {
    const user = visit(platform);
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByRole('alert').textContent).toBe('Enter your e-mail address and your password.');
    expect(platform.calls).toEqual([]);
  });

  test.each([
    ['the network is away', 'no connection' as const, 'No connection. Check your network and try again.'],
    [
      'the backend is away',
      { status: 503, body: { type: 'error', code: 0, error: 'backend_unavailable', message: 'not available' } },
      'The backend, which verifies staff sessions, does not respond. Try again in a moment.',
    ],
  ])('shows an error while %s', async (_, reply, said) => {
    platform.reply('POST /api/staff/login', reply);
    await logIn(visit(platform), 'right');
    expect((await screen.findByRole('alert')).textContent).toBe(said);
  });

  test('logging out clears the session in the tab and on the server', async () => {
    const user = openConsole(platform);
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('You are logged out.')).toBeDefined();
    // It is signed first.
    await waitFor(() => expect(platform.sent('POST /api/staff/logout')).toHaveLength(1));
    expect(sessionStorage).toHaveLength(0);
  });

  test('logging out succeeds without the server, with a notice', async () => {
    const user = openConsole(platform);
    platform.reply('POST /api/staff/logout', 'no connection');
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByText(/the server could not be reached/)).toBeDefined();
  });
});

describe('a session', () => {
  test('that was closed elsewhere returns to the log-in, with the reason', async () => {
    openConsole(platform);
    await card('finance');
    platform.sessionEnded = true;
    await pass(2_000);
    expect(await screen.findByText(/Your session has ended: it was closed elsewhere/)).toBeDefined();
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('that expired returns to the log-in, with the reason', async () => {
    openConsole(platform, 'releases', 60_000);
    await card('finance');
    await pass(60_000);
    expect(await screen.findByText(/Your session expired after eight hours/)).toBeDefined();
  });

  test('of a page that is not used ends after the time that the server allows; input keeps it', async () => {
    platform.idleMs = 30_000;
    const user = openConsole(platform);
    await card('finance');
    await pass(20_000);
    await user.keyboard('{Tab}');
    await pass(20_000);
    expect(screen.getByRole('heading', { level: 1, name: 'Releases' })).toBeDefined();
    await pass(10_000);
    expect(await screen.findByText(/the page was not used for a while/)).toBeDefined();
    // It is signed first.
    await waitFor(() => expect(platform.sent('POST /api/staff/logout')).toHaveLength(1));
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('figures', () => {
  test('refresh automatically', async () => {
    openConsole(platform);
    expect((await card('markets')).getByText('0.5.0')).toBeDefined();
    platform.release('promote', 'markets', { stable: '0.6.0', previous: '0.5.0' });
    await pass(2_000);
    expect((await card('markets')).getByText('0.6.0')).toBeDefined();
    expect(within(screen.getByText('Epoch').parentElement as HTMLElement).getByText('8')).toBeDefined();
  });

  test.each([
    ['the registry is away', rejection(503, 'registry_unavailable', 'Away.'), 'The registry does not respond'],
    ['the gateway cannot reach the registry', { status: 502, body: null }, 'The registry does not respond'],
    ['the network is away', 'no connection' as const, 'No connection to the platform'],
    [
      'the backend is away',
      rejection(503, 'backend_unavailable', 'Away.'),
      'The backend, which verifies staff sessions, does not respond',
    ],
    ['the store is damaged', rejection(500, 'store_damaged', 'ReleaseEvent 3 is cut off.'), 'The registry has a fault'],
    [
      'the registry is of another version',
      { status: 200, body: { epoch: '7' } },
      'The registry returned an unexpected format',
    ],
  ])('that fail to load because %s stay visible with their age, and block releases', async (_, reply, title) => {
    const user = openConsole(platform);
    await card('finance');
    platform.reply('GET /registry/status', reply);
    await pass(2_000);
    expect(await screen.findByText(title)).toBeDefined();
    await pass(4_000);
    expect(screen.getByText(/What you see is \d s old/)).toBeDefined();
    const rollback = (await card('finance')).getByRole('button', { name: 'Roll back' });
    expect([rollback.hasAttribute('disabled'), rollback.title]).toEqual([true, 'The figures are out of date']);
    platform.recover();
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect((await card('finance')).getByRole('button', { name: 'Roll back' }).hasAttribute('disabled')).toBe(false);
  });

  test('that never loaded are retried by the user or automatically', async () => {
    platform.reply('GET /registry/status', 'no response');
    const user = openConsole(platform);
    expect(await screen.findByRole('status', { name: 'Loading the releases' })).toBeDefined();
    await pass(8_000);
    platform.reply('GET /registry/status', rejection(503, 'registry_unavailable', 'Away.'));
    await pass(2_000);
    expect(within(await screen.findByRole('alert')).getByText('The releases did not load')).toBeDefined();
    platform.recover();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await card('finance');
  });
});

test('a platform without releases shows an empty state, not an error', async () => {
  platform.events = [];
  platform.reply('GET /registry/status', rejection(422, 'nothing_stable', 'Nothing is live yet.'));
  const user = openConsole(platform);
  expect(await screen.findByText('No remote is live')).toBeDefined();
  expect(screen.getByText('npm run tessera -- publish <name>')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'History' }));
  expect(await screen.findByText('Nothing has been released yet')).toBeDefined();
});

test('a broken history chain is reported on every screen', async () => {
  platform.status = { ...platform.status, chain: 'broken' };
  const user = openConsole(platform);
  expect((await screen.findByRole('alert')).textContent).toContain('tampered with or damaged');
  expect(screen.getByText('Broken')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'History' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'History' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('tampered with or damaged');
});

describe('a member without release rights', () => {
  test('reads everything and sees the required role', async () => {
    platform.account.role = 'support';
    const user = openConsole(platform);
    expect(await screen.findByText(/You are signed in as support\. You can read everything here/)).toBeDefined();
    const finance = await card('finance');
    for (const name of ['Promote…', 'Ramp…', 'Preview…', 'Roll back']) {
      const button = finance.getByRole('button', { name });
      expect([button.hasAttribute('disabled'), button.title]).toEqual([
        true,
        'Requires the role operator or admin, or a granted right',
      ]);
    }
    await user.click(screen.getByRole('link', { name: 'History' }));
    expect((await screen.findByRole('button', { name: 'Revert to epoch 6' })).hasAttribute('disabled')).toBe(true);
  });

  test('is determined by the backend, not by the log-in response', async () => {
    openConsole(platform);
    platform.account.role = 'support';
    expect(await screen.findByText(/You are signed in as support/)).toBeDefined();
  });
});

test('the theme toggles, and persists', async () => {
  const user = openConsole(platform);
  await user.click(await screen.findByRole('button', { name: 'Dark appearance' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('tessera.console.theme')).toBe('dark');
  await user.click(screen.getByRole('button', { name: 'Light appearance' }));
  expect(document.documentElement.dataset.theme).toBe('light');
});

test('another screen focuses its heading and sets the tab title', async () => {
  const user = openConsole(platform);
  await card('finance');
  await user.click(screen.getByRole('link', { name: 'History' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('History'));
  expect(document.title).toBe('History · Tessera');
});

test('the navigation scrolls to the link of the screen that is shown: on a phone not all fit', async () => {
  const scrolled: string[] = [];
  const former = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function (this: Element) {
    if (this.closest('nav')) scrolled.push(this.textContent ?? '');
  };
  try {
    const user = openConsole(platform, 'announcements');
    await waitFor(() => expect(scrolled.at(-1)).toBe('Announcements'));
    await user.click(screen.getByRole('link', { name: /^Changes/ }));
    await waitFor(() => expect(scrolled.at(-1)).toContain('Changes'));
  } finally {
    Element.prototype.scrollIntoView = former;
  }
});
