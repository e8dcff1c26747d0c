/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ICONS } from './shortcut-icons.tsx';

const SEED = join(import.meta.dirname, '../../../../backend/src/domains/content/seed/en.json');

test('every service of the menu has an icon of its own', () => {
  const { menu } = JSON.parse(readFileSync(SEED, 'utf8')) as { readonly menu: Record<string, string> };
  const services = Object.keys(menu);
  expect(services.filter((key) => !ICONS[key])).toEqual([]);
  const shared = services.filter((key) => services.some((other) => other !== key && ICONS[other] === ICONS[key]));
  expect(shared).toEqual([]);
});
