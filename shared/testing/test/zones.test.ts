import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

test('what shows a day of UTC is tested in time zones west and east of it', () => {
  const showing = globSync('{host,remotes/*,shared/*,deploy/console}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) =>
      !path.startsWith('shared/money/') &&
      !path.includes('.test.') &&
      /\bformatUtcDay\(|\bzoneOf\(/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  const tests = globSync('{host,remotes/*,shared/*,deploy/console}/src/days-of-utc.test.tsx', { cwd: ROOT })
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n');
  expect(showing.length).toBeGreaterThan(5);
  expect(showing.filter((path) => !tests.includes(basename(path).replace(/\.tsx?$/, '')))).toEqual([]);
});
