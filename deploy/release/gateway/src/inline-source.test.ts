import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { judgeFiles } from '../../../tools/launcher/src/browsers/check.ts';
import { readCompatData } from '../../../tools/launcher/src/browsers/support.ts';
import { withoutComments } from './inline-source.ts';
import { loadAgain } from './load-again.ts';
import { preloadRoute } from './route-preload.ts';
import { showStart } from './start-page.ts';
import { guardScripts } from './trusted-types.ts';

const WORKER = readFileSync(join(import.meta.dirname, 'app/worker.js'), 'utf8');
const NO_WORKER = readFileSync(join(import.meta.dirname, 'app/no-worker.js'), 'utf8');

const SCRIPTS = [
  ['worker', WORKER],
  ['no worker', NO_WORKER],
  ['load again', `(${loadAgain.toString()})`],
  ['preload', `(${preloadRoute.toString()})`],
  ['start', `(${showStart.toString()})`],
  ['guard', `(${guardScripts.toString()})`],
] as const;

test('comments and indentation are left out, code and texts are not', () => {
  const source = `/* one
 * two
 */
  function f(a) { // stays: behind code
    // gone
    /** gone */
    return a
      * 2 + 'https://app.test' + /^[/*]+$/.source;

  }`;
  const short = withoutComments(source);
  expect(short).toBe(
    `function f(a) { // stays: behind code\nreturn a\n* 2 + 'https://app.test' + /^[/*]+$/.source;\n}`,
  );
});

test.each(SCRIPTS)('the script of the page (%s) is whole, and has no text of several lines', (_name, source) => {
  const short = withoutComments(source);
  expect(() => new Script(short)).not.toThrow();
  expect(short).not.toMatch(/^\s*(?:\/\/|\/\*)/m);
  for (const line of short.split('\n')) expect((line.match(/`/g) ?? []).length % 2, line).toBe(0);
});

test('what the gateway puts into the page, and the worker, run in the oldest browsers', () => {
  const files = SCRIPTS.map(([name, content]) => ({ name: `${name}.js`, content }));
  expect(judgeFiles(files, readCompatData(), {}).faults).toEqual([]);
});
