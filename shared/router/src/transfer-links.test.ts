/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Money that lands in another account than the screen needs looks lost: Options had sent it to the fiat account. */
test('every link to a transfer names both accounts', () => {
  const files = globSync('{host,remotes,shared}/**/src/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: (path) => /(?:^|\/)node_modules$/.test(String(path)),
  }).filter((path) => !/\.test\.tsx?$|declared-screens/.test(path));
  const links = files.flatMap((path) =>
    [...readFileSync(`${ROOT}/${path}`, 'utf8').matchAll(/screenUrl\('\/pages\/fund\/transfer'[^)]*\)/g)].map(
      ([link]) => ({ path, link }),
    ),
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter(({ link }) => !/from: '\w+', to: '\w+'/.test(link))).toEqual([]);
});
