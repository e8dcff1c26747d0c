import { createContext, use, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { asScreenUrl, type ScreenUrl, screenUrl } from './screens.ts';

export type OpenOptions = {
  /** Replaces the current screen: back skips it. */
  readonly replace?: boolean | undefined;
};

/** Services of the shell for screens and overlays. */
export type Navigation = {
  open(url: ScreenUrl, options?: OpenOptions): void;
  /** One step back in the history of the tab, or to its first screen. */
  back(): void;
  /** Makes back close an overlay. Returns a function to call when it is closed otherwise. */
  cover(close: () => void): () => void;
  /** Of a list beside the screen that was opened from it. */
  readonly aside?: boolean;
};

/** Provided by the shell; without it a screen runs alone, as in tests. */
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

/** Back navigation of a screen. */
export function useGoBack(): () => void {
  return use(NavigationContext)?.back ?? stepBack;
}

/** The current screen with its parameters, to return to. */
export function useHere(): ScreenUrl {
  const { pathname, search } = useLocation();
  return asScreenUrl(pathname + search) ?? screenUrl('/');
}
