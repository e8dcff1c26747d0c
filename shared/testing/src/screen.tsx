import { bus, type SessionUser } from '@tessera/bus';
import { addTexts, type RemoteModule, startTexts } from '@tessera/i18n';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { HashRouter } from '@tessera/router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';

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
  bus.emit('fiat', { code: 'USD', rate: '1' });
  bus.emit('realtime', { status: 'open', since: 0 });
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
  bus.emit('session', { user: { ...demoUser, ...changes } });

export const signOut = (): void => bus.emit('session', null);

/** The texts of the toasts that were asked for since, in order. Call it in `beforeEach`. */
export function collectToasts(): { readonly texts: readonly string[]; stop(): void } {
  const texts: string[] = [];
  return { texts, stop: bus.on('toast', ({ text }) => texts.push(text)) };
}

/** A screen as the host shows it at this route (`/pages/fund/transfer?currency_id=3`); returns the user's hands. */
export function showScreen(screen: ReactNode, route = '/') {
  location.hash = `#${route}`;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <HashRouter>{screen}</HashRouter>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client, ...view };
}
