import { LANGUAGE_CODES } from '@tessera/releases';
import { expect, test } from 'vitest';
import { checkTexts, type TextTree } from './texts.ts';

/** The same texts in every language, with overrides. */
const texts = (english: TextTree, others: Readonly<Record<string, TextTree>> = {}) => ({
  ...Object.fromEntries(LANGUAGE_CODES.map((code) => [code, english])),
  ...others,
});

const words = (given: Readonly<Record<string, TextTree>>) =>
  checkTexts(given).map(({ code, message }) => `${code}: ${message}`);

test('texts that every language has, with its own plural forms, are complete', () => {
  const english = { title: 'Draws', left: { row_one: '{{count}} draw', row_other: '{{count}} draws' } };
  const chinese = { title: '抽奖', left: { row_other: '{{count}} 个' } };
  const spanish = {
    title: 'Sorteos',
    left: { row_one: '{{count}} sorteo', row_many: '{{count}} de sorteos', row_other: '{{count}} sorteos' },
  };
  const others = { zh: chinese, hk: chinese, th: chinese, jp: chinese, kor: chinese, spa: spanish, fra: spanish };
  expect(checkTexts(texts(english, others))).toEqual([]);
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

test('a plural needs each form of its language', () => {
  const english = { row_one: '{{count}} row', row_other: '{{count}} rows' };
  expect(words(texts(english, { de: { row_other: '{{count}} Zeilen' } }))).toEqual([
    'text-plural: de has no row_one',
    'text-plural: fra has no row_many',
    'text-plural: spa has no row_many',
  ]);
});
