import { useEffect, useRef } from 'react';

/**
 * After a navigation, and when a screen was drawn anew, the focus is on the screen's title, so that screen readers
 * announce it; a screen that has put it into a field already (a search, a code) keeps it there.
 */
export function useFocusOnTitle(key: string | undefined, attempt?: number): void {
  const first = useRef(true);
  useEffect(() => {
    if (!key) return;
    // The browser announces the first screen itself, by the page's own load.
    if (!first.current && !document.activeElement?.matches('[data-shown] input'))
      document.querySelector<HTMLElement>('[data-shown] h1[tabindex]')?.focus({ preventScroll: true });
    first.current = false;
    // A screen that is drawn anew has the same key.
  }, [key, attempt]);
}
