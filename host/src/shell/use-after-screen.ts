import { type RefObject, useEffect } from 'react';
import type { Release } from '../federation/release.ts';
import type { Navigator } from './navigation/navigator.ts';
import type { Screen } from './use-screen.ts';

/** Reports what is on screen, and follows the swipe back. Loaded after the screen, so as not to delay it. */
export function useAfterScreen(
  release: Release,
  screen: Screen | null,
  outlet: RefObject<HTMLElement | null>,
  navigator: Navigator,
): void {
  useEffect(() => {
    import(/* webpackChunkName: "after-screen" */ './after-screen.ts').then(
      ({ afterScreen }) => afterScreen(release, screen, outlet.current, navigator),
      // Without a connection reports cannot be sent, and the button goes back.
      () => undefined,
    );
  }, [release, screen, outlet, navigator]);
}
