import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Tree = { readonly [key: string]: string | Tree };

/** Every text file set of the product: a folder with one file per language. */
const folders = [
  'shared/i18n/src/common',
  'shared/ui/src/map/i18n',
  'host/src/i18n',
  'shared/api/src/domains/wallet/kinds',
  'backend/src/domains/wallet/statements/texts',
  ...readdirSync(join(root, 'remotes')).flatMap((name) => [
    `remotes/${name}/src/i18n`,
    // Domains whose texts are fetched with their pages.
    ...readdirSync(join(root, 'remotes', name, 'src'))
      .filter((domain) => existsSync(join(root, 'remotes', name, 'src', domain, 'i18n')))
      .map((domain) => `remotes/${name}/src/${domain}/i18n`),
  ]),
];

const read = (folder: string, code: string) =>
  JSON.parse(readFileSync(join(root, folder, `${code}.json`), 'utf8')) as Tree;

const leaves = (tree: Tree, path = ''): Array<readonly [string, string]> =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : leaves(value, `${path}${key}.`),
  );

/** Plural forms differ between languages, so they are compared by their common stem. */
const keysOf = (tree: Tree) => [...new Set(leaves(tree).map(([key]) => key.replace(PLURAL, '')))].toSorted();

/** Of *usted*, none of which is a form of *tú* or a noun as well. */
const FORMAL_SPANISH =
  /\b(usted|elija|introduzca|inténtelo|compruebe|descargue|seleccione|revise|verifique|inicie|indique|establezca|añada|acepte su|suba el|suba la)\b/i;

const placeholders = (value: string) => [...new Set(value.match(/\{\{\s*[\w.]+/g) ?? [])].toSorted();

describe.each(folders)('%s', (folder) => {
  const english = read(folder, 'en');

  it.each(LANGUAGES.map(({ code }) => code))('%s has every text, none empty, none beyond', (code) => {
    const texts = read(folder, code);
    expect(keysOf(texts)).toEqual(keysOf(english));
    expect(leaves(texts).filter(([, value]) => value.trim() === '')).toEqual([]);
  });

  it.each(LANGUAGES)('$code has the plural forms that $locale needs', ({ code, locale }) => {
    const texts = leaves(read(folder, code)).map(([key]) => key);
    // A key may end like a plural form without being one: `other` is the form that every plural has.
    const stems = texts.filter((key) => key.endsWith('_other')).map((key) => key.replace(PLURAL, ''));
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
    for (const stem of stems) for (const form of forms) expect(texts).toContain(`${stem}_${form}`);
  });

  it.each(LANGUAGES.map(({ code }) => code))('%s keeps the placeholders of English', (code) => {
    const translated = new Map(leaves(read(folder, code)));
    for (const [key, value] of leaves(english)) {
      const own = translated.get(key) ?? translated.get(key.replace(PLURAL, '_other'));
      if (own !== undefined && !PLURAL.test(key)) expect([key, placeholders(own)]).toEqual([key, placeholders(value)]);
    }
  });
});

it.each([
  ...folders,
  'backend/src/domains/content/seed',
  'backend/src/domains/invest/texts',
  'shared/api/src/kit/errors/i18n',
  ...readdirSync(join(root, 'shared/api/src/domains'))
    .map((domain) => `shared/api/src/domains/${domain}/i18n`)
    .filter((folder) => existsSync(join(root, folder))),
])('%s addresses Spanish users as tú', (folder) => {
  expect(leaves(read(folder, 'spa')).filter(([, value]) => FORMAL_SPANISH.test(value))).toEqual([]);
});
