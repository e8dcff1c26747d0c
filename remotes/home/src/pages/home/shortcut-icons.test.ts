/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ICONS } from './shortcut-icons.tsx';

const ROOT = join(import.meta.dirname, '../../../../..');
/** Nine shortcuts for a guest; a user's leave out the three ways of money. */
const ON_HOME = 12;

type Declared = { readonly routes: readonly { readonly path: string; readonly icon?: string }[] };

/** Keys and screens of the menu, in its order. */
const menu = (): readonly { readonly key: string; readonly path: string }[] => {
  const catalogue = readFileSync(join(ROOT, 'backend/src/domains/content/catalogue.ts'), 'utf8');
  const [, rows = ''] = /const MENU.*? = \[\n(.*?)\n\];/s.exec(catalogue) ?? [];
  return [...rows.matchAll(/\['\w+', '(\w+)', .*?'(\/[\w/]+)'/g)].map(([, key = '', path = '']) => ({ key, path }));
};

/** By screen: what its remote declares. */
const declared = (): ReadonlyMap<string, string | undefined> =>
  new Map(
    globSync('remotes/*/remote.json', { cwd: ROOT }).flatMap((file) =>
      (JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Declared).routes.map(({ path, icon }) => [path, icon]),
    ),
  );

test('every service of the menu has an icon of its own: those on Home at once, others with the remote of their screen', () => {
  const services = menu();
  expect(services.length).toBeGreaterThan(ON_HOME);
  expect(services.slice(0, ON_HOME).filter(({ key }) => !ICONS[key])).toEqual([]);
  const icons = declared();
  const others = services.filter(({ key }) => !ICONS[key]);
  expect(others.filter(({ path }) => !icons.get(path))).toEqual([]);
  const drawn = [...others.map(({ path }) => icons.get(path)), ...Object.values(ICONS)];
  expect(new Set(drawn).size).toBe(drawn.length);
});
