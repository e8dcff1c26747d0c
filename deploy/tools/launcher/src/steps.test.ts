import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { E2E_PARTS, RELEASE_PARTS } from './steps.ts';

const E2E = join(import.meta.dirname, '../../../../e2e');

test('each folder of journeys is played by one step', () => {
  const specs = globSync('*/**/*.spec.ts', { cwd: E2E, exclude: (path) => path === 'node_modules' });
  expect(specs.length).toBeGreaterThan(50);
  const folders = new Set(specs.map((path) => path.split(/[\\/]/)[0]));
  const played: string[] = [...E2E_PARTS, ...RELEASE_PARTS].flatMap(({ folders }) => [...folders]);
  expect(played.toSorted()).toEqual([...folders].toSorted());
});
