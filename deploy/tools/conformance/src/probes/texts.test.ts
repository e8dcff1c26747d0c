import { byLanguage, LANGUAGE_CODES, LOCALES } from '@tessera/releases';
import { expect, test } from 'vitest';
import { checkTexts, type TextTree } from './texts.ts';

/** The same texts in every language, with overrides. */
const texts = (english: TextTree, others: Readonly<Record<string, TextTree>> = {}) => ({
  ...Object.fromEntries(LANGUAGE_CODES.map((code) => [code, english])),
  ...others,
});

const words = (given: Readonly<Record<string, TextTree>>) =>
  checkTexts(given).map(({ code, message }) => `${code}: ${message}`);

/** A plural in every language, with the forms that it has. */
const plurals = (): Record<string, TextTree> =>
  byLanguage((code) => {
    const forms = new Intl.PluralRules(LOCALES[code]).resolvedOptions().pluralCategories;
    return { left: Object.fromEntries(forms.map((form) => [`row_${form}`, `{{count}} ${form}`])) };
  });

test('texts that every language has, with its own plural forms, are complete', () => {
  expect(checkTexts(plurals())).toEqual([]);
});

test('a language that lacks a text, a nested one included, is named with it', () => {
  const english = { title: 'Draws', list: { empty: 'None' } };
  expect(words(texts(english, { th: { title: 'จับ', list: {} } }))).toEqual(['text-missing: th has no list.empty']);
});

test('a language without a file lacks everything', () => {
  const { kor: _, ...rest } = texts({ title: 'Draws' });
  expect(words(rest)).toEqual(['text-missing: there is no src/i18n/kor.json']);
});

test('an extra text is reported, and so is an unknown language', () => {
  expect(words(texts({ a: 'A' }, { de: { a: 'A', b: 'B' }, xx: { a: 'A' } }))).toEqual([
    'text-beyond: xx is no language of the product',
    'text-beyond: de has b, English has not',
  ]);
});

test('a text of whitespace is empty', () => {
  expect(words(texts({ a: 'A' }, { fra: { a: '  ' } }))).toEqual(['text-empty: a is empty in fra']);
});

test('a placeholder must be kept, in any position and number', () => {
  const english = { a: '{{sum}} of {{ total }}' };
  expect(words(texts(english, { spa: { a: '{{ total }}: {{sum}}, {{sum}}' }, alb: { a: '{{sum}}' } }))).toEqual([
    'text-placeholder: a has other placeholders in alb',
  ]);
});

test.each([
  ['de', 'one'],
  ['fra', 'many'],
  ['spa', 'many'],
])('a plural in %s needs the form %s', (code, form) => {
  const { [`row_${form}`]: _, ...left } = (plurals()[code]?.left ?? {}) as Record<string, string>;
  expect(words({ ...plurals(), [code]: { left } })).toEqual([`text-plural: ${code} has no left.row_${form}`]);
});
