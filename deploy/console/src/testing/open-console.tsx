import { visitArea } from '@tessera/device';
import { startTexts } from '@tessera/i18n/host';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { Console } from '../app/Console.tsx';
import { createServices } from '../app/services.ts';
import type { Screen } from '../app/use-screen.ts';
import { NOW, type Platform, TOKEN } from './platform.ts';

/** Renders the whole page against a fake platform, starting at a fixed time. Call once per file. */
export function onTheConsole(): void {
  beforeAll(() => startTexts('en'));
  beforeEach(() => {
    // jsdom does not implement media queries.
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
    // The platform's own timer uses real time.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(abortAfter);
    sessionStorage.clear();
    localStorage.clear();
    location.hash = '';
  });
  afterEach(async () => {
    // Toasts survive the page that showed them.
    await pass(10_000);
    cleanup();
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

function abortAfter(time: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('timed out', 'TimeoutError')), time);
  return limit.signal;
}

/** Advances the clock by some ms. */
export const pass = (time: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(time)));

/** Opens a screen with an existing session. `lasts` is the remaining session time in ms. */
export function openConsole(platform: Platform, screenName: Screen = 'releases', lasts = 8 * 3_600_000): UserEvent {
  const { name, role } = platform.account;
  const session = { token: TOKEN, expiresAt: NOW + lasts, member: { name, role } };
  sessionStorage.setItem('tessera.console.session', JSON.stringify(session));
  return visit(platform, screenName);
}

/** Opens the page in this tab. */
export function visit(platform: Platform, screenName: Screen = 'releases'): UserEvent {
  location.hash = `#/${screenName}`;
  const services = createServices({
    origin: 'https://h5.example',
    fetch: platform.fetch,
    transmit: platform.transmit,
    storage: visitArea,
    now: () => Date.now(),
  });
  render(<Console services={services} />);
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

/** The card of a remote, once it is rendered. */
export const card = async (name: string) => within(await screen.findByRole('article', { name }));

/** Opens a dialog of a remote by its button. */
export async function openDialog(user: UserEvent, name: string, button: RegExp | string) {
  await user.click((await card(name)).getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}
