// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearOutdatedStorage, readStored, readStoredJson, store } from './storage.ts';

beforeEach(() => localStorage.clear());

const isNumber = (value: unknown): value is number => typeof value === 'number';

describe('what the host keeps', () => {
  it('is cleared at the first visit and after a change of its meaning, with that of other applications untouched', () => {
    localStorage.setItem('tessera.markets.recent', '[]');
    localStorage.setItem('another-application', 'keep');
    clearOutdatedStorage();
    expect(localStorage.getItem('tessera.markets.recent')).toBeNull();
    expect(localStorage.getItem('another-application')).toBe('keep');
  });

  it('stays at later visits', () => {
    clearOutdatedStorage();
    store('language', 'de');
    clearOutdatedStorage();
    expect(readStored('language')).toBe('de');
  });

  it.each(['{', '"text"', 'null'])('counts as not there when it is %s', (raw) => {
    store('fiat-rates', raw);
    expect(readStoredJson('fiat-rates', isNumber)).toBeNull();
  });

  it('is lost, and nothing else, where the browser refuses storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const spies = [
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse),
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse),
    ];
    store('token', 'x');
    expect(readStored('token')).toBeNull();
    for (const spy of spies) spy.mockRestore();
  });
});
