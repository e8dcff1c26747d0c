import fc from 'fast-check';
import { expect, it } from 'vitest';
import { meetsRange } from './version-range.ts';

it.each([
  ['19.3.1', '^19.3.0', true],
  ['19.2.9', '^19.3.0', false],
  ['20.0.0', '^19.3.0', false],
  ['19.9.9', '^19', true],
  ['0.8.4', '^0.8.0', true],
  ['0.9.0', '^0.8.0', false],
  ['0.9.0', '^0', true],
  ['0.0.4', '^0.0.3', false],
  ['0.0.9', '^0.0', true],
  ['3.1.9', '~3.1.2', true],
  ['3.2.0', '~3.1.2', false],
  ['3.9.0', '~3', true],
  ['19.3.1', '19.3.1', true],
  ['19.3.2', '19.3.1', false],
  ['19.3.2', '19.3', true],
  ['19.4.0', '19.3', false],
  ['19.4.0', '19', true],
  ['19.3.1-rc.1', '^19.3.0', false],
  ['19.3.1-rc.1', '*', true],
  ['0.8.0', 'workspace:*', true],
  ['19.3.1', '>=18', false],
])('%s in %s: %s', (version, range, expected) => {
  expect(meetsRange(version, range)).toBe(expected);
});

const number = fc.nat({ max: 50 });

it('a version satisfies the ranges that start at it, and none that starts after it', () => {
  fc.assert(
    fc.property(number, number, number, fc.constantFrom('', '^', '~'), (major, minor, patch, mark) => {
      expect(meetsRange(`${major}.${minor}.${patch}`, `${mark}${major}.${minor}.${patch}`)).toBe(true);
      expect(meetsRange(`${major}.${minor}.${patch}`, `${mark}${major}.${minor}.${patch + 1}`)).toBe(false);
      expect(meetsRange(`${major + 1}.0.0`, `${mark}${major}.${minor}.${patch}`)).toBe(false);
    }),
  );
});
