/*
 * What the product uses and the oldest browsers that it is built for lack, see docs/browsers.md. Loaded by those alone,
 * before the app. `npm test -- browsers` finds what is missing here.
 */
import 'core-js/stable/array/to-reversed';
import 'core-js/stable/array/to-sorted';
import 'core-js/stable/array/to-spliced';
import 'core-js/stable/array/with';
import { completeAbortSignal } from './abort-signal.ts';

completeAbortSignal();

// Chrome 120, Safari 17, Firefox 115.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};
