import { useSyncExternalStore } from 'react';

export const SCREENS = [
  'releases',
  'history',
  'instruments',
  'services',
  'treasury',
  'support',
  'moderation',
  'announcements',
] as const;
export type Screen = (typeof SCREENS)[number];

export const screenHref = (screen: Screen): string => `#/${screen}`;

const read = (): Screen => SCREENS.find((screen) => location.hash === screenHref(screen)) ?? 'releases';

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The screen named in the URL; the releases by default. */
export const useScreen = (): Screen => useSyncExternalStore(subscribe, read);
