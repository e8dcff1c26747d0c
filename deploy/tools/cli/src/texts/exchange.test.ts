import { expect, test } from 'vitest';
import { exportedFile, importedTexts, withoutMarks } from './exchange.ts';
import type { TextSource, Texts } from './sources.ts';

/** A source in memory; `before` is its English text of another time. */
const sourceOf = (texts: Readonly<Record<string, Texts>>, before?: Texts): TextSource => ({
  path: 'remotes/lottery/src/i18n',
  texts: (code, read) => (read && code === 'en' && before ? before : (texts[code] ?? new Map())),
  withTexts: () => ({}),
});
const map = (texts: Readonly<Record<string, string>>): Texts => new Map(Object.entries(texts));
const options = (code: string, more: Partial<Parameters<typeof exportedFile>[1]> = {}) => ({
  code,
  locale: code,
  before: undefined,
  isMarked: () => false,
  screensOf: () => ['#/pages/lottery/draws'],
  ...more,
});

const english = map({ title: 'Draws', won: 'You won {{sum}}', row_one: '{{count}} row', row_other: '{{count}} rows' });
const german = map({ title: 'Ziehungen', won: 'Gewonnen: {{sum}}', row_one: '{{count}} Zeile' });

test('a language gets the plural forms that it has, each with the nearest English one', () => {
  const units = exportedFile(sourceOf({ en: english }), options('ar'))?.units ?? [];
  const plural = units.filter(({ key }) => key.startsWith('row_'));
  expect(plural.map(({ key }) => key)).toEqual(['row_zero', 'row_one', 'row_two', 'row_few', 'row_many', 'row_other']);
  expect(plural.map(({ source }) => source)[1]).toBe('{{count}} row');
  expect(units.every(({ state }) => state === 'initial')).toBe(true);
});

test('what lacks, is marked or has another English text is to be translated; since a version, nothing else comes', () => {
  const before = map({ title: 'Draw', won: 'You won {{sum}}', row_one: '{{count}} row', row_other: '{{count}} rows' });
  const source = sourceOf({ en: english, de: german }, before);
  const states = (more = {}) =>
    Object.fromEntries(exportedFile(source, options('de', more))?.units.map(({ key, state }) => [key, state]) ?? []);
  expect(states()).toEqual({ title: 'translated', won: 'translated', row_one: 'translated', row_other: 'initial' });
  const since = { before: () => undefined };
  expect(states(since)).toEqual({ title: 'initial', row_other: 'initial' });
  expect(states({ ...since, isMarked: (key: string) => key === 'won' })).toEqual({
    title: 'initial',
    won: 'initial',
    row_other: 'initial',
  });
});

test('a marked text goes out without the English words that stand in for it', () => {
  const file = exportedFile(sourceOf({ en: english, de: german }), options('de', { isMarked: () => true }));
  expect(file?.units.map(({ target }) => target)).toEqual([undefined, undefined, undefined, undefined]);
});

test('an import takes what is translated, and says of all else why not', () => {
  const unit = (key: string, source: string, target: string, state = 'translated' as const) => ({
    ...{ key, source, target, state, screens: [] },
  });
  const { texts, rejected } = importedTexts(
    sourceOf({ en: english, de: german }),
    {
      path: 'remotes/lottery/src/i18n',
      units: [
        unit('title', 'Draws', 'Auslosungen'),
        unit('won', 'You won {{sum}}', 'Gewonnen'),
        unit('row_other', '{{count}} lines', '{{count}} Zeilen'),
        unit('row_one', '{{count}} row', ' '),
        unit('gone', 'Gone', 'Weg'),
        { ...unit('title', 'Draws', 'Draws'), state: 'initial' as const },
      ],
    },
    'de',
  );
  expect([...texts]).toEqual([['title', 'Auslosungen']]);
  expect(rejected.map((line) => line.replace('remotes/lottery/src/i18n ', ''))).toEqual([
    'won: it has to name {{sum}}',
    'row_other: its English text has changed since it was exported',
    'row_one: it is empty',
    'gone: there is no such text any more',
  ]);
});

test('the mark of a language goes with its translation, and the last one with the key', () => {
  const marks = { 'src/i18n': { title: ['de', 'fra'], other: ['de'] } };
  const left = withoutMarks(marks, 'src/i18n', ['title'], 'de');
  expect(left).toEqual({ 'src/i18n': { title: ['fra'], other: ['de'] } });
  expect(withoutMarks(withoutMarks(left, 'src/i18n', ['title'], 'fra'), 'src/i18n', ['other'], 'de')).toEqual({});
});
