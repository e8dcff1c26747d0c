import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaves, readTexts, SCREEN_TEXTS } from './text-files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Sources that run, and descriptors: titles of routes are keys. */
const sources = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.ejs', '*remote.json'],
  {
    cwd: ROOT,
    maxBuffer: 1e8,
  },
)
  .toString()
  .trim()
  .split('\n')
  .filter((file) => !/\.(test|spec|bench)\.tsx?$|\/testing\/|^e2e\/|\.d\.ts$/.test(file))
  .flatMap((file) => {
    try {
      return [{ file, text: readFileSync(join(ROOT, file), 'utf8') }];
    } catch {
      return []; // Deleted and not yet committed.
    }
  });

/** Who may use the texts of a folder: its package, and everyone where the package is shared. */
const ownerOf = (folder: string): string =>
  folder.startsWith('shared/i18n/')
    ? ''
    : (/^(remotes\/[^/]+|host|shared\/[^/]+|backend|deploy\/console|deploy\/[^/]+\/[^/]+)\//.exec(folder)?.[0] ?? '');

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Strings of a source, and its templates as patterns: each slot stands for one name in a key. */
function stringsOf(text: string): { readonly literals: readonly string[]; readonly patterns: readonly string[] } {
  const literals = [...text.matchAll(/(['"])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , own = '']) => own);
  const templates = [...text.matchAll(/`((?:[^`\\]|\\.)*)`/g)].map(([, own = '']) => own);
  const patterns = templates
    .filter((own) => /^[\w.:/${}()[\]?' !=&|-]+$/.test(own) && /^[\w:/]*[a-zA-Z]/.test(own))
    .map((own) =>
      own
        .split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
        .map(literally)
        .join('[\\w-]+'),
    );
  return { literals, patterns };
}

/** Those that screens ask for by key; the others are read whole, typed by their English file. */
const BY_KEY = SCREEN_TEXTS.filter((folder) => !/^(backend|deploy|host\/src\/start)\//.test(folder));

test.each(BY_KEY)('every text of %s is used', (folder) => {
  const owner = ownerOf(folder);
  const found = sources.filter(({ file }) => file.startsWith(owner)).map(({ text }) => stringsOf(text));
  const literals = new Set(found.flatMap((own) => own.literals.map((literal) => literal.replace(/^[\w/-]+:/, ''))));
  const patterns = [...new Set(found.flatMap((own) => own.patterns.map((one) => one.replace(/^[\w/-]+:/, ''))))].map(
    (one) => new RegExp(`^${one}$`),
  );
  const keys = leaves(readTexts(folder, 'en')).map(([key]) => key.replace(PLURAL, ''));
  const unused = keys.filter((key) => !literals.has(key) && !patterns.some((one) => one.test(key)));
  expect(unused).toEqual([]);
});
