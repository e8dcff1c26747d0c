import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DELAYED_AFTER, freshnessOf, STALE_AFTER } from './freshness.ts';

const NOW = 1_763_640_000_000;

test.each([
  ['live', { at: NOW - 120, open: true }, true, 120],
  ['live', { at: NOW - DELAYED_AFTER, open: true }, true, DELAYED_AFTER],
  ['delayed', { at: NOW - DELAYED_AFTER - 1, open: true }, true, DELAYED_AFTER + 1],
  ['delayed', { at: NOW - STALE_AFTER, open: true }, true, STALE_AFTER],
  ['stale', { at: NOW - STALE_AFTER - 1, open: true }, true, STALE_AFTER + 1],
  ['stale', undefined, true, null],
  ['slow', { at: NOW - 120, open: true }, false, 120],
  ['slow', { at: NOW - 120, open: false }, false, null],
  ['closed', { at: NOW - 86_400_000, open: false }, true, null],
  // The clocks of page and market differ by a few milliseconds.
  ['live', { at: NOW + 30, open: true }, true, 0],
] as const)('%s', (state, quote, connected, age) => {
  expect(freshnessOf({ quote, connected, online: true, now: NOW })).toEqual({ state, age });
});

test('is offline only where the device has no network', () => {
  const quote = { at: NOW - 120, open: true };
  expect(freshnessOf({ quote, connected: false, online: false, now: NOW }).state).toBe('offline');
  // What the browser says of the network may be wrong; a connection is not.
  expect(freshnessOf({ quote, connected: true, online: false, now: NOW }).state).toBe('live');
});

test('a price only grows older, until another one comes', () => {
  const order = ['live', 'delayed', 'stale'];
  fc.assert(
    fc.property(fc.nat(60_000), fc.nat(60_000), (age, more) => {
      const at = (later: number) =>
        freshnessOf({ quote: { at: NOW, open: true }, connected: true, online: true, now: NOW + later }).state;
      expect(order.indexOf(at(age + more))).toBeGreaterThanOrEqual(order.indexOf(at(age)));
    }),
  );
});
