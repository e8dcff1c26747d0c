import { forgetKey } from '@tessera/api/kit/forget-key';
import { bus } from '@tessera/bus';

/** Deletes the key of each session that ends in this browser: no proof can be made with it any more. */
export function forgetKeys(token: () => string | null): () => void {
  let present = token();
  return bus.on('session', () => {
    const former = present;
    present = token();
    if (former === null || former === present) return;
    forgetKey(former).catch((error) => console.warn('the key of the former session is still kept', error));
  });
}
