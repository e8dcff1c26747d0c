import { createContext, use, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { asScreenUrl, type ScreenUrl, screenUrl } from './screens.ts';

export type OpenOptions = {
  /** Takes the place of the present screen: the way back leads past it. */
  readonly replace?: boolean | undefined;
};

/** What the shell does for screens and for what lies over them. */
export type Navigation = {
  open(url: ScreenUrl, options?: OpenOptions): void;
  /** One step back in the history of the tab, or to its first screen. */
  back(): void;
  /** Makes the way back close what lies over the screen. Returns what to call when it is closed in another way. */
  cover(close: () => void): () => void;
};

/** Provided by the shell; without it a screen stands alone, as in its tests. */
export const NavigationContext = createContext<Navigation | null>(null);

/** Opens a screen from code: `open(screenUrl('/pages/fund/receive', { currency_id: 3 }))`. */
export function useOpenScreen(): Navigation['open'] {
  const navigation = use(NavigationContext);
  const navigate = useNavigate();
  return useCallback(
    (url, options = {}) => {
      if (navigation) navigation.open(url, options);
      else void navigate(url, { replace: options.replace ?? false });
    },
    [navigation, navigate],
  );
}

/** The router counts its steps in `history.state.idx`; zero means that there is nothing of ours behind this page. */
function stepBack(): void {
  const { idx } = (history.state ?? {}) as { idx?: number };
  if (idx) history.back();
  else location.hash = '#/';
}

/** The way back of a screen. */
export function useGoBack(): () => void {
  return use(NavigationContext)?.back ?? stepBack;
}

/** The present screen with its parameters, to come back to. */
export function useHere(): ScreenUrl {
  const { pathname, search } = useLocation();
  return asScreenUrl(pathname + search) ?? screenUrl('/');
}
