import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatEvidence,
  formatPercent,
  formatUtc,
  formatVital,
} from './format.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0 %'],
  [0.001, '< 0.01 %'],
  [0.005, '0.01 %'],
  [12.5, '12.5 %'],
  [99.99, '99.99 %'],
  [100, '100 %'],
])('%d percent is formatted as %j', (percent, text) => {
  expect(plain(formatPercent(percent))).toBe(text);
});

test('a value above zero is never formatted as zero', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, minExcluded: true, noNaN: true }), (percent) => {
      expect(plain(formatPercent(percent))).not.toBe('0 %');
    }),
  );
});

test.each([
  ['CLS', 0.1, '0.100'],
  ['LCP', 2_845.4, '2,845 ms'],
  ['LCP', 9_999, '9,999 ms'],
  ['screen', 12_340, '12.3 s'],
])('%s of %d is formatted as %j', (vital, value, text) => {
  expect(plain(formatVital(vital, value))).toBe(text);
});

test.each([
  [1, '1.0'],
  [42.04, '42.0'],
  [100, '100'],
  [999.6, '1,000'],
])('evidence of %d is formatted as %j', (evidence, text) => {
  expect(formatEvidence(evidence)).toBe(text);
});

test.each([
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [85_400, '85 kB'],
  [1_250_000, '1.3 MB'],
])('%d bytes are formatted as %j', (bytes, text) => {
  expect(plain(formatBytes(bytes))).toBe(text);
});

test.each([
  [-5_000, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [86_399_999, '23 h'],
  [86_400_000, '1 d'],
  [86_400_000 * 400, '400 d'],
])('%d ms are formatted as %j', (duration, text) => {
  expect(plain(formatDuration(duration))).toBe(text);
});

test('counts are grouped, and times are also shown in UTC to compare with logs', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(formatUtc(Date.UTC(2026, 10, 21, 15, 4, 5))).toBe('2026-11-21 15:04:05 UTC');
});
