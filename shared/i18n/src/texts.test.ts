// @vitest-environment jsdom
import type { LanguageCode } from '@tessera/bus';
import { beforeAll, expect, test } from 'vitest';
import { startTexts, switchTexts } from './host.ts';
import { addTexts, text } from './texts.ts';

/** A domain whose files are gone in some languages, and how often each was asked for. */
const gone = new Set<LanguageCode>();
const asked: LanguageCode[] = [];
const loader = async (code: LanguageCode) => {
  asked.push(code);
  if (gone.has(code)) throw new Error('ChunkLoadError');
  return { default: { title: `title ${code}` } };
};
const retry = { en: 'Try again', de: 'Erneut versuchen', fra: 'Réessayer' };
const shown = () => [text('common:retry'), text('draws:title')];

beforeAll(async () => {
  await startTexts('en');
  await addTexts('draws', loader);
});

test('a language can be chosen though the texts of one domain are gone: they stay as they are, and come when they are there', async () => {
  expect(shown()).toEqual([retry.en, 'title en']);
  gone.add('de');
  await switchTexts('de');
  expect(shown()).toEqual([retry.de, 'title en']);
  // The next screen of the domain asks again, and so does the next language.
  await expect(addTexts('draws', loader)).rejects.toThrow('ChunkLoadError');
  gone.clear();
  await addTexts('draws', loader);
  expect(shown()).toEqual([retry.de, 'title de']);
  await switchTexts('fra');
  expect(shown()).toEqual([retry.fra, 'title fra']);
  expect(asked).toEqual(['en', 'de', 'de', 'de', 'fra']);
});
