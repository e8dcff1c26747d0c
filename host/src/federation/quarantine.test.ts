// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 29);
const KEY = 'tessera.host.quarantine';
const stored = (ends: object) => localStorage.setItem(KEY, JSON.stringify(ends));

/** As after a load of the page. */
const loaded = () => import('./quarantine.ts');

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test('a version that failed is not tried again for six hours, also after the page was loaded anew', async () => {
  (await loaded()).quarantine('spot@1.0.0', NOW);
  vi.resetModules();
  const { isQuarantined } = await loaded();
  const at = (now: number) => isQuarantined('spot@1.0.0', now);
  expect([at(NOW), at(NOW + 6 * HOUR - 1), at(NOW + 6 * HOUR)]).toEqual([true, true, false]);
});

test('no end that the page itself would not set is believed, whoever wrote it', async () => {
  const { isQuarantined } = await loaded();
  fc.assert(
    fc.property(fc.integer({ min: 1 }), (more) => {
      stored({ 'spot@1.0.0': NOW + 6 * HOUR + more });
      expect(isQuarantined('spot@1.0.0', NOW)).toBe(false);
    }),
  );
  stored({ 'spot@1.0.0': NOW + 6 * HOUR });
  expect(isQuarantined('spot@1.0.0', NOW)).toBe(true);
});

test('a clock that was years ahead keeps no version away once it is right', async () => {
  const { quarantine, isQuarantined } = await loaded();
  quarantine('spot@1.0.0', NOW + 5 * 365 * 24 * HOUR);
  expect(isQuarantined('spot@1.0.0', NOW)).toBe(false);
  // By the same page, too, which remembers what storage forgot.
  localStorage.clear();
  expect(isQuarantined('spot@1.0.0', NOW)).toBe(false);
});
