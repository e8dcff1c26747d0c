import { bus } from '@tessera/bus';
import { type QueryClient, QueryClientProvider } from '@tessera/query';
import { createRoot } from 'react-dom/client';
import type { Release } from '../federation/release.ts';
import { FollowFiatRates } from '../fiat/FollowFiatRates.tsx';
import { HOME, HOME_ALIAS } from '../shell/navigation/navigator.ts';
import { AnnouncementPopUp } from './AnnouncementPopUp.tsx';
import { addAppTexts } from './all-texts.ts';
import { dropCookies } from './drop-cookies.ts';
import { keepBalances } from './last-balances.ts';
import { OfflineBalances } from './OfflineBalances.tsx';
import { PausedServices } from './PausedServices.tsx';
import { pendingPopUp, popUpClosed } from './pop-up.ts';
import { forgetDevice, startWorker } from './worker.ts';

/** The grounds of the two themes (`shared/ui/src/tokens`). */
const GROUNDS = { light: '#f2f6f7', dark: '#0f1012' };

/** Renders beside the shell, so that its first bundle stays as it is. The place is marked as none that a remote left. */
function beside(element: React.ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'));
  place.dataset.host = '';
  createRoot(place).render(element);
}

/** The system's bars have the colour of the chosen theme, and shortcuts of the installed app its language. */
function dressUp(): void {
  bus.on('theme', (theme) => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      meta.content = GROUNDS[theme];
  });
  bus.on('language', ({ code }) => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (link) link.href = `/h5/app/${code}.webmanifest`;
  });
}

async function popUp(): Promise<void> {
  const screen = location.hash.slice(1).split('?')[0] || HOME;
  if (screen !== HOME && screen !== HOME_ALIAS) return;
  const item = await pendingPopUp();
  if (item) beside(<AnnouncementPopUp item={item} onClosed={() => popUpClosed(item)} />);
}

export type AppParts = { readonly release: Release; readonly queries: QueryClient };

/** What makes the page an app: its worker, last known balances, announcements that pop up, paused services. */
export async function startApp({ release, queries }: AppParts): Promise<void> {
  dropCookies();
  dressUp();
  keepBalances(queries);
  bus.on('session', (session) => {
    if (session === null) forgetDevice().catch((error) => console.warn('the device was not forgotten', error));
  });
  await addAppTexts();
  beside(<OfflineBalances />);
  beside(
    <QueryClientProvider client={queries}>
      <FollowFiatRates />
      <PausedServices />
    </QueryClientProvider>,
  );
  await popUp();
  await startWorker(release);
}
