export type ToastTone = 'info' | 'success' | 'error';
export type Toast = { readonly id: number; readonly text: string; readonly tone: ToastTone; readonly duration: number };

/** How long a toast stays unless told otherwise, in ms. */
export const TOAST_DURATION = 1500;

let shown: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(toast: Toast | null): void {
  shown = toast;
  for (const listener of listeners) listener();
}

/** Says what happened. A later toast takes the place of the one before. */
export function showToast(text: string, tone: ToastTone = 'info', duration: number = TOAST_DURATION): void {
  count += 1;
  show({ id: count, text, tone, duration });
}

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
