import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildPackage } from '../compile.ts';
import { REPOSITORY } from '../contract/shared-sources.ts';
import { SHARED_EAGERLY, SHARED_LAZILY } from '../sharing.ts';
import { closureOf } from './closure.ts';
import { SourceReader, unforeseen } from './index.ts';
import { lockedPackages, parseLockfile } from './lockfile.ts';
import { requestsOf } from './requests-of.ts';

/** One of each way in which a source can ask for another. */
const PAGE = {
  'package.json': JSON.stringify({ name: '@tessera/page', type: 'module' }),
  'index.html': `<!doctype html><html><head><link rel="icon" href="<%= require('./src/icon.svg') %>"></head><body></body></html>`,
  'main.tsx': `
    import './src/global.css';
    import styles from './src/page.module.css';
    import { value, type Unused } from './src/value.ts';
    import type { Other } from './src/types-only.ts';
    import { type Third } from './src/erased.ts';
    export type { Fourth } from './src/never.ts';
    export { renamed } from './src/renamed.ts';
    export * from './src/all.ts';
    const texts = (code: string) => import(\`./src/i18n/\${code}.json\`);
    const later = () => import(/* webpackChunkName: "later" */ './src/later.tsx');
    const picture = new URL('./src/picture.png', import.meta.url);
    const socket = (origin: string) => new URL('/realtime', origin);
    // import './src/comment.ts'; and "import './src/text.ts'" are no imports.
    export const element = (first: Other, second: Third, third: Unused) =>
      [<p className={styles.title}>{value}</p>, first, second, third, texts, later, picture, socket, "import './src/text.ts'"];
  `,
  'src/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/global.css': "@import './imported.css'; body { background: url('./paper.png') }",
  'src/imported.css': 'p { margin: 0 }',
  'src/paper.png': 'png',
  'src/picture.png': 'png',
  'src/page.module.css': ".title { composes: bold from './bold.module.css'; color: red }",
  'src/bold.module.css': '.bold { font-weight: bold }',
  'src/value.ts': 'export const value: number = 1; export type Unused = 1;',
  'src/types-only.ts': 'export type Other = 1;',
  'src/erased.ts': 'export type Third = 1;',
  'src/never.ts': 'export type Fourth = 1;',
  'src/renamed.ts': "export { deep as renamed } from './deep.ts';",
  'src/deep.ts': 'export const deep = 1;',
  'src/all.ts': "import data from './data.json'; export const all = data.a;",
  'src/data.json': '{"a":1}',
  'src/i18n/en.json': '{}',
  'src/i18n/de.json': '{}',
  'src/later.tsx': 'export default () => null;',
  'src/comment.ts': 'export {};',
  'src/text.ts': 'export {};',
};

const NOT_BUNDLED = [
  'src/types-only.ts',
  'src/erased.ts',
  'src/never.ts',
  'src/comment.ts',
  'src/text.ts',
  'package.json',
];

let dir: string;
let out: string;
beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'tessera-sources-'));
  dir = join(root, 'page');
  out = join(root, 'out');
  for (const [path, content] of Object.entries(PAGE)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  symlinkSync(join(REPOSITORY, 'host/node_modules'), join(dir, 'node_modules'));
});
afterEach(() => rm(dirname(dir), { recursive: true, force: true }));

const closure = () =>
  closureOf({
    entries: [join(dir, 'main.tsx'), join(dir, 'index.html')],
    provided: new Set(),
    requestsOf: (path) => requestsOf(path, readFileSync(path)),
  });
const names = (files: readonly string[]) => files.map((path) => relative(dir, path)).sort();

describe('the files that a bundle follows from', () => {
  test('are those that its values reach, by every way of asking', () => {
    const expected = Object.keys(PAGE).filter((path) => !NOT_BUNDLED.includes(path));
    expect(names(closure().files)).toEqual(expected.sort());
    expect([...(closure().installed.get(dir) ?? [])]).toEqual(['react']);
  });

  test('are what webpack reads, and nothing that it reads is missing', async () => {
    const { sources } = await buildPackage({ dir, version: '1.0.0', outDir: out });
    expect(unforeseen(sources, closure().files)).toEqual([]);
    expect(names(sources.filter((path) => !path.endsWith('package.json')))).toEqual(names(closure().files));
    const lacking = closure().files.filter((path) => !path.endsWith('bold.module.css'));
    expect(unforeseen(sources, lacking)).toEqual([join(dir, 'src/bold.module.css')]);
  });

  test('a file that is not there is named with the file that asks for it', () => {
    rmSync(join(dir, 'src/deep.ts'));
    expect(closure).toThrow(/renamed\.ts imports .*deep\.ts, which does not exist/);
  });

  test('what the page provides is no part of a remote', () => {
    const files = {
      'remote.tsx': "import { t } from '@tessera/i18n'; import 'react'; import './own.ts'; t;",
      'own.ts': '',
    };
    for (const [path, content] of Object.entries(files)) writeFileSync(join(dir, path), content);
    const { files: found, installed } = closureOf({
      entries: [join(dir, 'remote.tsx')],
      provided: new Set([...SHARED_EAGERLY, ...SHARED_LAZILY]),
      requestsOf: (path) => requestsOf(path, readFileSync(path)),
    });
    expect(names(found)).toEqual(['own.ts', 'remote.tsx']);
    expect(installed.size).toBe(0);
  });
});

const LOCK = (inner: string) => `
importers:
  .:
    devDependencies:
      tool: { specifier: 1.0.0, version: 1.0.0 }
  host:
    dependencies:
      ui: { specifier: 2.0.0, version: 2.0.0(peer@1.0.0) }
      mine: { specifier: 'workspace:*', version: 'link:../shared/mine' }
packages:
  inner@${inner}: { resolution: { integrity: sha512-inner } }
  peer@1.0.0: { resolution: { integrity: sha512-peer } }
  ui@2.0.0: { resolution: { integrity: sha512-ui } }
  tool@1.0.0: { resolution: { integrity: sha512-tool } }
snapshots:
  inner@${inner}: {}
  peer@1.0.0: {}
  tool@1.0.0: {}
  ui@2.0.0(peer@1.0.0):
    dependencies: { inner: ${inner}, peer: 1.0.0 }
`;

describe('installed packages that a bundle follows from', () => {
  test('are those that it asks for with all that they stand on, as locked', () => {
    const found = lockedPackages(parseLockfile(LOCK('3.0.0')), [['host', ['ui', 'mine']]]);
    expect(found).toEqual(['inner@3.0.0 sha512-inner', 'peer@1.0.0 sha512-peer', 'ui@2.0.0(peer@1.0.0) sha512-ui']);
    expect(lockedPackages(parseLockfile(LOCK('3.0.1')), [['host', ['ui']]])).not.toEqual(found);
  });

  test('a package of the repository serves all, and an undeclared one is an error', () => {
    const lockfile = parseLockfile(LOCK('3.0.0'));
    expect(lockedPackages(lockfile, [['host', ['tool']]])).toEqual(['tool@1.0.0 sha512-tool']);
    expect(() => lockedPackages(lockfile, [['host', ['left-pad']]])).toThrow('host imports left-pad');
  });
});

describe('the version of a package of this repository', () => {
  const remote = (name: string) => ({ kind: 'remote', dir: join(REPOSITORY, 'remotes', name) }) as const;

  test('follows from its texts, its descriptor and the configuration of builds, and not from what the page shares', () => {
    const { files, hash } = new SourceReader().of(remote('nft'));
    const own = files.map((path) => relative(REPOSITORY, path));
    expect(own).toContain('remotes/nft/src/i18n/de.json');
    expect(own).toContain('remotes/nft/remote.json');
    // A part in a chunk of its own and the icons are bundled; the components that it shows are the page's.
    expect(own.filter((path) => path.startsWith('shared/ui/'))).toEqual([
      'shared/ui/src/icons.ts',
      'shared/ui/src/lazy-part.tsx',
    ]);
    expect(new SourceReader().of(remote('nft')).hash).toBe(hash);
    expect(new SourceReader().of(remote('finance')).hash).not.toBe(hash);
  });

  test('does not follow from what only others use: a new remote with a library of its own changes no other', () => {
    const lockfile = readFileSync(join(REPOSITORY, 'pnpm-lock.yaml'), 'utf8');
    const hashWith = (text: string) => new SourceReader({ lockfile: text }).of(remote('nft')).hash;
    const before = hashWith(lockfile);
    const added = lockfile
      .replace(
        /^importers:\n/m,
        '$&\n  remotes/as-yet-unnamed:\n    dependencies:\n      dice:\n        specifier: 1.0.0\n        version: 1.0.0\n',
      )
      .replace(/^packages:\n/m, '$&\n  dice@1.0.0:\n    resolution: {integrity: sha512-dice}\n')
      .replace(/^snapshots:\n/m, '$&\n  dice@1.0.0: {}\n');
    expect(parseLockfile(added).importers['remotes/as-yet-unnamed']).toBeDefined();
    expect(hashWith(added)).toBe(before);
    const [, swc = ''] = /^ {2}'@swc\/core@[^\n]*:\n {4}resolution: \{integrity: (\S+?)[,}]/m.exec(lockfile) ?? [];
    expect(swc).toMatch(/^sha512-/);
    expect(hashWith(lockfile.replaceAll(swc, 'sha512-other'))).not.toBe(before);
  });

  test('of the host follows from everything that it provides to remotes', () => {
    const { files } = new SourceReader().of({ kind: 'host', dir: join(REPOSITORY, 'host') });
    const own = files.map((path) => relative(REPOSITORY, path));
    for (const path of [
      'shared/ui/src/forms.ts',
      'shared/bus/src/index.ts',
      'host/src/i18n/th.json',
      'host/index.ejs',
    ]) {
      expect(own).toContain(path);
    }
  });
});
