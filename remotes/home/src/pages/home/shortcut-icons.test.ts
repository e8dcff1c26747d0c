/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FURTHER_ICONS } from './further-icons.ts';
import { ICONS } from './shortcut-icons.tsx';

const SEED = join(import.meta.dirname, '../../../../../backend/src/domains/content/seed/en.json');
/** Nine shortcuts for a guest; a user's leave out the three ways of money. */
const ON_HOME = 12;

test('every service of the menu has an icon of its own, and those on Home have it at once', () => {
  const { menu } = JSON.parse(readFileSync(SEED, 'utf8')) as { readonly menu: Record<string, string> };
  const services = Object.keys(menu);
  const icons = { ...ICONS, ...FURTHER_ICONS };
  expect(services.filter((key) => !icons[key])).toEqual([]);
  const shared = services.filter((key) => services.some((other) => other !== key && icons[other] === icons[key]));
  expect(shared).toEqual([]);
  expect(services.slice(0, ON_HOME).filter((key) => !ICONS[key])).toEqual([]);
  expect(Object.keys(ICONS).filter((key) => FURTHER_ICONS[key])).toEqual([]);
});
