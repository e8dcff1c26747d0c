import { preference } from '../../storage.ts';

/** Whether each order is shown once more before it is sent. */
export const askFirst = preference('ask-first', (value) => value !== false);
