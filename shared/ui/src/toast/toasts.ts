import { bus, type ToastRequest } from '@tessera/bus';

export type ToastTone = NonNullable<ToastRequest['tone']>;
export type Toast = { readonly id: number; readonly text: string; readonly tone: ToastTone; readonly duration: number };

/** Default duration of a toast, in ms. */
export const TOAST_DURATION = 1500;

let shown: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(toast: Toast | null): void {
  shown = toast;
  for (const listener of listeners) listener();
}

/** All toasts use the bus, from screens and from code without components. */
bus.on('toast', ({ text, tone = 'info', duration = TOAST_DURATION }) => {
  count += 1;
  show({ id: count, text, tone, duration });
});

/** Shows a text for a moment; a later toast takes its place. */
export const showToast = (text: string, tone: ToastTone = 'info', duration: number = TOAST_DURATION): void =>
  bus.request('toast', { text, tone, duration });

export const hideToast = (id: number): void => {
  if (shown?.id === id) show(null);
};

export const toasts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => shown,
};
