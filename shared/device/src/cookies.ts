import { ask } from './ask.ts';

/** The cookies that scripts may read, as `a=1; b=2`; empty where the browser keeps or shows none. */
export const deviceCookies = (): string => ask(() => String(document.cookie ?? ''), '');
