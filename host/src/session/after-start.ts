import { announceMessages } from './announce-messages.ts';
import { repeatLogOuts } from './late-log-out.ts';

/** What begins once the first page is on its way. */
export function afterStart(token: () => string | null): void {
  announceMessages();
  repeatLogOuts(token);
}
