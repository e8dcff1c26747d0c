import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCopies } from './shared-copies.ts';

const { resolve } = createRequire(import.meta.url);

// The marks of the other libraries are held to the host's build, in conformance.browser.test.ts.
test('a file with React in it is named with what it copies', () => {
  const react = readFileSync(join(dirname(resolve('react/package.json')), 'cjs/react.production.js'), 'utf8');
  expect(checkCopies(new Map([['chart.js', `"use strict";${react}`]]))).toEqual([
    { code: 'shared-copied', message: 'chart.js holds a copy of react' },
  ]);
});

test('a file that only asks for React holds no copy', () => {
  expect(checkCopies(new Map([['page.js', 'const { useState } = r("react"); useState(0);']]))).toEqual([]);
});
