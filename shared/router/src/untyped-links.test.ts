import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const ROUTER = join('shared', 'router', 'src');

/** Ways to name a screen that the compiler and the release gate do not see. */
const UNTYPED: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ['an anchor to a route', /href=(?:"#|\{[`'"]#)/],
  ['a route outside of screenUrl or useScreenParams', /(?<!(?:screenUrl|useScreenParams)\(\s*)[`'"]#?\/pages\//],
  ['the address bar', /location\.hash\s*=/],
  ['the router behind the typed links', /\buseNavigate\b/],
];

/** The router itself, the shell that carries navigation out, and the bar whose entries come from the manifest. */
const MAY = (file: string) =>
  file.startsWith(ROUTER) ||
  file.startsWith(join('host', 'src', 'shell', 'navigation')) ||
  file === join('shared', 'ui', 'src', 'tab-bar', 'TabBar.tsx');

const isCode = (file: string) =>
  /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$|[\\/](testing|test|node_modules)[\\/]|testing\.tsx?$/.test(file);

function filesBelow(...folder: string[]): string[] {
  return readdirSync(join(ROOT, ...folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(...folder, file))
    .filter(isCode);
}

const files = [
  ...filesBelow('host', 'src'),
  ...readdirSync(join(ROOT, 'remotes')).flatMap((name) => filesBelow('remotes', name, 'src')),
  ...['ui', 'router', 'form', 'session', 'i18n'].flatMap((name) => filesBelow('shared', name, 'src')),
];

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('every link between screens is typed', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files
    .filter((file) => !MAY(file))
    .flatMap((file) => {
      const text = withoutComments(readFileSync(join(ROOT, file), 'utf8'));
      return UNTYPED.flatMap(([what, pattern]) => (pattern.test(text) ? [`${file}: ${what}`] : []));
    });
  expect(found).toEqual([]);
});

/** What the check of a built remote refuses, in the ways in which it is written here. */
const LEAVING =
  /\blocation\.(?:assign|replace)\(|\blocation(?:\.href)?\s*=[^=]|\b(?:window|globalThis)\.open\(|createElement\('(?:a|form|meta)'\)|\.click\(\)/;

test('no remote leaves the page by itself: files are saved and sites named by the host', () => {
  const ofRemotes = files.filter((file) => file.startsWith(`remotes${sep}`));
  expect(ofRemotes.length).toBeGreaterThan(100);
  expect(ofRemotes.filter((file) => LEAVING.test(withoutComments(readFileSync(join(ROOT, file), 'utf8'))))).toEqual([]);
});
