import { useLayoutEffect, useRef } from 'react';

/** A new screen starts at its top; one that the user comes back to is shown where it was left. */
export function useScrollMemory(entry: number | undefined): void {
  const positions = useRef(new Map<number, number>());

  // A layout effect throughout: scroll events come with the next frame, and one that the exchange of screens causes must
  // no longer be taken for the screen that was left.
  useLayoutEffect(() => {
    if (entry === undefined) return;
    const remember = () => positions.current.set(entry, window.scrollY);
    window.scrollTo(0, positions.current.get(entry) ?? 0);
    window.addEventListener('scroll', remember, { passive: true });
    // The event of a scroll just before may not have come yet. Capturing: before the router shows another screen.
    window.addEventListener('popstate', remember, { capture: true });
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('popstate', remember, { capture: true });
    };
  }, [entry]);
}
