import { useSyncExternalStore } from 'react';

export const SCREENS = [
  'releases',
  'history',
  'instruments',
  'services',
  'treasury',
  'changes',
  'machines',
  'support',
  'moderation',
  'announcements',
] as const;
export type Screen = (typeof SCREENS)[number];

/** Of a screen, or of one thing on it. */
export const screenHref = (screen: Screen, id?: string): string => `#/${screen}${id === undefined ? '' : `/${id}`}`;

const parts = (): readonly string[] => location.hash.split('/').slice(1);
const read = (): Screen => SCREENS.find((screen) => screen === parts()[0]) ?? 'releases';
const readSubject = (): string | null => parts()[1] ?? null;

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The screen named in the URL; the releases by default. */
export const useScreen = (): Screen => useSyncExternalStore(subscribe, read);

/** What on the screen the URL names. */
export const useSubject = (): string | null => useSyncExternalStore(subscribe, readSubject);
