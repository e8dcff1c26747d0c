import { ask } from './ask.ts';

/** False only where the device says that it has no network. */
export const isOnline = (): boolean => ask(() => navigator.onLine !== false, true);

/** Hands a report to the browser, which sends it when there is time, the page's end included. Returns whether it took it. */
export const sendBeacon = (url: string, body: Blob): boolean => ask(() => navigator.sendBeacon(url, body), false);
