import { useEffect, useLayoutEffect, useRef } from 'react';

/** A new screen starts at its top; one that the user returns to keeps its scroll position. */
export function useScrollMemory(entry: number | undefined): void {
  const positions = useRef(new Map<number, number>());

  // Before the next screen takes its place the page may shrink, which scrolls it: that is not the user's doing.
  useLayoutEffect(() => {
    if (entry === undefined) return;
    window.scrollTo(0, positions.current.get(entry) ?? 0);
  }, [entry]);

  useEffect(() => {
    if (entry === undefined) return;
    const remember = () => positions.current.set(entry, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [entry]);
}
