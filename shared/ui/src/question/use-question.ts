import { problemText } from '@tessera/i18n';
import { useState } from 'react';
import { showToast } from '../toast/toasts.ts';

/**
 * Whether a question is asked, and what becomes of it: it closes with the outcome, and stays while that is not known.
 * `done` is said once it took effect; without it the screen says so itself.
 */
export function useQuestion(done?: string) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    open,
    ask: () => setOpen(true),
    close,
    outcomes: {
      onDone() {
        if (done !== undefined) showToast(done, 'success');
        close();
      },
      onRejected(error: unknown) {
        showToast(problemText(error), 'error');
        close();
      },
      onUnresolved: () => setOpen(true),
    },
  };
}
