/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** What stands in all source files of this ending, without what is installed or built. */
const read = (ending: string): string =>
  globSync(`{host,remotes,shared,deploy}/**/*.${ending}`, {
    cwd: ROOT,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(String(path)),
  })
    .map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'))
    .join('\n');

/** A browser drops a declaration with an unknown property in silence: corners get square, and sizes the parent's. */
test('every custom property that a style reads without a fallback is defined', () => {
  const styles = read('css');
  const defined = new Set(
    [...`${styles}\n${read('tsx')}`.matchAll(/(--[a-z][\w-]*)['"]?\]?\s*:/g)].map(([, name]) => name),
  );
  const used = new Set([...styles.matchAll(/var\((--[a-z][\w-]*)\)/g)].map(([, name]) => name));
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});
