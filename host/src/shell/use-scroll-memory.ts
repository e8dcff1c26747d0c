import { useLayoutEffect, useRef } from 'react';

/** A new screen starts at its top; one that the user comes back to is shown where it was left. */
export function useScrollMemory(entry: number | undefined): void {
  const positions = useRef(new Map<number, number>());
  const scrolled = useRef(false);

  // A layout effect throughout: scroll events come with the next frame, and one that the exchange of screens causes must
  // no longer be taken for the screen that was left.
  useLayoutEffect(() => {
    if (entry === undefined) return;
    const left = positions.current.get(entry) ?? 0;
    // Defined while the screen is shorter than it was left: its rows come later. The user's own scroll ends the wait.
    let growth: ResizeObserver | undefined;
    const settle = () => {
      growth?.disconnect();
      growth = undefined;
    };
    const restore = () => {
      window.scrollTo(0, left);
      if (window.scrollY >= left - 1) settle();
    };
    const remember = () => {
      if (!growth) positions.current.set(entry, window.scrollY);
    };
    // The first screen of a page is at its top: to ask would lay the page out.
    if (left > 0 || scrolled.current) window.scrollTo(0, left);
    scrolled.current = true;
    if (left > 0 && window.scrollY < left - 1) {
      growth = new ResizeObserver(restore);
      growth.observe(document.body);
    }
    window.addEventListener('scroll', remember, { passive: true });
    // The event of a scroll just before may not have come yet. Capturing: before the router shows another screen.
    window.addEventListener('popstate', remember, { capture: true });
    window.addEventListener('pointerdown', settle);
    window.addEventListener('wheel', settle, { passive: true });
    return () => {
      settle();
      window.removeEventListener('scroll', remember);
      window.removeEventListener('popstate', remember, { capture: true });
      window.removeEventListener('pointerdown', settle);
      window.removeEventListener('wheel', settle);
    };
  }, [entry]);
}
