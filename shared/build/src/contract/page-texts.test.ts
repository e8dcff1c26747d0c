import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestsOf } from '../sources/requests-of.ts';
import { declaredTexts } from './declared-texts.ts';
import { pageTexts } from './page-texts.ts';
import { REPOSITORY, SHARED, sourceOf } from './shared-sources.ts';

/** Namespaces of shared packages. */
const OF_SHARED = ['common', 'approval', 'firstSteps', 'map'];

const remotes = globSync('remotes/*/src/remote.tsx', { cwd: REPOSITORY }).map((path) => {
  const file = join(REPOSITORY, path);
  const source = readFileSync(file, 'utf8');
  return { path, file, source, name: basename(dirname(dirname(file))), ...declaredTexts(source) };
});

/** `nft`, `nft/studio` */
const ofRemotes = globSync('remotes/*/src/**/i18n/en.json', { cwd: REPOSITORY }).map((path) => {
  const [, remote, , ...folders] = path.split(sep).slice(0, -2);
  return [remote, ...folders].join('/');
});

/** Its parts wait for their texts by themselves (`parts.ts`). */
const APPROVAL = join(SHARED, 'ui/src/approval');

const textsOfPage = pageTexts({
  read: (path) => (/\.tsx?$/.test(path) && !path.startsWith(APPROVAL) ? readFileSync(path, 'utf8') : null),
  outside: (request) => {
    const source = sourceOf(request);
    return source && join(SHARED, source);
  },
  namespaces: [...OF_SHARED, ...ofRemotes],
});

describe('of made-up sources', () => {
  const page = (files: Readonly<Record<string, string>>, before = ['common']) =>
    pageTexts({
      read: (path) => files[path] ?? null,
      outside: (request) => (request === '@tessera/ui/map' ? '/ui/map.tsx' : undefined),
      namespaces: ['common', 'map', 'nft/studio'],
    })('/page.tsx', before).missing.map(({ path, namespace }) => `${path} ${namespace}`);

  test.each([
    ['a hook', "useTexts('map');"],
    ['a hook for keys that are data', "useTextByKey('map');"],
    ['a key of another namespace', "t('title', { ns: 'map' });"],
    ['a key with its namespace', "text('map:title');"],
    ['the same in a template', 'text(`map:title`);'],
    ['the same in a table', "const TITLES = { here: 'map:title' };"],
    ['a part that it imports', "import './part.tsx';"],
    ['a part of a shared package', "import { Map } from '@tessera/ui/map';"],
    ['a part that is loaded later', "const Part = lazyPart(() => import('./part.tsx'));"],
    ['a page whose later part fetches its texts', "useTexts('map'); lazy(() => import('./late.tsx'));"],
    ['a page that fetches them itself, later', "useTexts('map'); const more = () => addTexts('map', texts);"],
  ])('%s needs its texts', (_, code) => {
    const others = { '/part.tsx': "useTexts('map');", '/ui/map.tsx': "useTexts('map');" };
    const late = { '/late.tsx': "addTexts('map', texts);" };
    expect(page({ '/page.tsx': code, ...others, ...late })).toHaveLength(1);
    expect(page({ '/page.tsx': code, ...others, ...late }, ['common', 'map'])).toEqual([]);
  });

  test.each([
    ['a part that comes with its texts', "lazyPart(withTexts('map', texts, () => import('./part.tsx')));"],
    ['one whose module is fetched by another', "import { load } from './load.ts'; () => import('./part.tsx');"],
    ['a comment', "// as in t('map:title')"],
    ['a word before a colon', "const address = 'mailto:map';"],
  ])('%s needs nothing more', (_, code) => {
    expect(
      page({
        '/page.tsx': code,
        '/part.tsx': "useTexts('map');",
        '/load.ts': "export const load = addTexts('map', a);",
      }),
    ).toEqual([]);
  });
});

describe.each(remotes)('$path', ({ file, source, name: remote, parts, pages }) => {
  const requests = requestsOf(file, Buffer.from(source)).modules;

  test('names its parts after itself and the folder of their texts', () => {
    for (const part of parts) {
      const [owner, folder = ''] = part.split('/');
      expect(owner).toBe(remote);
      expect(globSync(`${folder}/i18n/en.json`, { cwd: dirname(file) }), part).toHaveLength(1);
    }
  });

  test.each([...pages])('the page %s loads the texts that it shows', (page, declared) => {
    const request = requests.filter((each) => each.startsWith(`./pages/${page}/`));
    expect(request).toHaveLength(1);
    const path = join(dirname(file), request[0] as string);
    const { shown, missing } = textsOfPage(path, ['common', remote, ...declared]);
    expect(missing.map((each) => `${relative(REPOSITORY, each.path)}: ${each.namespace}`)).toEqual([]);
    expect(declared.filter((namespace) => namespace.startsWith(`${remote}/`) && !shown.has(namespace))).toEqual([]);
  });
});
