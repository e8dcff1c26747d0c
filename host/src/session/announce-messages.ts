import { readMessage } from '@tessera/api/messages';
import { bus } from '@tessera/bus';

/** ms: a sentence with an amount and a name. */
const SHOWN = 4000;

/**
 * Messages of fills and settlements sum up what happened up to minutes before: beside another order their toast reads as its
 * fill. The ticket told the user of what it filled; the message centre has the rest.
 */
const OF_TRADES = /^(?:order|option)s?_/;

/** Shows each message that arrives for the user in whatever screen is open; the message centre keeps it. */
export function announceMessages(): () => void {
  return bus.on('account', ({ kind, id, status = '' }) => {
    if (kind !== 'message' || id === undefined || OF_TRADES.test(status)) return;
    readMessage({ id }, { quiet: true }).then(
      ({ title }) => bus.request('toast', { text: title, tone: 'info', duration: SHOWN }),
      (error: unknown) => console.warn('a message was not announced', error),
    );
  });
}
