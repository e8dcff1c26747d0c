// @vitest-environment jsdom
import { newIdempotencyKey } from '@tessera/api';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { oneOf, preference, someOf } from './storage.ts';

beforeEach(() => localStorage.clear());

test('a choice outlives the visit, under a name that no other package has', () => {
  preference('view', oneOf('both', 'bids')).write('bids');
  expect(localStorage.getItem('tessera.trading.view')).toBe('"bids"');
  expect(preference('view', oneOf('both', 'bids')).read()).toBe('bids');
});

test('whatever is stored, what is read is one of the choices', () => {
  fc.assert(
    fc.property(fc.string(), (stored) => {
      localStorage.setItem('tessera.trading.any', stored);
      expect(['a', 'b']).toContain(preference('any', oneOf('a', 'b')).read());
      for (const each of preference('any', someOf(['a', 'b'], ['a'])).read()) expect(['a', 'b']).toContain(each);
    }),
  );
});

test('a browser that refuses storage still takes the choice for this visit', () => {
  const refusal = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const kept = preference('view', oneOf('both', 'bids'));
  const heard = vi.fn();
  kept.subscribe(heard);
  kept.write('bids');
  expect(kept.read()).toBe('bids');
  expect(heard).toHaveBeenCalledOnce();
  refusal.mockRestore();
});

test('every action of a person gets a key of its own', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
