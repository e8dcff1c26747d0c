import { useSyncExternalStore } from 'react';

/** Whether a call has been under way for longer than the API client's delay. */
let busy = false;
const listeners = new Set<() => void>();

export function setBusy(next: boolean): void {
  if (busy === next) return;
  busy = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useBusy = (): boolean => useSyncExternalStore(subscribe, () => busy);
