import { type RefObject, useEffect } from 'react';
import type { EdgeSwipe } from './edge-swipe.ts';

/** A swipe from the edge at which lines begin goes back. Loaded after the first screen, from which nothing leads back. */
export function useEdgeSwipe(outlet: RefObject<HTMLElement | null>, { canGoBack, back }: EdgeSwipe): void {
  useEffect(() => {
    const element = outlet.current;
    if (!element) return;
    let current = true;
    const following = import(/* webpackChunkName: "after-screen" */ './edge-swipe.ts').then(
      ({ followEdgeSwipe }) => (current ? followEdgeSwipe(element, { canGoBack, back }) : undefined),
      // Without a connection the button goes back.
      () => undefined,
    );
    return () => {
      current = false;
      void following.then((stop) => stop?.());
    };
  }, [outlet, canGoBack, back]);
}
