import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { E2E, RELEASES } from './steps.ts';

const FOLDER = join(import.meta.dirname, '../../../../e2e');

test('each folder of journeys is played by one step', () => {
  const specs = globSync('*/**/*.spec.ts', { cwd: FOLDER, exclude: (path) => path === 'node_modules' });
  expect(specs.length).toBeGreaterThan(50);
  const folders = new Set(specs.map((path) => path.split(/[\\/]/)[0]));
  const played: string[] = [E2E, RELEASES].flatMap(({ rounds }) => rounds.flat(2));
  expect(played.toSorted()).toEqual([...folders].toSorted());
});

test('what moves the clock of a platform runs after all else on it, alone', () => {
  expect(E2E.rounds.at(-1)).toEqual([['finance']]);
});
