import {
  type Appearance,
  bus,
  type Fiat,
  type Language,
  type RealtimeState,
  type Session,
  type StickyEvents,
  type ThemeName,
} from '@tessera/bus';
import { useSyncExternalStore } from 'react';

/** The sticky values as a hook source: one subscription function per event, made once. */
function sticky<K extends keyof StickyEvents>(type: K): () => StickyEvents[K] | undefined {
  const subscribe = (changed: () => void) => bus.on(type, changed);
  const read = () => bus.last(type);
  return () => useSyncExternalStore(subscribe, read);
}

const useLastSession = sticky('session');
const useLastLanguage = sticky('language');
const useLastFiat = sticky('fiat');
const useLastTheme = sticky('theme');
const useLastAppearance = sticky('appearance');
const useLastRealtime = sticky('realtime');

/** Who is signed in; null for a guest. */
export const useSession = (): Session | null => useLastSession() ?? null;

/** Uid of the signed-in user at this moment, outside of components; null for a guest. */
export const signedInUid = (): string | null => bus.last('session')?.user.uid ?? null;

export const useLanguage = (): Language => useLastLanguage() ?? { code: 'en', locale: 'en' };

/** The fiat currency that equivalents are shown in, with its rate per US dollar. */
export const useFiat = (): Fiat => useLastFiat() ?? { code: 'USD', rate: '1' };

export const useTheme = (): ThemeName => useLastTheme() ?? 'light';

export const useAppearance = (): Appearance => useLastAppearance() ?? { theme: 'system', direction: 'green-up' };

export const useRealtimeState = (): RealtimeState => useLastRealtime() ?? { status: 'connecting', since: 0 };
