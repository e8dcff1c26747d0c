import { resolve } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/releases';
import { expect, test } from 'vitest';
import { screensOfKeys } from './screens-of-keys.ts';
import { textSources } from './sources.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const sources = textSources(root);
const named = (path: string) => sources.find((source) => source.path === path);

test('screens, descriptors, mails and errors are all sources of texts, and no test or glossary is', () => {
  expect(sources.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'remotes/finance/remote.json',
      'remotes/finance/src/loans/i18n',
      'backend/src/platform/mail/texts',
      'backend/src/domains/support/letters.json',
      'shared/api/src/domains/spot/i18n',
    ]),
  );
  expect(sources.filter(({ path }) => /fixture|testing|glossary/.test(path))).toEqual([]);
});

test.each(['remotes/finance/remote.json', 'remotes/finance/src/i18n'])('%s is written back as it was read', (path) => {
  const source = named(path);
  for (const code of LANGUAGE_CODES) {
    const texts = source?.texts(code) ?? new Map();
    expect(texts.size).toBeGreaterThan(1);
    for (const tree of Object.values(source?.withTexts(code, texts) ?? {})) {
      expect(JSON.stringify(tree)).toContain(JSON.stringify([...texts.values()][0]));
    }
  }
});

test('a language that is to come gets files of its own, in the order of English', () => {
  const source = named('remotes/finance/src/loans/i18n');
  const english = source?.texts('en') ?? new Map();
  const written = source?.withTexts('ar', new Map([...english].toReversed())) ?? {};
  expect(Object.keys(written)).toEqual(['remotes/finance/src/loans/i18n/ar.json']);
  expect(JSON.stringify(Object.values(written)[0])).toBe(
    JSON.stringify(Object.values(source?.withTexts('en', new Map()) ?? {})[0]),
  );
});

test('most texts of a remote have the address of a screen that shows them', () => {
  const screensOf = screensOfKeys(root, 'remotes/finance');
  const keys = [...(named('remotes/finance/src/loans/i18n')?.texts('en').keys() ?? [])];
  const found = keys.filter((key) => screensOf(key).length > 0);
  expect(found.length / keys.length).toBeGreaterThan(0.75);
  expect(new Set(found.flatMap(screensOf))).toContain('#/pages/common/borrowing');
});
