import { ask } from './ask.ts';

/** Whether a media query holds; one that the browser cannot tell does not. */
export const matchesMedia = (query: string): boolean => ask(() => matchMedia(query).matches === true, false);

/** Calls `listener` when the query begins or ceases to hold. Unsubscribes. */
export function watchMedia(query: string, listener: () => void): () => void {
  return ask(
    () => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => undefined,
  );
}
