import { problemText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { useState } from 'react';

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
