import { ask } from './ask.ts';

/** A place for texts in the browser. It may be absent, refuse every access, be full, or hold what others wrote. */
export type Area = {
  read(key: string): string | null;
  /** Returns whether the browser keeps it. */
  keep(key: string, text: string): boolean;
  remove(key: string): void;
  keys(): readonly string[];
};

/** Null, without an error, in a WebView of an app that does not switch DOM storage on. */
const areaOf = (name: 'localStorage' | 'sessionStorage'): Area => ({
  read: (key) => {
    const text: unknown = ask(() => globalThis[name].getItem(key), null);
    return typeof text === 'string' ? text : null;
  },
  keep: (key, text) =>
    ask(() => {
      globalThis[name].setItem(key, text);
      return true;
    }, false),
  remove: (key) => ask(() => globalThis[name].removeItem(key), undefined),
  keys: () => ask(() => Object.keys(globalThis[name]), []),
});

/** Outlives visits and is shared by tabs. */
export const deviceArea = areaOf('localStorage');
/** Of this tab. */
export const visitArea = areaOf('sessionStorage');
