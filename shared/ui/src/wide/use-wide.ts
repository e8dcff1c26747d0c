import { matchesMedia, watchMedia } from '@tessera/device';
import { useCallback, useSyncExternalStore } from 'react';

/** CSS px, which style sheets repeat: lists keep their detail beside them; a trade page shows all of it at once. */
const LEAST = { tablet: 768, desk: 1100 } as const;

/** Whether the page is as wide as that, for what a style sheet alone cannot arrange. */
export function useWide(width: keyof typeof LEAST = 'tablet'): boolean {
  const query = `(min-width: ${LEAST[width]}px)`;
  return useSyncExternalStore(
    useCallback((listener) => watchMedia(query, listener), [query]),
    () => matchesMedia(query),
  );
}
