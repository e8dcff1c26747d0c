import { dirname, join } from 'node:path';
import { expect, it, test } from 'vitest';
import { buildPackage } from '../compile.ts';
import { remoteWith } from '../testing/package-with.ts';
import { declaredTexts } from './declared-texts.ts';
import { namespacesOfHost, namespacesOfRepository, registeredIn } from './text-namespaces.ts';

const ROOT = join(import.meta.dirname, '../../../..');

it.each([
  [`withTexts('loans', (code) => import("./i18n/" + code + ".json"), page)`, ['loans']],
  ['addTexts("draws", texts); withTexts(\n  "box",\n  boxTexts, page)', ['draws', 'box']],
  ["import { mapTexts } from '@tessera/ui/map'; addTexts('map', mapTexts)", []],
  ["const mapTexts = async (code)=>(await import('@tessera/ui/map')).mapTexts(code); addTexts('map', mapTexts)", []],
  ["const mapTexts = (code)=>import('./map.ts'); import('@tessera/ui/map'); addTexts('map', mapTexts)", ['map']],
  ["import { mapTexts } from './map.ts'; addTexts('map', mapTexts)", ['map']],
  ['addTexts(namespace, texts)', [null]],
  ['useTexts("loans")', []],
])('reads %s', (source, namespaces) => {
  expect(registeredIn(source)).toEqual(namespaces);
});

const declaration = (parts: string, pages = '{}') =>
  `const mapTexts = async (code) => (await import('@tessera/ui/map')).mapTexts(code);
   export default defineRemote({ name: 'shop', async texts(code) {}, parts: ${parts}, pages: ${pages} });`;

test('a remote says which parts have texts of their own, and which pages show them', () => {
  const loader = "(code) => import('./prizes/i18n/' + code + '.json')";
  const parts = `{ 'shop/prizes': ${loader}, map: mapTexts, other: async () => (await import('@tessera/ui/map')).mapTexts }`;
  const page = "{ load: () => import('./pages/win/WinPage.tsx'), texts: ['shop/prizes', 'map'] }";
  const read = declaredTexts(declaration(parts, `{ win: ${page}, home: () => import('./pages/home/HomePage.tsx') }`));
  expect(read.parts).toEqual(['shop/prizes']);
  expect([...read.pages]).toEqual([
    ['win', ['shop/prizes', 'map']],
    ['home', []],
  ]);
  expect(declaredTexts("import { bus } from '@tessera/bus';").parts).toEqual([]);
  for (const computed of ['allParts', '{ ...allParts }', '{ [name]: texts }']) {
    expect(() => declaredTexts(declaration(computed))).toThrow('names written out');
  }
});

test('each namespace of the repository has one owner, and the host has its own and those of shared packages', () => {
  const owners = namespacesOfRepository(ROOT);
  expect(owners.get('finance/loans')).toBe('remotes/finance');
  expect(namespacesOfHost(ROOT)).toEqual(expect.arrayContaining(['common', 'host', 'app', 'map', 'firstSteps']));
  expect(namespacesOfHost(ROOT)).not.toContain('finance/loans');
});

const remote = (name: string, more = '') =>
  remoteWith(name, {
    'src/remote.tsx': `
      import { addTexts, defineRemote } from '@tessera/i18n';
      ${more}
      export default defineRemote({
        name: '${name}',
        texts: (code) => import(\`./i18n/\${code}.json\`),
        pages: { screen: () => import('./pages/screen/Screen.tsx') },
      });
    `,
    'src/pages/screen/Screen.tsx': 'export default function Screen() { return <p>screen</p>; }',
  });

it.each([
  ['common', '', /texts common belong to shared\/i18n/],
  ['flash-sale', "addTexts('app', async () => ({ default: {} }));", /texts app belong to host/],
  [
    'flash-sale',
    "addTexts('finance/loans', async () => ({ default: {} }));",
    /texts finance\/loans belong to remotes\/finance/,
  ],
  ['flash-sale', "addTexts('prizes', async () => ({ default: {} }));", /name this namespace flash-sale\/prizes/],
])('a remote %s that registers the texts of another package does not build', async (name, more, reason) => {
  const dir = await remote(name, more);
  await expect(buildPackage({ dir, version: '0.1.0', outDir: join(dirname(dir), 'out') })).rejects.toThrow(reason);
});
