/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

const screens = globSync('{host,remotes}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(String(path)),
})
  .filter((path) => !/\.(?:test|d)\.tsx?$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

const where = (pattern: RegExp): string[] =>
  screens
    .filter(({ source }) => pattern.test(source))
    .map(({ path }) => path)
    .sort();

/** A picture over the whole page, which asks nothing. */
const PICTURE = 'remotes/nft/src/media/Zoom.tsx';
const DIALOG = /<dialog\b|<Dialog\b|"alertdialog"|\.showModal\(|\b(?:window|globalThis)\.confirm\(/;

test('no screen has a dialog of its own: Question asks, Sheet shows', () => {
  expect(screens.length).toBeGreaterThan(500);
  expect(where(DIALOG)).toEqual([PICTURE]);
});

/** Where an answer sends nothing to the exchange: the session ends in the page, a preview runs or does not. */
const SENDS_NOTHING = ['host/src/app/PreviewQuestion.tsx', 'remotes/account/src/pages/settings/SettingPage.tsx'];

test('a question has the command that its answer sends, so that it can repeat it', () => {
  expect(where(/<(?:Question|AskedButton)\b[^>]*\bcommand=\{null\}/)).toEqual(SENDS_NOTHING);
  // Made by hand, a command says that it is resolved when it is not.
  expect(where(/\bcommand=\{\{|\bunresolved: null/)).toEqual([]);
});
