import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** What is known of a translation: `initial` is to be translated, all others are taken over. */
export type State = 'initial' | 'translated' | 'reviewed' | 'final';

export type Unit = {
  /** Key of the text in its file. */
  readonly key: string;
  readonly source: string;
  /** Undefined where there is none yet. */
  readonly target: string | undefined;
  readonly state: State;
  /** For the translator: where the text is seen. */
  readonly screens: readonly string[];
};

export type TextFile = { readonly path: string; readonly units: readonly Unit[] };

export type Exchange = {
  /** BCP 47 tag of the translation. */
  readonly locale: string;
  readonly files: readonly TextFile[];
};

/** The file is no XLIFF 2 that this tool writes; the message names the line. */
export class XliffError extends Error {
  override name = 'XliffError';
}

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';
/** What a text names stands in a code, which editors of translations keep whole. */
const PLACEHOLDER = /\{\{[^{}]*\}\}|\{\w+\}/g;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Line ends as references: a parser of XML reads each other kind as one `\n`, and more than one blank in attributes as one. */
const inAttribute = (text: string): string => escaped(text).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const inText = (text: string): string => escaped(text).replaceAll('\r', '&#13;');

function content(text: string): string {
  let id = 0;
  let from = 0;
  let written = '';
  for (const { 0: found, index } of text.matchAll(PLACEHOLDER)) {
    id += 1;
    const name = inAttribute(found);
    written += `${inText(text.slice(from, index))}<ph id="${id}" equiv="${name}" disp="${name}"/>`;
    from = index + found.length;
  }
  return written + inText(text.slice(from));
}

/** Ids are NMTOKENs: what a path or key has besides is replaced; path and key themselves stand in `original` and `name`. */
const token = (text: string): string => text.replace(/[^\w.:-]/g, '_');

const unitLines = ({ key, source, target, state, screens }: Unit): string[] => [
  `    <unit id="${token(key)}" name="${inAttribute(key)}">`,
  ...(screens.length === 0
    ? []
    : [
        '      <notes>',
        ...screens.map((screen) => `        <note category="screen">${inText(screen)}</note>`),
        '      </notes>',
      ]),
  `      <segment state="${state}">`,
  `        <source>${content(source)}</source>`,
  ...(target === undefined ? [] : [`        <target>${content(target)}</target>`]),
  '      </segment>',
  '    </unit>',
];

/** A document of XLIFF 2.0 (https://docs.oasis-open.org/xliff/xliff-core/v2.0/xliff-core-v2.0.html). */
export const writeXliff = ({ locale, files }: Exchange): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${NAMESPACE}" version="2.0" srcLang="en" trgLang="${inAttribute(locale)}" xml:space="preserve">`,
    ...files.flatMap(({ path, units }) => [
      `  <file id="${token(path)}" original="${inAttribute(path)}">`,
      ...units.flatMap(unitLines),
      '  </file>',
    ]),
    '</xliff>',
    '',
  ].join('\n');

type Reading = { key: string; source: string; target: string | undefined; state: State; screens: string[] };

/** Reads what `writeXliff` wrote and an editor changed. Throws XliffError. */
export function readXliff(xml: string): Exchange {
  const parser = new SaxesParser();
  const files: { path: string; units: Reading[] }[] = [];
  let locale: string | undefined;
  let unit: Reading | undefined;
  let into: 'source' | 'target' | 'note' | undefined;
  let note = '';
  const fail = (reason: string): never => {
    throw new XliffError(`line ${parser.line}: ${reason}`);
  };
  const add = (text: string) => {
    if (!into) return;
    if (into === 'note') note += text;
    else if (unit) unit[into] = (unit[into] ?? '') + text;
  };
  const begin: Readonly<Record<string, (attributes: Record<string, string>) => void>> = {
    xliff: ({ version, trgLang }) => {
      if (!version?.startsWith('2.')) fail(`this is XLIFF ${version ?? 'of no version'}, not 2`);
      locale = trgLang;
    },
    file: ({ original }) => {
      files.push({ path: original ?? fail('a file without original'), units: [] });
    },
    unit: ({ name, id }) => {
      unit = {
        key: name ?? id ?? fail('a unit without name'),
        source: '',
        target: undefined,
        state: 'initial',
        screens: [],
      };
      (files.at(-1) ?? fail('a unit outside a file')).units.push(unit);
    },
    segment: ({ state }) => {
      if (unit) unit.state = (state ?? 'initial') as State;
    },
    source: () => {
      into = 'source';
    },
    target: () => {
      into = 'target';
      if (unit) unit.target ??= '';
    },
    note: ({ category }) => {
      note = '';
      into = category === 'screen' ? 'note' : undefined;
    },
    ph: ({ equiv, disp }) => add(equiv ?? disp ?? fail('a code without equiv')),
  };
  parser.on('error', (error) => {
    throw new XliffError(error.message);
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => begin[name]?.(attributes));
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (name === 'note' && into === 'note') unit?.screens.push(note);
    if (name === 'source' || name === 'target' || name === 'note') into = undefined;
    if (name === 'unit') unit = undefined;
  });
  parser.write(xml).close();
  return { locale: locale ?? fail('trgLang is missing'), files };
}

/** What a text names, in order of the alphabet: a translation has to name the same. */
export const placeholdersOf = (text: string): readonly string[] =>
  [...new Set((text.match(PLACEHOLDER) ?? []).map((found) => found.replace(/\s|,.*(?=\}\})/g, '')))].toSorted();
