import { problemText } from '@tessera/i18n';
import { showToast } from '../toast/toasts.ts';

/** What sheets and questions do with the outcome of their command: say it, and close once it took effect. */
export const outcomeOf = (done: string, onClose: () => void) => ({
  onDone() {
    showToast(done, 'success');
    onClose();
  },
  onRejected: (error: unknown) => showToast(problemText(error), 'error'),
  // The sheet stays and offers to repeat it.
  onUnresolved: () => undefined,
});
