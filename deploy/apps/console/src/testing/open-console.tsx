import { startTexts } from '@tessera/i18n';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { Console } from '../app/Console.tsx';
import { createServices } from '../app/services.ts';
import { NOW, type Platform, TOKEN } from './platform.ts';

/** The whole page in front of a platform, at a fixed time that goes on. To be called once in a file. */
export function onTheConsole(): void {
  beforeAll(() => startTexts('en'));
  beforeEach(() => {
    // jsdom shows no media queries.
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
    // The platform's own timer keeps to the real time.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(abortAfter);
    sessionStorage.clear();
    localStorage.clear();
    location.hash = '';
  });
  afterEach(async () => {
    // Toasts outlive the page that they were shown on.
    await pass(10_000);
    cleanup();
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

function abortAfter(time: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('the time is over', 'TimeoutError')), time);
  return limit.signal;
}

/** Lets so many ms go by. */
export const pass = (time: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(time)));

/** A person who was signed in before, on a screen, and their hands. `lasts` ms that are left of the session. */
export function openConsole(
  platform: Platform,
  screenName: 'releases' | 'history' = 'releases',
  lasts = 8 * 3_600_000,
): UserEvent {
  const { name, role } = platform.account;
  const session = { token: TOKEN, expiresAt: NOW + lasts, member: { name, role } };
  sessionStorage.setItem('tessera.console.session', JSON.stringify(session));
  return visit(platform, screenName);
}

/** Somebody who opens the page in this tab. */
export function visit(platform: Platform, screenName: 'releases' | 'history' = 'releases'): UserEvent {
  location.hash = `#/${screenName}`;
  const services = createServices({
    origin: 'https://h5.example',
    fetch: platform.fetch,
    storage: sessionStorage,
    now: () => Date.now(),
  });
  render(<Console services={services} />);
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

/** What is shown of a remote, once it is there. */
export const card = async (name: string) => within(await screen.findByRole('article', { name }));

/** Opens a dialog of a remote by its button. */
export async function openDialog(user: UserEvent, name: string, button: RegExp | string) {
  await user.click((await card(name)).getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}
