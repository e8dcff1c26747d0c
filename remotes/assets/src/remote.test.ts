import { LANGUAGES, type TextTree } from '@tessera/i18n';
import { describe, expect, test } from 'vitest';
import descriptor from '../remote.json' with { type: 'json' };
import remote from './remote.tsx';

/** `routes.market` → text, plural forms under their common key. */
function flatten(tree: TextTree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
/** A key without its plural suffix; a name that only ends like one (`purchase_one`) has no `_other` beside it. */
function singular(key: string, keys: readonly string[]): string {
  const plain = key.replace(PLURAL, '');
  return keys.includes(`${plain}_other`) ? plain : key;
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
const inEnglish = flatten((await remote.texts('en')).default);
const englishKeys = inEnglish.map(([key]) => key);
const english = new Map(inEnglish.map(([key, text]) => [singular(key, englishKeys), text]));

test('the remote has a page for every route of its descriptor, and no other', () => {
  expect(Object.keys(remote.pages).toSorted()).toEqual(descriptor.routes.map(({ path }) => path).toSorted());
  expect(remote.name).toBe(descriptor.name);
});

describe.each(LANGUAGES)('the texts in $code', ({ code, locale }) => {
  test('are complete, with every plural form of the language and the same placeholders', async () => {
    const texts = flatten((await remote.texts(code)).default);
    const keys = texts.map(([key]) => key);
    expect(new Set(keys.map((key) => singular(key, keys)))).toEqual(new Set(english.keys()));
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    for (const [key, text] of texts) {
      const plain = singular(key, keys);
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(english.get(plain) ?? ''));
      if (plain === key) continue;
      for (const form of forms) expect(keys).toContain(`${plain}_${form}`);
    }
  });

  test('name every route', async () => {
    const keys = flatten((await remote.texts(code)).default).map(([key]) => key);
    for (const { title } of descriptor.routes) expect(keys).toContain(title);
  });
});
