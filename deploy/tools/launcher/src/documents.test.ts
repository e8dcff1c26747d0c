import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/* What tables of the documents say of the code, compared with it. */

const ROOT = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Cells of the rows of the table that begins with this heading. */
function tableOf(document: string, heading: string): string[][] {
  const lines = document.slice(document.indexOf(heading)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(2, end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Names of the fields of a type, or of the members of a union of strings. */
function membersOf(source: string, type: string): string[] {
  const body = source.slice(source.indexOf(`export type ${type} =`)).replace(/\/\*\*.*?\*\//gs, '');
  const text = body.slice(0, body.indexOf('\n}') < 0 ? undefined : body.indexOf(';\n\n'));
  return text.includes('{')
    ? [...body.slice(0, body.indexOf('\n};')).matchAll(/^ {2}'?([\w.]+)'?:/gm)].map(([, name = '']) => name)
    : [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
}

const packagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder)).filter((name) => existsSync(join(ROOT, folder, name, 'package.json')));

test('docs/remotes.md has every event of the bus, and who says it', () => {
  const events = read('shared/bus/src/events.ts');
  const rows = tableOf(read('docs/remotes.md'), '| Event | Kind | Value |');
  const ofKind = (wanted: string) => rows.filter(([, kind]) => kind === wanted).flatMap(([names = '']) => named(names));
  for (const [kind, type] of [
    ['kept', 'StickyEvents'],
    ['passing', 'PassingEvents'],
    ['request', 'Requests'],
  ] as const) {
    expect(ofKind(kind).toSorted()).toEqual(membersOf(events, type).toSorted());
  }
  const topics = /\(([^)]+)\)/.exec(rows.find(([name]) => name === '`account`')?.[2] ?? '')?.[1]?.split(', ');
  expect(topics).toEqual(membersOf(events, 'AccountTopic'));
});

test('docs/architecture.md names every package, and no folder that is not there', () => {
  const folders = tableOf(read('docs/architecture.md'), '| Folder | Contents |').flatMap(([names = '']) => {
    const [first = '', ...others] = named(names);
    const beside = first.slice(0, first.lastIndexOf('/') + 1);
    return [first, ...others.map((name) => `${beside}${name}`)];
  });
  const packages = ['shared', 'deploy', 'deploy/release', 'deploy/custody', 'deploy/tools'].flatMap((folder) =>
    packagesIn(folder).map((name) => `${folder}/${name}`),
  );
  expect(
    packages.filter((path) => !folders.some((folder) => folder === path || folder.startsWith(`${path}/`))),
  ).toEqual([]);
  expect(folders.filter((folder) => !folder.includes('<') && !existsSync(join(ROOT, folder)))).toEqual([]);
});

test('README.md names every folder of the repository that holds code, and every remote', () => {
  const rows = tableOf(read('README.md').slice(read('README.md').indexOf('## Layout')), '| | |');
  const folders = rows.flatMap(([names = '']) => named(names).map((name) => name.replace(/\/.*/, '')));
  const code = ['backend', 'deploy', 'docs', 'e2e', 'host', 'remotes', 'shared'];
  expect(folders.toSorted()).toEqual(code);
  const picture = /```mermaid.*?```/s.exec(read('README.md'))?.[0] ?? '';
  const remotes = readdirSync(join(ROOT, 'remotes')).filter((name) =>
    existsSync(join(ROOT, 'remotes', name, 'remote.json')),
  );
  expect(remotes.filter((name) => !picture.includes(name))).toEqual([]);
});

test('a domain of the contract has the same name in the backend', () => {
  const domains = (folder: string) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
  // `uploads` serves all domains.
  const backend = [...domains('backend/src/domains'), ...domains('backend/src/platform')];
  expect(domains('shared/api/src/domains').filter((name) => !backend.includes(name))).toEqual([]);
});
