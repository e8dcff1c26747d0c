import { QueryClientProvider } from '@tessera/query';
import { ToastHost } from '@tessera/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { LogInScreen } from '../session/LogInScreen.tsx';
import { Frame } from './Frame.tsx';
import { type Services, ServicesProvider } from './services.ts';

/** The whole page: the log-in, or the screens while the session lasts. */
export function Console({ services }: { readonly services: Services }) {
  const { session, queries, now } = services;
  const state = useSyncExternalStore(session.subscribe, session.current);
  const expiresAt = state.signedIn ? state.session.expiresAt : null;

  useEffect(() => {
    if (expiresAt === null) {
      // The next user must not see data of this one.
      queries.clear();
      return;
    }
    const timer = setTimeout(() => session.close('expired'), Math.max(0, expiresAt - now()));
    return () => clearTimeout(timer);
  }, [expiresAt, queries, session, now]);

  return (
    <ServicesProvider value={services}>
      <QueryClientProvider client={queries}>
        {state.signedIn ? <Frame session={state.session} /> : <LogInScreen reason={state.reason} />}
        <ToastHost />
      </QueryClientProvider>
    </ServicesProvider>
  );
}
