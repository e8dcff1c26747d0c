import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/releases';

export type Tree = { [key: string]: Tree | string };

/** Texts by key, in the order of their file. */
export type Texts = ReadonlyMap<string, string>;

/** A folder with one file a language, or a file of all languages. */
export type TextSource = {
  /** Relative to the repository. */
  readonly path: string;
  /** The texts of a language; none where it has no file. `read` gives the content of a file, as of another time. */
  texts(code: string, read?: Read): Texts;
  /** Files with the texts of a language replaced, by path: keys that are not given stay. */
  withTexts(code: string, texts: Texts): Readonly<Record<string, Tree>>;
};

export type Read = (path: string) => string | undefined;

export const PLURAL = /_(zero|one|two|few|many|other)$/;

export const leaves = (tree: Tree | string | undefined, path = ''): [string, string][] => {
  if (tree === undefined) return [];
  if (typeof tree === 'string') return [[path, tree]];
  return Object.entries(tree).flatMap(([key, value]) => leaves(value, path === '' ? key : `${path}.${key}`));
};

function put(tree: Tree, key: string, text: string): void {
  const names = key.split('.');
  const last = names.pop() as string;
  let at = tree;
  for (const name of names) {
    at[name] ??= {};
    at = at[name] as Tree;
  }
  at[last] = text;
}

/** In the order of English; a plural form that English has not follows those of its text. */
function inOrder(texts: Texts, english: readonly string[]): Tree {
  const order = new Map(english.map((key, index) => [key.replace(PLURAL, ''), index]));
  const tree: Tree = {};
  const rank = (key: string) => order.get(key.replace(PLURAL, '')) ?? english.length;
  for (const [key, text] of [...texts].sort(([one], [other]) => rank(one) - rank(other))) put(tree, key, text);
  return tree;
}

const parsed = (content: string | undefined): Tree | undefined =>
  content === undefined ? undefined : (JSON.parse(content) as Tree);

const folderSource = (path: string, now: Read): TextSource => {
  const texts = (code: string, read = now) => new Map(leaves(parsed(read(`${path}/${code}.json`))));
  return {
    path,
    texts,
    withTexts: (code, more) => ({
      [`${path}/${code}.json`]: inOrder(new Map([...texts(code), ...more]), [...texts('en').keys()]),
    }),
  };
};

/** Where a file of all languages has them side by side: the path of each object whose keys are all languages. */
function objectsOfLanguages(tree: Tree, path: readonly string[] = []): (readonly string[])[] {
  if (LANGUAGE_CODES.every((code) => code in tree)) return [path];
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? objectsOfLanguages(value, [...path, key]) : [],
  );
}

const atPath = (tree: Tree, path: readonly string[]): Tree => path.reduce((own, name) => own[name] as Tree, tree);

const fileSource = (path: string, now: Read): TextSource => {
  const textsOf = (tree: Tree | undefined, code: string): Texts =>
    new Map(
      tree === undefined ? [] : objectsOfLanguages(tree).flatMap((at) => leaves(atPath(tree, at)[code], at.join('.'))),
    );
  return {
    path,
    texts: (code, read = now) => textsOf(parsed(read(path)), code),
    withTexts: (code, more) => {
      const tree = parsed(now(path)) ?? {};
      for (const at of objectsOfLanguages(tree)) {
        const own = atPath(tree, at);
        const prefix = at.join('.');
        for (const [key, text] of more) {
          if (key === prefix) own[code] = text;
          else if (prefix === '' || key.startsWith(`${prefix}.`)) {
            own[code] = (own[code] as Tree | undefined) ?? {};
            put(own[code] as Tree, prefix === '' ? key : key.slice(prefix.length + 1), text);
          }
        }
      }
      return { [path]: tree };
    },
  };
};

/** Files of a repository as they are now. */
export const readNow =
  (root: string): Read =>
  (path) => {
    const file = join(root, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };

/** Files as a commit has them. */
export const readAt =
  (root: string, commit: string): Read =>
  (path) => {
    try {
      return execFileSync('git', ['show', `${commit}:${path}`], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 1e8,
      });
    } catch {
      return undefined;
    }
  };

/** What is for tests and what every language has a page of words of, not texts. */
const NOT_TEXTS = /(^|\/)(testing|fixture|glossary|node_modules)\//;

/** Everything in a repository that is translated, by path. */
export function textSources(root: string): readonly TextSource[] {
  const read = readNow(root);
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.json'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => !NOT_TEXTS.test(file) && existsSync(join(root, file)));
  const folders = files.filter((file) => file.endsWith('/en.json')).map(dirname);
  const withAll = files.filter(
    (file) =>
      !folders.includes(dirname(file)) &&
      /"en"\s*:/.test(read(file) ?? '') &&
      objectsOfLanguages(parsed(read(file)) ?? {}).length > 0,
  );
  return [...folders.map((path) => folderSource(path, read)), ...withAll.map((path) => fileSource(path, read))].sort(
    (one, other) => (one.path < other.path ? -1 : 1),
  );
}
