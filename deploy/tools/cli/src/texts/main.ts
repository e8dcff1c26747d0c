// `npm run tessera -- texts export|import`: texts for translators and back, as XLIFF 2.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '@tessera/releases';
import { UsageError } from '../usage.ts';
import { exportedFile, importedTexts, withoutMarks } from './exchange.ts';
import { MARKS_FILE, type Marks, marksText } from './marks.ts';
import { screensOfKeys } from './screens-of-keys.ts';
import { readAt, type TextSource, textSources } from './sources.ts';
import { readXliff, writeXliff } from './xliff.ts';

const root = resolve(import.meta.dirname, '../../../../..');

const HELP = `usage: npm run tessera -- texts export --language <code> [--since <version>] [--out <file>]
       npm run tessera -- texts import <file>

export writes what a translator gets: all texts, or with --since those that are new, have another English text since that
version (a tag v<version>, or any commit), or are not translated. A language that the product does not have yet is named
by its BCP 47 tag. import takes over what is not in the state "initial", and says what it does not take and why.`;

/** The folder of the package that a source belongs to. */
const packageOf = (path: string): string => {
  let folder = dirname(path);
  while (folder !== '.' && !existsSync(join(root, folder, 'package.json'))) folder = dirname(folder);
  return folder;
};

const marksOf = (folder: string): Marks => {
  const file = join(root, folder, MARKS_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Marks) : {};
};

const isCommit = (name: string): boolean => {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

function commitOf(version: string): string {
  const found = [`v${version}`, version].find(isCommit);
  if (found) return found;
  throw new UsageError(`There is no version ${version}: neither a tag v${version} nor a commit.`);
}

/** Code and locale of a language, also of one that is to come. */
const languageOf = (name: string): { readonly code: string; readonly locale: string } =>
  LANGUAGES.find(({ code, locale }) => code === name || locale === name) ?? { code: name, locale: name };

function screensOf(source: TextSource): (key: string) => readonly string[] {
  const remote = packageOf(source.path);
  return remote.startsWith('remotes/') && source.path.startsWith(`${remote}/src/`)
    ? screensOfKeys(root, remote)
    : () => [];
}

function exportTexts(language: string, since: string | undefined, out: string): void {
  const { code, locale } = languageOf(language);
  if (code === 'en') throw new UsageError('English is what is translated.');
  const before = since === undefined ? undefined : readAt(root, commitOf(since));
  const files = textSources(root).flatMap((source) => {
    const folder = packageOf(source.path);
    const marks = marksOf(folder)[relative(folder, source.path)] ?? {};
    const isMarked = (key: string) => marks[key]?.includes(code) ?? false;
    const file = exportedFile(source, { code, locale, before, isMarked, screensOf: screensOf(source) });
    return file ? [file] : [];
  });
  writeFileSync(out, writeXliff({ locale, files }));
  const units = files.flatMap((file) => file.units);
  const open = units.filter(({ state }) => state === 'initial').length;
  console.log(`${out}: ${units.length} texts in ${files.length} files, ${open} of them to translate.`);
}

function importTexts(file: string): void {
  const { locale, files } = readXliff(readFileSync(file, 'utf8'));
  const { code } = languageOf(locale);
  const sources = new Map(textSources(root).map((source) => [source.path, source]));
  const rejected: string[] = [];
  const written: string[] = [];
  let taken = 0;
  for (const given of files) {
    const source = sources.get(given.path);
    if (!source) {
      rejected.push(`${given.path}: there are no such texts any more`);
      continue;
    }
    const { texts, rejected: own } = importedTexts(source, given, locale);
    rejected.push(...own);
    const before = source.texts(code);
    const news = new Map([...texts].filter(([key, text]) => before.get(key) !== text));
    taken += news.size;
    for (const [path, tree] of news.size === 0 ? [] : Object.entries(source.withTexts(code, news))) {
      writeFileSync(join(root, path), `${JSON.stringify(tree, null, 2)}\n`);
      written.push(path);
    }
    const folder = packageOf(source.path);
    const marks = withoutMarks(marksOf(folder), relative(folder, source.path), texts.keys(), code);
    const marksFile = join(root, folder, MARKS_FILE);
    if (Object.keys(marks).length > 0) writeFileSync(marksFile, marksText(marks));
    else rmSync(marksFile, { force: true });
  }
  if (written.length > 0) {
    execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', ...written], {
      cwd: root,
      stdio: 'ignore',
    });
  }
  console.log(`${taken} new texts taken over into ${written.length} files.`);
  for (const line of rejected) console.error(`not taken: ${line}`);
  if (rejected.length > 0) process.exitCode = 1;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string' }, since: { type: 'string' }, out: { type: 'string' } },
  });
  const [what, file] = positionals;
  if (what === 'export' && values.language) {
    exportTexts(values.language, values.since, values.out ?? `texts-${values.language}.xlf`);
  } else if (what === 'import' && file) importTexts(file);
  else throw new UsageError(HELP);
} catch (error) {
  if (!(error instanceof UsageError) && (error as Error).name !== 'XliffError') throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
