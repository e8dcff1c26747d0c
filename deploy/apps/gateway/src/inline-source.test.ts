import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { withoutComments } from './inline-source.ts';
import { loadAgain } from './load-again.ts';
import { preloadRoute } from './route-preload.ts';
import { showStart } from './start-page.ts';

const WORKER = readFileSync(join(import.meta.dirname, 'app/worker.js'), 'utf8');

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

test.each([
  ['worker', WORKER],
  ['load again', `(${loadAgain.toString()})`],
  ['preload', `(${preloadRoute.toString()})`],
  ['start', `(${showStart.toString()})`],
])('the script of the page (%s) is whole, and has no text of several lines', (_name, source) => {
  const short = withoutComments(source);
  expect(() => new Script(short)).not.toThrow();
  expect(short).not.toMatch(/^\s*(?:\/\/|\/\*)/m);
  for (const line of short.split('\n')) expect((line.match(/`/g) ?? []).length % 2, line).toBe(0);
});
