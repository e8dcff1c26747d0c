import { readFileSync } from 'node:fs';
import type { LanguageCode } from '@tessera/bus';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { ALL_TEXTS, leaves, readTexts } from './text-files.ts';

type Glossary = {
  /** How the user is addressed. */
  readonly address: string;
  /** The one word for each English term. */
  readonly terms: Readonly<Record<string, string>>;
  /** What is not written, as regular expressions, and what to write in its place; `except` matches paths. */
  readonly rejected: ReadonlyArray<{ readonly pattern: string; readonly use: string; readonly except?: string }>;
};

const CODES = LANGUAGES.map(({ code }) => code);
const glossaryOf = (code: LanguageCode): Glossary =>
  JSON.parse(readFileSync(new URL(`../glossary/${code}.json`, import.meta.url), 'utf8')) as Glossary;

const textsOf = (code: LanguageCode) =>
  ALL_TEXTS.flatMap((folder) =>
    leaves(readTexts(folder, code)).map(([key, text]) => ({
      at: `${folder}/${code}.json ${key}`,
      key: `${folder} ${key}`,
      text,
    })),
  );

/** Words that a search understands, whichever the user types. */
const TYPED = / featureWords\./;

const terms = Object.keys(glossaryOf('en').terms);

describe.each(CODES)('the glossary of %s', (code) => {
  const glossary = glossaryOf(code);
  const texts = textsOf(code);

  it('has a word for every term, and the product uses it', () => {
    expect(Object.keys(glossary.terms)).toEqual(terms);
    const all = texts.map(({ text }) => text.toLowerCase()).join('\n');
    expect(Object.values(glossary.terms).filter((term) => !all.includes(term.toLowerCase()))).toEqual([]);
  });

  it('names what is on hold in its formula as beside the figure', () => {
    const textAt = (end: string) => texts.find(({ key }) => key.endsWith(end))?.text ?? 'missing';
    expect(textAt('remotes/assets/src/i18n overview.frozenFormula')).toMatch(
      new RegExp(`^${textAt('shared/i18n/src/common frozen')}`),
    );
  });

  it('rejects by patterns that can match', () => {
    // A lookbehind in the place of a lookahead rejects nothing.
    expect(glossary.rejected.filter(({ pattern }) => pattern.endsWith('(?<!\\p{L})'))).toEqual([]);
  });

  it('rejects words that no text has', () => {
    const found = glossary.rejected.flatMap(({ pattern, use, except }) => {
      const rejected = new RegExp(pattern, 'u');
      return texts
        .filter(({ at, text }) => rejected.test(text) && !(except && at.includes(except)) && !TYPED.test(at))
        .map(({ at, text }) => `${at}: “${text}” has ${rejected}, write ${use}`);
    });
    expect(found).toEqual([]);
  });
});

describe.each(['jp', 'kor'] as const)('in %s', (code) => {
  const { futures = '', contract = '' } = glossaryOf(code).terms;
  const english = new Map(textsOf('en').map(({ key, text }) => [key, text]));

  it('contracts are not called futures, nor futures contracts', () => {
    const wrong = textsOf(code).filter(({ key, text }) => {
      const source = english.get(key) ?? '';
      const [contracts, isFutures] = [/\bcontracts?\b/i.test(source), /\bfutures\b/i.test(source)];
      return (
        (contracts && !isFutures && text.includes(futures)) || (isFutures && !contracts && text.includes(contract))
      );
    });
    expect(wrong).toEqual([]);
  });
});

/** Names, units and words that Albanian took over as they are. */
const SHARED_WITH_ENGLISH =
  /^(\d+ min|Spot|Futures|Fiat|DeFi|E-mail|UID \{\{uid\}\}|Instrument|(Long|Short)( \{\{multiple\}\}×)?|VIP \{\{level\}\}|Forex|Audio|Video|Limit|Stop|Metadata \(ERC-721\)|PnL \(\{\{currency\}\}\)|\{\{lots\}\} lot( = \{\{amount\}\} \{\{base\}\})?|[^A-Za-z]*(\{\{\w+\}\}[^A-Za-z]*)+( ?(ms|s|min))?)$/;

it('Albanian is translated whole', () => {
  const english = new Map(textsOf('en').map(({ key, text }) => [key, text]));
  // A name, or the title of a screen that was just begun: no language has a word of its own for it.
  const translated = new Set(
    CODES.flatMap((code) => textsOf(code).filter(({ key, text }) => text !== english.get(key))).map(({ key }) => key),
  );
  const left = textsOf('alb').filter(
    ({ key, text }) =>
      translated.has(key) && text === english.get(key) && /[a-z]{3}/.test(text) && !SHARED_WITH_ENGLISH.test(text),
  );
  expect(left.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});
