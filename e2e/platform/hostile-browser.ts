import type { Page } from '@playwright/test';

/**
 * `absent`: undefined, null or an empty text. `throwing`: each access throws, as of storage that is blocked. `wrong`:
 * another type than browsers have, or a value that no other part of the browser takes.
 */
export type Hostility = 'absent' | 'throwing' | 'wrong';

/** What pages read of the browser, the device and its storage. */
export type Subjects = {
  readonly window: readonly string[];
  readonly navigator: readonly string[];
  readonly intl: readonly string[];
};

export const SUBJECTS: Subjects = {
  window: [
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'caches',
    'matchMedia',
    'Notification',
    'PushManager',
    'BroadcastChannel',
    'Worker',
    'SharedWorker',
  ],
  navigator: [
    'language',
    'languages',
    'clipboard',
    'permissions',
    'serviceWorker',
    'locks',
    'storage',
    'geolocation',
    'share',
    'canShare',
    'vibrate',
    'sendBeacon',
    'credentials',
    'connection',
    'maxTouchPoints',
    'hardwareConcurrency',
    'onLine',
  ],
  intl: ['DisplayNames', 'Collator', 'Segmenter', 'Locale'],
};

/**
 * From its next load on the page runs in a browser that lacks these, refuses them or states nonsense. The kinds take
 * turns: of two neighbours one has the next kind, so that three passes meet each subject in each kind.
 */
export const beHostile = (page: Page, first: Hostility, subjects: Subjects = SUBJECTS): Promise<unknown> =>
  page.addInitScript(
    ([from, { window: ofWindow, navigator: ofNavigator, intl }]) => {
      const kinds = ['absent', 'throwing', 'wrong'];
      let turn = kinds.indexOf(from);
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      const NONSENSE: Readonly<Record<string, unknown>> = {
        language: 'en-US@posix',
        languages: 'C',
        onLine: 'yes',
        maxTouchPoints: 'many',
        hardwareConcurrency: Number.NaN,
        matchMedia: () => 7,
      };
      const NOTHING: Readonly<Record<string, unknown>> = { localStorage: null, sessionStorage: null, language: '' };
      // Plain figures, which no browser refuses; a library reads one of them.
      const FIGURES = ['maxTouchPoints', 'hardwareConcurrency'];
      const spoil = (holder: object, name: string) => {
        const next = kinds[turn++ % kinds.length];
        const kind = next === 'throwing' && FIGURES.includes(name) ? 'absent' : next;
        const wrong = name in NONSENSE ? NONSENSE[name] : {};
        const value = kind === 'absent' ? NOTHING[name] : wrong;
        Object.defineProperty(holder, name, { configurable: true, get: kind === 'throwing' ? refuse : () => value });
      };
      for (const name of ofWindow) spoil(window, name);
      for (const name of ofNavigator) spoil(navigator, name);
      for (const name of intl) spoil(Intl, name);
      Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse });
      Object.defineProperty(screen, 'orientation', { configurable: true, get: () => null });
      Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined });
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      const zone = ['undefined', undefined, 'Etc/Unknown'][kinds.indexOf(from)];
      Intl.DateTimeFormat.prototype.resolvedOptions = function stated() {
        return { ...resolvedOptions.call(this), timeZone: zone as string };
      };
    },
    [first, subjects] as const,
  );

/** From its next load on the page runs in a browser whose storage is full: it can be read, and nothing is added. */
export const beFull = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    for (const [{ prototype }, ...methods] of [
      [Storage, 'setItem'],
      [Cache, 'put', 'add', 'addAll'],
      [IDBObjectStore, 'put', 'add'],
    ] as const)
      for (const name of methods) Object.defineProperty(prototype, name, { configurable: true, value: refuse });
  });
