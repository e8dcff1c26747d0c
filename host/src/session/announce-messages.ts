import { readMessage } from '@tessera/api/messages';
import { bus } from '@tessera/bus';

/** ms: a sentence with an amount and a name. */
const SHOWN = 4000;

/** Shows each message that arrives for the user in whatever screen is open; the message centre keeps it. */
export function announceMessages(): () => void {
  return bus.on('account', ({ kind, id }) => {
    if (kind !== 'message' || id === undefined) return;
    readMessage({ id }, { quiet: true }).then(
      ({ title }) => bus.emit('toast', { text: title, tone: 'success', duration: SHOWN }),
      (error: unknown) => console.warn('a message was not announced', error),
    );
  });
}
