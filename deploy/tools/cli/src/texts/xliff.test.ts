import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Exchange, placeholdersOf, readXliff, writeXliff, XliffError } from './xliff.ts';

/** What XML can hold: no control characters but tab and line ends, no half of a surrogate pair. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((own) => own.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
const named = fc
  .tuple(text, fc.constantFrom('{{count}}', '{amount}', '{{ total }}', ''), text)
  .map((parts) => parts.join(''));

const exchange: fc.Arbitrary<Exchange> = fc.record({
  locale: fc.constantFrom('de', 'zh-HK', 'ar'),
  files: fc.uniqueArray(
    fc.record({
      path: fc.stringMatching(/^[a-z]+(\/[a-z-]+){1,3}$/),
      units: fc.uniqueArray(
        fc.record({
          key: fc.stringMatching(/^[a-z]+(\.[a-z_]+){0,2}$/),
          source: named,
          target: fc.option(named, { nil: undefined }),
          state: fc.constantFrom('initial' as const, 'translated' as const, 'final' as const),
          screens: fc.array(text, { maxLength: 2 }),
        }),
        { selector: ({ key }) => key, maxLength: 4 },
      ),
    }),
    { selector: ({ path }) => path, maxLength: 3 },
  ),
});

test('what is written is read back as it was, whatever texts hold', () => {
  fc.assert(
    fc.property(exchange, (one) => {
      expect(readXliff(writeXliff(one))).toEqual(one);
    }),
  );
});

test('a placeholder is a code that an editor keeps whole, and a screen a note beside it', () => {
  const written = writeXliff({
    locale: 'de',
    files: [
      {
        path: 'remotes/finance/src/i18n',
        units: [
          {
            key: 'a.b',
            source: 'Up to {{count}} & more',
            target: undefined,
            state: 'initial',
            screens: ['#/pages/a/b'],
          },
        ],
      },
    ],
  });
  expect(written).toContain('<source>Up to <ph id="1" equiv="{{count}}" disp="{{count}}"/> &amp; more</source>');
  expect(written).toContain('<note category="screen">#/pages/a/b</note>');
  expect(written).toContain('<file id="remotes_finance_src_i18n" original="remotes/finance/src/i18n">');
  expect(written).not.toContain('<target>');
});

test('what an editor wrote is read: other order of attributes, CDATA, segments with its own state', () => {
  const edited = `<xliff trgLang="de" srcLang="en" version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0">
    <file original="host/src/i18n" id="f"><unit name="ok" id="ok"><segment state="reviewed">
      <source>OK</source><target><![CDATA[Ja & <gut>]]></target></segment></unit></file></xliff>`;
  expect(readXliff(edited).files[0]?.units[0]).toMatchObject({ target: 'Ja & <gut>', state: 'reviewed' });
});

test.each([
  ['<xliff version="1.2"><file/></xliff>', /XLIFF 1\.2/],
  ['<xliff version="2.0" trgLang="de"><file original="a"><unit', /unclosed|document/i],
  ['<xliff version="2.0"></xliff>', /trgLang/],
  ['<xliff version="2.0" trgLang="de"><file/></xliff>', /without original/],
  ['[]', /line|document|text/i],
])('rejects %s', (xml, reason) => {
  expect(() => readXliff(xml)).toThrow(XliffError);
  expect(() => readXliff(xml)).toThrow(reason);
});

test('names of a text are compared without their order and format', () => {
  expect(placeholdersOf('{{ sum }} of {{total, number}} in {days}')).toEqual(['{days}', '{{sum}}', '{{total}}']);
});
