import { flag } from './accept.ts';
import { storedValue } from './stored-value.ts';

/** Whether the user's amounts are covered, on every screen that offers to cover them. The key is that of the index page. */
export const hideAmounts = storedValue({ name: 'host.hide-total', initial: false, accept: flag });
