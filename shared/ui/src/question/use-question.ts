import { problemText } from '@tessera/i18n';
import { useState } from 'react';
import { showToast } from '../toast/toasts.ts';

/** Whether a question is asked, and what becomes of it: it closes with the outcome, and stays while that is not known. */
export function useQuestion(done: string) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    open,
    ask: () => setOpen(true),
    close,
    outcomes: {
      onDone() {
        showToast(done, 'success');
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
