// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as device from './index.ts';

/*
 * Every reading of the browser, asked of browsers that lack the thing, refuse it, or hold something else in its place.
 */

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const SUBJECTS = [
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'matchMedia',
  'Notification',
  'screen',
  'caches',
  'crypto',
] as const;

/** Each subject, and each part of it that a reading asks for. */
const HOSTILE: Readonly<Record<string, () => unknown>> = {
  missing: () => undefined,
  null: () => null,
  'throwing at once': refuse,
  'another type': () => 7,
  'an empty object': () => ({}),
  'an object whose parts throw': () => new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse }),
  'an object whose parts are empty texts': () => new Proxy({}, { get: () => '' }),
  'an object whose parts are functions that throw': () => new Proxy({}, { get: () => refuse }),
};

const original = new Map(SUBJECTS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));

function spoil(get: () => unknown): void {
  for (const name of SUBJECTS) Object.defineProperty(globalThis, name, { configurable: true, get });
  Object.defineProperty(document, 'cookie', { configurable: true, get });
}

afterEach(() => {
  for (const [name, descriptor] of original)
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(document, 'cookie');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const BOOLEAN = expect.any(Boolean);
const NO_ANSWER = expect.toSatisfy((value: unknown) => !value);

/** Asks each reading, and says what it may give: the type demands every export. */
const READINGS: Readonly<Record<keyof typeof device, readonly [ask: () => unknown, result: unknown]>> = {
  deviceArea: [() => wholeOf(device.deviceArea), [null, expect.any(Array)]],
  visitArea: [() => wholeOf(device.visitArea), [null, expect.any(Array)]],
  copyText: [() => device.copyText('a'), BOOLEAN],
  deviceCookies: [() => device.deviceCookies(), expect.any(String)],
  openDatabase: [() => device.openDatabase('a', () => undefined, 0), 'throws'],
  subtleCrypto: [() => void device.subtleCrypto(), undefined],
  // What secrets are made of has no stand-in.
  cryptography: [() => device.cryptography().digest('SHA-256', new Uint8Array(1)), 'throws'],
  randomBytes: [() => device.randomBytes(8), 'throws'],
  randomId: [() => device.randomId(), 'throws'],
  randomUuid: [() => device.randomUuid(), 'throws'],
  deviceRegion: [() => device.deviceRegion(), undefined],
  regionOfTag: [() => device.regionOfTag('de-CH'), 'CH'],
  namesIn: [() => device.namesIn('de', 'region')('CH'), 'Schweiz'],
  orderIn: [() => ['b', 'a'].sort(device.orderIn('de')), ['a', 'b']],
  charactersIn: [() => device.charactersIn('abc'), 3],
  deviceTimeZone: [() => device.deviceTimeZone(), expect.any(String)],
  matchesMedia: [() => device.matchesMedia('(width > 1px)'), false],
  watchMedia: [() => device.watchMedia('(width > 1px)', () => undefined)(), undefined],
  isOnline: [() => device.isOnline(), BOOLEAN],
  sendBeacon: [() => device.sendBeacon('/x', new Blob([])), NO_ANSWER],
  notificationPermission: [() => void device.notificationPermission(), undefined],
  askForNotifications: [() => device.askForNotifications(), false],
  canLocate: [() => device.canLocate(), BOOLEAN],
  devicePosition: [() => device.devicePosition({}), 'unknown'],
  isApplePhone: [() => device.isApplePhone(), false],
  isStandalone: [() => device.isStandalone(), false],
  lockLandscape: [() => device.lockLandscape(), undefined],
  vibrate: [() => void device.vibrate(10), undefined],
  canShare: [() => device.canShare(), BOOLEAN],
  share: [() => device.share({ text: 'a' }), BOOLEAN],
  deleteCaches: [() => device.deleteCaches('tessera-'), undefined],
  serviceWorkers: [() => void device.serviceWorkers(), undefined],
  workerOf: [() => device.workerOf('/h5/').then(() => undefined), undefined],
};

function wholeOf(area: typeof device.deviceArea): unknown {
  area.keep('a', 'text');
  area.remove('a');
  return [area.read('a'), area.keys()];
}

it('every reading is asked', () => {
  expect(Object.keys(READINGS).sort()).toEqual(Object.keys(device).sort());
});

describe.each(Object.entries(HOSTILE))('a browser whose every subject is %s', (_, get) => {
  it.each(Object.entries(READINGS))('%s', async (_name, [ask, result]) => {
    document.execCommand = refuse;
    spoil(get);
    const given = (async () => ask())();
    if (result === 'throws') await expect(given).rejects.toBeDefined();
    else expect(await given).toEqual(result);
  });
});

it('caches of former workers are deleted by the beginning of their names', async () => {
  const gone: string[] = [];
  const keys = async () => ['tessera-kept-0', 'tessera-app', 'another'];
  spoil(() => ({ keys, delete: async (name: string) => gone.push(name) }));
  await device.deleteCaches('tessera-');
  expect(gone).toEqual(['tessera-kept-0', 'tessera-app']);
});

describe('the region of the device', () => {
  it.each([
    ['C', [], undefined],
    ['', [], undefined],
    ['en-US@posix', [], 'US'],
    ['de_AT.UTF-8', [], 'AT'],
    ['C', ['de-CH'], 'CH'],
    ['zh', [], 'CN'],
    ['x'.repeat(500), [], undefined],
    [undefined, undefined, undefined],
    [7, 'no list', undefined],
  ])('of %s and %s is %s', (language, languages, region) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language as string);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages as string[]);
    expect(device.deviceRegion()).toBe(region);
  });
});

describe('the time zone of the device', () => {
  const stated = (timeZone: unknown) =>
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never);
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['undefined', 'UTC'],
    ['Etc/Unknown', 'UTC'],
    ['', 'UTC'],
    [undefined, 'UTC'],
    [7, 'UTC'],
  ])('stated as %s is %s', (zone, expected) => {
    stated(zone);
    expect(device.deviceTimeZone()).toBe(expected);
  });

  it('is UTC where the browser throws', () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(refuse);
    expect(device.deviceTimeZone()).toBe('UTC');
  });
});

describe('names and order', () => {
  it('are codes and code points where the browser throws', () => {
    for (const name of ['DisplayNames', 'Collator'] as const) vi.spyOn(Intl, name).mockImplementation(refuse as never);
    expect(device.namesIn('de', 'region')('CH')).toBe('CH');
    expect(['b', 'a'].sort(device.orderIn('de'))).toEqual(['a', 'b']);
  });

  it('are those of the language, and the code for what is no code', () => {
    expect(device.namesIn('de', 'region')('CH')).toBe('Schweiz');
    expect(device.namesIn('de', 'region')('not a code')).toBe('not a code');
    expect(device.namesIn('en', 'currency')('')).toBe('');
    expect(['z', 'ä', 'a'].sort(device.orderIn('de'))).toEqual(['a', 'ä', 'z']);
    expect(device.regionOfTag('und-756')).toBe('CH');
    expect(device.regionOfTag('und-')).toBeUndefined();
  });
});

describe('characters', () => {
  const TEXTS = ['', 'abc', '👨‍👩‍👧‍👦x', '🇩🇪🇫🇷a', 'e\u0301', '👍🏽', '1️⃣', '👩🏽‍💻👩🏽‍💻', '한국어', 'ก็', '\u0301a'];

  it('are counted alike with and without segments of the browser', async () => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    vi.resetModules();
    const { charactersIn } = await import('./locale.ts');
    vi.unstubAllGlobals();
    expect(TEXTS.map(charactersIn)).toEqual(TEXTS.map(device.charactersIn));
    expect(TEXTS.map(charactersIn)).toEqual([0, 3, 2, 3, 1, 1, 1, 2, 3, 1, 2]);
  });
});

describe('ids', () => {
  it('differ, and have the forms that the server takes', () => {
    const ids = Array.from({ length: 100 }, device.randomUuid);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('the clipboard', () => {
  it('takes a text by a selection where there is none, and leaves the focus where it was', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    let copied = '';
    document.execCommand = () => {
      copied = document.querySelector('textarea')?.value ?? '';
      return true;
    };
    expect(await device.copyText('0xabc')).toBe(true);
    expect([copied, document.activeElement, document.querySelector('textarea')]).toEqual(['0xabc', field, null]);
  });
});
