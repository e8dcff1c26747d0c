import { proofFor } from '@tessera/api';
import '@tessera/ui/tokens.css';
import './start/start.css';
import { configureApi, learnTime } from '@tessera/api/host';
import type { SignedIn } from '@tessera/api/identity';
import { useSite } from '@tessera/api/site';
import { bus } from '@tessera/bus';
import { formatFiat } from '@tessera/money';
import { QueryClientProvider } from '@tessera/query';
import { connectRealtime } from '@tessera/realtime/host';
import { HashRouter } from '@tessera/router';
import { clearBefore } from '@tessera/storage/host';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startRelease } from './federation/release.ts';
import { followAccountFiat, seedFiatRates, startFiat } from './fiat/fiat.ts';
import { fetchFirst } from './first-request.ts';
import { followAccountLanguage, languageCode, startLanguage } from './language/language.ts';
import { createQueryClient } from './query-client.ts';
import { startSession } from './session/session.ts';
import { setBusy } from './shell/busy.ts';
import { isGone } from './shell/load-anew.ts';
import { preloadFirstPage } from './shell/preload.ts';
import { Shell } from './shell/Shell.tsx';
import { endStart } from './start/end-start.ts';
import { startTheme } from './theme/theme.ts';

/** Raised when all stored values become invalid at once, in `index.ejs` as well; a single value has its own version. */
const GENERATION = 1;

clearBefore(GENERATION, 'host.web-version');
startTheme();

// Languages are asked for by screens, which come after the release.
const texts = startLanguage(() => isGone(release));
const session = startSession({
  onPreferences(preferences) {
    followAccountLanguage(preferences?.language ?? null);
    followAccountFiat(preferences?.fiat ?? null);
  },
});
configureApi({
  baseUrl: '/api',
  token: session.token,
  language: languageCode,
  fetch: fetchFirst,
  // Each call that opens one returns it, by the contract.
  onSessionOpened: (output, { remember = true }) => session.begin(output as SignedIn, { remember }),
  onSessionInvalid: session.invalidated,
  onVerificationRequired: session.verificationRequired,
  onBusy: setBusy,
});
startFiat();
connectRealtime({
  url: new URL('/realtime', location.href.replace(/^http/, 'ws')).href,
  token: session.token,
  prove: (token) => proofFor(token, { method: 'GET', url: '/realtime' }),
  learnTime,
});

/** Reads the site configuration at every launch, whatever screen is opened first. */
function FollowSite(): null {
  useSite();
  return null;
}

// The browser's first formatter of a currency takes 45 ms on a phone: in a task of its own, not in a screen's.
setTimeout(() => {
  const [fiat, language] = [bus.last('fiat'), bus.last('language')];
  if (fiat && language) formatFiat('0', fiat, language.locale);
});

// React says what is wrong where it is missing.
const root = createRoot(document.getElementById('root') as HTMLElement);

/** Without a manifest that can be trusted there is nothing to show but that. */
async function giveUp(error: unknown): Promise<never> {
  const [{ default: StartFailed }] = await Promise.all([
    import(/* webpackChunkName: "rarely" */ './shell/StartFailed.tsx'),
    texts,
  ]);
  endStart();
  const refused = error instanceof Error && error.name === 'OverrideRefused' ? error.message : null;
  root.render(
    <HashRouter>
      <StartFailed refused={refused} />
    </HashRouter>,
  );
  console.error(error);
  return new Promise(() => undefined);
}

/** Only pages with an override load it; it asks in the user's language. */
const previewGuard = () => texts.then(() => import(/* webpackChunkName: "rarely" */ './app/preview-guard.tsx'));

const release = await startRelease(previewGuard).catch(giveUp);
preloadFirstPage(release.current());
await texts;

const queries = createQueryClient();
seedFiatRates(queries);

// In a transition, as all of the first screen: it is drawn between other tasks, not in one that blocks.
startTransition(() =>
  root.render(
    <QueryClientProvider client={queries}>
      <FollowSite />
      <HashRouter>
        <Shell release={release} session={session} />
      </HashRouter>
    </QueryClientProvider>,
  ),
);

session.check();
import(/* webpackChunkName: "after-screen" */ './session/after-start.ts').then(
  ({ afterStart }) => afterStart({ token: session.token, release, queries }),
  // The error names the file. The screens work without it.
  console.warn,
);
