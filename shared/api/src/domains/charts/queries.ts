// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import { bus } from '@tessera/bus';
import { problemText } from '@tessera/i18n';
import { useMutation, useQueryClient } from '@tessera/query';
import { signedInUid, useSession } from '@tessera/session';
import { type StoredValue, storedValue, texts } from '@tessera/storage';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ChartsContract } from './contract.ts';
import { chartsRoutes } from './routes.ts';
import {
  type Drawing,
  drawingFrom,
  drawingText,
  type IndicatorSetting,
  indicatorFrom,
  indicatorText,
} from './rules.ts';

const { query, call } = callsOf<ChartsContract>(chartsRoutes);

const lines = ({ list }: { readonly list: readonly string[] }): readonly string[] => list;
const kept = { quiet: true, staleTime: 300_000, read: lines } as const;

const useSavedDrawings = query('GET /charts/drawings', kept);
const useSavedIndicators = query('GET /charts/indicators', kept);
const saveDrawings = call('POST /charts/drawings');
const saveIndicators = call('POST /charts/indicators');

/** What a guest has set, on the device. Drawings are by symbol: `BTC/USDT segment 1,2 3,4`. */
const guestDrawings = storedValue<readonly string[]>({ name: 'trading.drawings', initial: [], accept: texts });
const guestIndicators = storedValue<readonly string[]>({
  name: 'trading.indicator-settings',
  initial: [],
  accept: texts,
});

/** Drawings of all symbols that a device keeps. */
const MOST_OF_GUEST = 400;

export type KeptList<T> = {
  /** Undefined until it is known. */
  readonly value: readonly T[] | undefined;
  /** Takes effect at once; where it cannot be saved a toast says so, and what is saved is shown again. */
  change(next: readonly T[]): void;
};

type Saved = {
  readonly key: readonly unknown[];
  readonly data: readonly string[] | undefined;
  readonly send: (list: string[]) => Promise<{ readonly list: readonly string[] }>;
  readonly guest: StoredValue<readonly string[]>;
};

/** The user's lines from the exchange, a guest's from the device. */
function useKept({ key, data, send, guest }: Saved) {
  const signedIn = useSession() !== null;
  const client = useQueryClient();
  const ofGuest = useSyncExternalStore(guest.subscribe, guest.read);
  const { mutate } = useMutation({
    mutationKey: key,
    // One after the other, so that the last response is the last state.
    scope: { id: JSON.stringify(key) },
    mutationFn: async ({ list, uid }: { readonly list: readonly string[]; readonly uid: string | null }) =>
      uid === signedInUid() ? await send([...list]) : null,
    onMutate: async ({ list }) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, list);
    },
    onError(error) {
      bus.request('toast', { text: problemText(error), tone: 'error' });
      void client.invalidateQueries({ queryKey: key });
    },
  });
  return {
    lines: signedIn ? data : ofGuest,
    signedIn,
    save: useCallback((list: readonly string[]) => mutate({ list, uid: signedInUid() }), [mutate]),
  };
}

/** What the user has drawn on the chart of a symbol. */
export function useDrawings(symbol: string): KeptList<Drawing> {
  const key = useSavedDrawings.key({ symbol });
  const { data } = useSavedDrawings({ symbol });
  const send = (list: string[]) => saveDrawings({ symbol, list }, { quiet: true });
  const { lines, signedIn, save } = useKept({ key, data, send, guest: guestDrawings });
  const value = useMemo(() => {
    const own = signedIn
      ? lines
      : lines?.flatMap((line) => (line.startsWith(`${symbol} `) ? line.slice(symbol.length + 1) : []));
    return own?.map(drawingFrom).filter((drawing) => drawing !== null);
  }, [lines, signedIn, symbol]);
  const change = useCallback(
    (next: readonly Drawing[]) => {
      const list = next.map(drawingText).filter((line) => line !== null);
      if (signedIn) return save(list);
      const others = guestDrawings.read().filter((line) => !line.startsWith(`${symbol} `));
      guestDrawings.write([...others, ...list.map((line) => `${symbol} ${line}`)].slice(-MOST_OF_GUEST));
    },
    [signedIn, save, symbol],
  );
  return { value, change };
}

/** Periods and colours of the indicators that the user has changed; they hold on every chart. */
export function useIndicatorSettings(): KeptList<IndicatorSetting> {
  const key = useSavedIndicators.key({});
  const { data } = useSavedIndicators();
  const send = (list: string[]) => saveIndicators({ list }, { quiet: true });
  const { lines, signedIn, save } = useKept({ key, data, send, guest: guestIndicators });
  const value = useMemo(() => lines?.map(indicatorFrom).filter((setting) => setting !== null), [lines]);
  const change = useCallback(
    (next: readonly IndicatorSetting[]) => {
      const list = next.map(indicatorText);
      if (signedIn) save(list);
      else guestIndicators.write(list);
    },
    [signedIn, save],
  );
  return { value, change };
}
