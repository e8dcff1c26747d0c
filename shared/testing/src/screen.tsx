import type { SessionUser } from '@tessera/bus';
import { bus } from '@tessera/bus/host';
import { addTexts, type RemoteModule } from '@tessera/i18n';
import { startTexts } from '@tessera/i18n/host';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { HashRouter } from '@tessera/router';
import { type RenderResult, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach } from 'vitest';
import { type ExchangeHandlers, type FakeExchange, fakeExchange } from './exchange.ts';

/** Says what the host says, such as `emit('fiat', { code: 'EUR', rate: '0.9' })`; a screen may only ask. */
export const { emit } = bus;

/**
 * What the host has done before a screen of this remote is shown: English texts, prices in dollars, a connection. A page
 * with texts of its own is named by its `module`.
 */
export async function startScreens(
  remote: Pick<RemoteModule, 'name' | 'texts'> & Partial<RemoteModule>,
  page = '',
): Promise<void> {
  await startTexts('en');
  await addTexts(remote.name, remote.texts);
  await remote.pages?.[page]?.();
  emit('fiat', { code: 'USD', rate: '1' });
  emit('realtime', { status: 'open', since: 0 });
}

export const demoUser: SessionUser = {
  uid: '10000001',
  accountName: 'demo@tessera.example',
  nickname: 'Demo',
  avatar: null,
  verificationLevel: 1,
  hasPayPassword: false,
};

export const signIn = (changes: Partial<SessionUser> = {}): void =>
  emit('session', { user: { ...demoUser, ...changes } });

export const signOut = (): void => emit('session', null);

let stopCollecting: (() => void) | undefined;

/** The texts of the toasts that were asked for since, in order. */
export function collectToasts(): { readonly texts: readonly string[] } {
  stopCollecting?.();
  const texts: string[] = [];
  stopCollecting = bus.on('toast', ({ text }) => texts.push(text));
  return { texts };
}

type Surroundings = {
  /** The `module` of a page with texts of its own. */
  readonly page?: string;
  /** Who is signed in when a test begins: the demo user with these changes; a guest unless given. */
  readonly user?: Partial<SessionUser> | null;
  /** Asked before each test. */
  readonly exchange: () => ExchangeHandlers;
};

/**
 * Gives each test of this file what the host and the exchange are to a screen of this remote: texts, session, an exchange
 * without requests, and no toasts. What it returns is of the test that runs.
 */
export function testScreens(
  remote: Parameters<typeof startScreens>[0],
  { page, user, exchange }: Surroundings,
): { readonly exchange: FakeExchange; readonly toasts: ReturnType<typeof collectToasts> } {
  let current: FakeExchange;
  let toasts: ReturnType<typeof collectToasts>;
  beforeAll(() => startScreens(remote, page));
  beforeEach(() => {
    if (user) signIn(user);
    else signOut();
    toasts = collectToasts();
    current = fakeExchange(exchange());
  });
  return {
    exchange: {
      get requests() {
        return current.requests;
      },
      of: (callId) => current.of(callId),
      sent: (callId, place) => current.sent(callId, place),
      change: (handlers) => current.change(handlers),
    },
    toasts: {
      get texts() {
        return toasts.texts;
      },
    },
  };
}

const PAY_PASSWORD = '482915';

/** Enters the payment password where the screen asks for it. */
export async function enterPayPassword({ click }: Pick<UserEvent, 'click'>): Promise<void> {
  const keypad = within(await screen.findByRole('group', { name: 'Payment password' }));
  for (const digit of PAY_PASSWORD) await click(keypad.getByRole('button', { name: digit }));
}

/** A screen as the host shows it at this route (`/pages/fund/transfer?currency_id=3`); returns the user's hands. */
export function showScreen(
  shown: ReactNode,
  route = '/',
): RenderResult & { readonly user: UserEvent; readonly client: QueryClient } {
  location.hash = `#${route}`;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <HashRouter>{shown}</HashRouter>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client, ...view };
}
