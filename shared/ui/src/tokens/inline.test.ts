/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const files = globSync('{host,remotes,shared}/**/*.{css,tsx}', {
  cwd: ROOT,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(String(path)),
}).filter((path) => !path.endsWith('.test.tsx'));

/** A length that is not 0, moved or anchored sideways without regard to the direction of the script. */
const DOES_NOT_TURN = [
  /translateX\((?!calc\(var\(--inline\))/,
  /\btranslate: (?!0 |none|var|calc\(var\(--inline\))[-\d]/,
  /transform-origin: (?:left|right|0 |100% )/,
];
/** The lid of a box, as it is drawn. */
const DRAWN = /draws\/Draws\.module\.css/;

test('what moves sideways turns with the script', () => {
  const found = files
    .filter((path) => !DRAWN.test(path))
    .flatMap((path) =>
      readFileSync(`${ROOT}/${path}`, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          DOES_NOT_TURN.some((rule) => rule.test(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
  expect(found).toEqual([]);
});
