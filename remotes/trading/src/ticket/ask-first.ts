import { oneOf } from '@tessera/storage';
import { storedAtom } from '@tessera/storage/atom';

/** Whether each order is shown once more before it is sent. */
export const askFirst = storedAtom<boolean>({ name: 'trading.ask-first', initial: true, accept: oneOf(true, false) });
