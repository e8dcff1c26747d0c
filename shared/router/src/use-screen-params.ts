import { bus } from '@tessera/bus';
import { text } from '@tessera/i18n';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readParams } from './read-params.ts';
import type { ParamsArgument, ReceivedParams, ScreenPath, Screens } from './screens.ts';
import { screenUrl } from './screens.ts';

type Replace<P extends ScreenPath> = (...params: ParamsArgument<P>) => void;

/**
 * The parameters that this screen was opened with: `useScreenParams('/pages/fund/receive', { currency_id: 'number?'
 * })`. The declaration repeats the one in `remote.json`; a different one does not compile. An invalid value is left out
 * and the user is notified, because the URL may be old or mistyped; not with `quiet`, where the screen itself says what is
 * wrong. The second element replaces the parameters without a history entry, the third names those that were left out.
 */
export function useScreenParams<P extends ScreenPath>(
  path: P,
  declared: Screens[P],
  { quiet = false }: { readonly quiet?: boolean } = {},
): readonly [params: ReceivedParams<P>, replace: Replace<P>, refused: readonly string[]] {
  const { search, pathname, key } = useLocation();
  const navigate = useNavigate();
  const names = JSON.stringify(declared);
  const { params, refused } = useMemo(
    () => readParams(JSON.parse(names) as Record<string, string>, new URLSearchParams(search)),
    [names, search],
  );
  const wrong = refused.join(', ');
  // A kept screen runs its effects each time it is shown; the user is notified once.
  const reported = useRef<string>(null);
  useEffect(() => {
    if (wrong === '' || reported.current === key) return;
    reported.current = key;
    console.warn(`${pathname} was opened with unusable parameters: ${wrong}`);
    if (!quiet) bus.request('toast', { text: text('common:badLink'), tone: 'info' });
  }, [wrong, key, pathname, quiet]);
  const replace = useCallback<Replace<P>>(
    (...next) => {
      const [, query = ''] = screenUrl(path, ...next).split('?');
      void navigate({ pathname, search: query }, { replace: true });
    },
    [path, pathname, navigate],
  );
  return [params as ReceivedParams<P>, replace, refused];
}
