import { expect, test } from 'vitest';
import { FILE_PATH, fitsInFolder } from './names.ts';

test.each([['../../outside.js'], ['a/../../b.js'], ['.hidden.js'], ['/a'], ['a//b'], ['a/'], ['']])(
  '%j is no path of a version',
  (path) => expect(FILE_PATH.test(path)).toBe(false),
);

test.each<readonly [readonly string[], boolean]>([
  [[], true],
  [['a.js', 'a', 'ab/c', 'b/a'], true],
  [['a', 'a/b'], false],
  [['a/b/c.js', 'a/b'], false],
  [['a/b/c.js', 'a'], false],
  [['a.js', 'b.js', 'a.js'], false],
])('files of the paths %j fit in one folder: %s', (paths, fit) => expect(fitsInFolder(paths)).toBe(fit));
