import { expect, test } from 'vitest';
import { limitScale } from './limit-scale.ts';

test.each([
  ['19294627.999999', 6, 0],
  ['2412.123456', 6, 4],
  ['0.12345678', 8, 7],
  ['123456789012', 6, 0],
  ['50', 0, 0],
])('of %s with %i digits, %i are shown', (limit, scale, shown) => expect(limitScale(limit, scale)).toBe(shown));
