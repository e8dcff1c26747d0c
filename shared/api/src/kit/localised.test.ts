import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { localisedInput, readLocalised } from './localised.ts';
import { languageCodes } from './rules/vocabulary.ts';

const input = z.object(localisedInput('name', 20));

test('a text has every language: what is left out keeps its text, or has the English one', () => {
  const first = readLocalised(input.parse({ name_en: ' Five days ', name_de: 'Fünf Tage' }), 'name', null);
  expect(Object.keys(first ?? {})).toEqual([...languageCodes]);
  expect(first).toMatchObject({ en: 'Five days', de: 'Fünf Tage', zh: 'Five days' });
  expect(readLocalised(input.parse({ name_zh: '五天' }), 'name', first)).toMatchObject({
    en: 'Five days',
    de: 'Fünf Tage',
    zh: '五天',
  });
  expect(readLocalised(input.parse({ name_zh: '五天' }), 'name', null)).toBeNull();
});

test('markup and long texts are rejected in every language', () => {
  for (const code of languageCodes) {
    expect(input.safeParse({ [`name_${code}`]: '<b>five</b>' }).success).toBe(false);
    expect(input.safeParse({ [`name_${code}`]: 'x'.repeat(21) }).success).toBe(false);
  }
});
