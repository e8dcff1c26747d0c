import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCopies } from './shared-copies.ts';

const { resolve } = createRequire(import.meta.url);

// The marks of the other libraries are tested against the host's build, in conformance.browser.test.ts.
test('a file that contains React is reported with the library name', () => {
  const react = readFileSync(join(dirname(resolve('react/package.json')), 'cjs/react.production.js'), 'utf8');
  expect(checkCopies(new Map([['chart.js', `"use strict";${react}`]]))).toEqual([
    { code: 'shared-copied', message: 'chart.js holds a copy of react' },
  ]);
});

test('a file that only imports React contains no copy', () => {
  expect(checkCopies(new Map([['page.js', 'const { useState } = r("react"); useState(0);']]))).toEqual([]);
});
