import { ApiError } from '@tessera/api';
import { problemText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { useState } from 'react';

/**
 * A payment that the payment password confirms: what is being confirmed, and why the exchange rejected it. `outcomes` are
 * those of its command, `sheet` makes the props of the `PaySheet`. `onChanged`: what is shown no longer holds.
 */
export function usePayment<T>(onChanged?: () => void) {
  const [confirming, confirm] = useState<T | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => confirm(null);
  return {
    confirming,
    close,
    ask(what: T) {
      setProblem(null);
      confirm(what);
    },
    outcomes: {
      onRejected(error: unknown) {
        // A wrong payment password is entered again where it was asked for.
        if (error instanceof ApiError && error.code.startsWith('key_')) return setProblem(problemText(error));
        close();
        showToast(problemText(error), 'error');
        onChanged?.();
      },
      onUnresolved: close,
    },
    sheet: (send: (what: T, key: string) => void) => ({
      open: confirming !== null,
      problem,
      onKey(key: string) {
        setProblem(null);
        if (confirming !== null) send(confirming, key);
      },
      onClose: close,
    }),
  };
}
