/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** All source files of this ending, without what is installed or built. */
const filesOf = (ending: string): string[] =>
  globSync(`{host,remotes,shared,deploy}/**/*.${ending}`, {
    cwd: ROOT,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(String(path)),
  });
const textOf = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const read = (ending: string): string => filesOf(ending).map(textOf).join('\n');

/** What shows which way a price, a bet or an amount goes. */
const SHOWS_A_DIRECTION =
  /^(?:remotes\/(?:trading|markets)\/|remotes\/community\/src\/(?:quiz|chat)\/|remotes\/assets\/src\/pages\/overview\/|remotes\/account\/src\/pages\/settings\/|remotes\/home\/src\/pages\/home\/Gains|shared\/ui\/src\/(?:tokens|primitives|badge|chart|sparkline|price|amount|button|segmented)\/)/;

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

/** Where rising is red, a failure in the colour of falling would be green. */
test('the colours of rising and falling are for directions; verdicts have those of success and danger', () => {
  const others = filesOf('css').filter(
    (path) => !SHOWS_A_DIRECTION.test(path) && /var\(--(?:up|down)(?:-\w+)?\)/.test(textOf(path)),
  );
  expect(others).toEqual([]);
});

/** `tone="up"`, `tone={won ? 'up' : 'down'}`, and tables of tones. */
const TONE = /\b(?:tone|TONES?)\b[^;]*?['"](?:up|down)['"]/;
/** A table that gives what became of something a direction: `rejected: 'down'`. */
const VERDICT =
  /\b(?:success|approv|complet|credit|paid|settled|done|final|open|pending|cancel|reject|fail|refus|expired?|refund)\w*: ['"](?:up|down)['"]/;

test('so are the tones of badges and buttons', () => {
  const sources = [...filesOf('ts'), ...filesOf('tsx')].filter((path) => !path.includes('.test.'));
  const wrong = sources.filter(
    (path) =>
      (!SHOWS_A_DIRECTION.test(path) && !path.startsWith('shared/ui/gallery/') && TONE.test(textOf(path))) ||
      VERDICT.test(textOf(path)),
  );
  expect(wrong).toEqual([]);
  expect([TONE.test("const TONES = { a: 'up' };"), VERDICT.test("{ rejected: 'down' }")]).toEqual([true, true]);
});
