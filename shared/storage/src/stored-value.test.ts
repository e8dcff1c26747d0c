// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearBefore } from './host.ts';
import { anyText, flag, guarded, oneOf, type StoredDefinition, someOf, storedValue, texts } from './index.ts';

const inOtherTab = (key: string | null, text: string | null) => {
  if (key === null) localStorage.clear();
  else if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  dispatchEvent(new StorageEvent('storage', { key, newValue: text, storageArea: localStorage }));
};

const refuse = (...methods: readonly ('getItem' | 'setItem')[]) => {
  for (const method of methods) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  }
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

const view = (more: Partial<StoredDefinition<'both' | 'bids'>> = {}) =>
  storedValue({ name: 'trading.view', initial: 'both', accept: oneOf('both', 'bids'), ...more });

describe('a stored value', () => {
  it('outlives the visit under a key of the page, its owner and its own', () => {
    view().write('bids');
    expect(localStorage.getItem('tessera.trading.view')).toBe('"bids"');
    expect(view().read()).toBe('bids');
  });

  it('is its initial value again once cleared, or once null was written', () => {
    const token = storedValue<string | null>({ name: 'host.token', initial: null, accept: anyText, format: 'text' });
    token.write('secret');
    token.write(null);
    expect([token.read(), localStorage.length]).toEqual([null, 0]);
    view().write('bids');
    view().clear();
    expect([view().read(), localStorage.length]).toEqual(['both', 0]);
  });

  it('is one that its definition accepts, whatever is stored on the device', () => {
    const chosen = storedValue({ name: 'a.chosen', initial: ['x'], accept: someOf(['x', 'y']) });
    const on = storedValue({ name: 'a.on', initial: false, accept: flag });
    const list = storedValue<readonly string[]>({ name: 'a.list', initial: [], accept: texts });
    const size = storedValue({ name: 'a.size', initial: 3, accept: guarded((value) => typeof value === 'number') });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        for (const name of ['trading.view', 'a.chosen', 'a.on', 'a.list', 'a.size']) {
          localStorage.setItem(`tessera.${name}`, text);
        }
        expect(['both', 'bids']).toContain(view().read());
        for (const each of chosen.read()) expect(['x', 'y']).toContain(each);
        expect(on.read()).toBeTypeOf('boolean');
        expect(list.read().every((each) => typeof each === 'string')).toBe(true);
        expect(size.read()).toBeTypeOf('number');
      }),
    );
  });

  it('comes back as it was written, in every version and format', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 9 }), fc.boolean(), (text, version, bare) => {
        const define = () =>
          storedValue({ name: 'a.b', version, initial: '', accept: anyText, format: bare ? 'text' : 'json' });
        define().write(text);
        expect(define().read()).toBe(text);
      }),
    );
  });

  it('is the same object until another one is stored', () => {
    const list = storedValue<readonly string[]>({ name: 'a.list', initial: [], accept: texts });
    const written = ['BTC/USDT'];
    list.write(written);
    expect(list.read()).toBe(written);
    inOtherTab('tessera.a.list', '["ETH/USDT"]');
    expect(list.read()).toBe(list.read());
    expect(list.read()).toEqual(['ETH/USDT']);
  });
});

describe('what is stored on devices already', () => {
  it.each([
    ['host.token', 'a1b2', storedValue({ name: 'host.token', initial: '', accept: anyText, format: 'text' }), 'a1b2'],
    [
      'host.client',
      '1e999',
      storedValue({ name: 'host.client', initial: '', accept: anyText, format: 'text' }),
      '1e999',
    ],
    ['trading.pair', '"ETH/USDT"', storedValue({ name: 'trading.pair', initial: '', accept: anyText }), 'ETH/USDT'],
    [
      'markets.recent',
      '["A","B"]',
      storedValue<readonly string[]>({ name: 'markets.recent', initial: [], accept: texts }),
      ['A', 'B'],
    ],
    ['assets.hide-small', '1', storedValue({ name: 'assets.hide-small', initial: false, accept: flag }), true],
  ])('is read: %s', (name, text, value, expected) => {
    localStorage.setItem(`tessera.${name}`, text);
    expect(value.read()).toEqual(expected);
  });

  const amount = (more: Partial<StoredDefinition<string>>) =>
    storedValue<string>({ name: 'a.amount', version: 3, initial: 'none', accept: anyText, ...more });

  it('is brought to a later version', () => {
    const migrate = vi.fn((stored: unknown, version: number) => `${stored} from ${version}`);
    localStorage.setItem('tessera.a.amount', '5');
    expect(amount({ migrate }).read()).toBe('5 from 1');
    amount({ version: 2 }).write('7');
    expect(amount({ migrate }).read()).toBe('7 from 2');
  });

  it('is dropped when nothing brings it to this version, or when a later release wrote it', () => {
    amount({ version: 2 }).write('7');
    expect(amount({}).read()).toBe('none');
    expect(amount({ version: 1, migrate: () => 'wrong' }).read()).toBe('none');
  });
});

describe('a change', () => {
  it('is heard by every reader of the name, until it unsubscribes', () => {
    const heard = vi.fn();
    const stop = view().subscribe(heard);
    view().write('bids');
    expect(heard).toHaveBeenCalledOnce();
    stop();
    view().write('both');
    expect(heard).toHaveBeenCalledOnce();
  });

  it('is heard from another tab, also when that one removes everything', () => {
    const seen: string[] = [];
    const stop = view().subscribe(() => seen.push(view().read()));
    inOtherTab('tessera.trading.view', '"bids"');
    inOtherTab('tessera.trading.other', '1');
    inOtherTab(null, null);
    stop();
    expect(seen).toEqual(['bids', 'both']);
  });
});

describe('a browser that rejects storage', () => {
  it('keeps a value for this visit', () => {
    refuse('getItem', 'setItem');
    const heard = vi.fn();
    const stop = view().subscribe(heard);
    view().write('bids');
    stop();
    expect(heard).toHaveBeenCalledOnce();
    expect(view().read()).toBe('bids');
    view().clear();
    expect(view().read()).toBe('both');
  });

  it('does not bring back the value before, once it is full', () => {
    view().write('both');
    refuse('setItem');
    view().write('bids');
    vi.restoreAllMocks();
    expect(view().read()).toBe('bids');
    expect(localStorage.getItem('tessera.trading.view')).toBeNull();
    view().clear();
  });

  const throwing = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  it.each([
    ['is null', () => null],
    ['is missing', () => undefined],
    ['throws', throwing],
    ['is something else', () => 7],
    ['has no methods', () => ({})],
    ['returns no text', () => ({ getItem: () => 5, setItem: () => undefined, removeItem: throwing })],
  ])('keeps a value for this visit where local storage %s', (_, get) => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(get as () => Storage);
    expect(view().read()).toBe('both');
    clearBefore(1, 'a.marker');
    const stop = view().subscribe(() => undefined);
    dispatchEvent(new StorageEvent('storage', { key: null }));
    view().write('bids');
    expect(['bids', 'both']).toContain(view().read());
    view().clear();
    expect(view().read()).toBe('both');
    stop();
  });

  it('hides no mistake of ours', () => {
    const value = storedValue<string>({
      name: 'a.mistake',
      initial: '',
      accept: () => {
        throw new TypeError('a mistake');
      },
    });
    localStorage.setItem('tessera.a.mistake', '1');
    expect(() => value.read()).toThrow('a mistake');
  });
});

describe('a generation of the page', () => {
  it('clears the keys of an older one, with those of other applications untouched', () => {
    localStorage.setItem('tessera.markets.recent', '[]');
    localStorage.setItem('another-application', 'keep');
    clearBefore(1, 'host.web-version');
    expect(localStorage.getItem('tessera.markets.recent')).toBeNull();
    expect(localStorage.getItem('another-application')).toBe('keep');
  });

  it('keeps what it stored itself', () => {
    clearBefore(1, 'host.web-version');
    view().write('bids');
    clearBefore(1, 'host.web-version');
    expect(view().read()).toBe('bids');
  });
});
