import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/bus/languages';
import { expect, it } from 'vitest';
import { buildPackage } from '../compile.ts';
import type { RemoteFiles } from '../screens.ts';
import { packageFile, packageWith, remoteWith } from '../testing/package-with.ts';
import { readContract } from './contract.ts';
import { declaredTypes } from './declared-types.ts';
import { REPOSITORY } from './shared-sources.ts';

/** From the minor version on. */
const rangeFrom = (folder: string): string =>
  `^${JSON.parse(readFileSync(join(REPOSITORY, folder, 'package.json'), 'utf8')).version.replace(/\d+$/, '0')}`;

/** By shared module: the versions of it with which an entry runs. */
const requiredIn = (entry: string): Record<string, string> =>
  Object.fromEntries(
    [...entry.matchAll(/requiredVersion:([^,]*),[^{}]*shareKey:"([^"]+)"/g)].map(([, range = '', request = '']) => [
      request,
      JSON.parse(range),
    ]),
  );

it('a remote uses the names that it imports and that are left after tree shaking, and no others, at the versions it was built against', async () => {
  const sources = {
    'src/remote.tsx': `
      import { defineRemote, useTexts, LANGUAGES } from '@tessera/i18n';
      import { bus } from '@tessera/bus';
      import { useFiat } from '@tessera/session';
      import { screenUrl } from '@tessera/router';
      import { Button, Chip as Pill, Dialog, type PageProps } from '@tessera/ui';
      const unreached = () => useFiat();
      export const label = (props: PageProps) => <Button>{useTexts('flash-sale')(String(props.title))}</Button>;
      bus.on('account', () => bus.request('navigate', { to: screenUrl('/pages/fund/receive', { currency_id: 3 }) }));
      bus.on('account', () => bus.request('toast', { text: Pill.name }));
      export default defineRemote({
        name: 'flash-sale',
        texts: (code) => import(\`./i18n/\${code}.json\`),
        parts: { 'flash-sale/prizes': (code) => import(\`./prizes/i18n/\${code}.json\`) },
        pages: { screen: { load: () => import('./pages/screen/Screen.tsx'), texts: ['flash-sale/prizes'] } },
      });
    `,
    'src/pages/screen/Screen.tsx': `
      import { ApiError, callsOf } from '@tessera/api';
      import * as money from '@tessera/money';
      import * as content from '@tessera/ui/content';
      import { useState, useEffect } from 'react';
      export { List } from '@tessera/ui';
      export default function Screen(props: { which: keyof typeof content; event: 'toast' }) {
        const [sum] = useState(money.add('1', '2'));
        const { call } = callsOf({ 'GET /coin/list': { access: 'public' } });
        void call('GET /coin/list')({}).catch((error) => error instanceof ApiError);
        const Part = content[props.which];
        return <Part>{sum}</Part>;
      }
    `,
  };
  const prizes = LANGUAGE_CODES.map((code) => [`src/prizes/i18n/${code}.json`, `{ "won": "${code}" }`]);
  const dir = await remoteWith('flash-sale', { ...sources, ...Object.fromEntries(prizes) });
  const react = rangeFrom('node_modules/react');
  const outDir = join(dirname(dir), 'out');
  const { pageTexts } = (await buildPackage({ dir, version: '0.1.0', outDir })) as Partial<RemoteFiles>;
  const ofScreen = pageTexts?.['/pages/flash-sale/screen'];
  expect(Object.keys(ofScreen ?? {})).toEqual(LANGUAGE_CODES);
  expect(readFileSync(join(outDir, ofScreen?.de?.[0] ?? ''), 'utf8')).toContain('won:"de"');
  const { uses, links, texts, provides, types } = readContract(outDir);
  expect(texts).toEqual(['flash-sale', 'flash-sale/prizes']);
  expect(links).toEqual({ '/pages/fund/receive': ['currency_id'] });
  expect(provides).toBeUndefined();
  expect(types).toEqual(await declaredTypes());
  expect(uses).toEqual({
    '@tessera/api': { range: '*', exports: ['ApiError', 'callsOf'] },
    '@tessera/bus': {
      range: '*',
      exports: ['bus'],
      calls: { 'bus.on': ['account'], 'bus.request': ['navigate', 'toast'] },
    },
    '@tessera/i18n': {
      range: '*',
      exports: ['defineRemote', 'useTexts'],
      calls: { useTexts: ['flash-sale'] },
    },
    '@tessera/money': { range: '*', exports: ['add'], calls: { add: ['1'] } },
    '@tessera/router': { range: '*', exports: ['screenUrl'], calls: { screenUrl: ['/pages/fund/receive'] } },
    '@tessera/session': { range: '*', exports: [] },
    '@tessera/ui': { range: '*', exports: ['Button', 'Chip', 'List'] },
    '@tessera/ui/content': { range: '*', exports: ['*'] },
    react: { range: react, exports: ['useState'] },
    'react/jsx-runtime': { range: react, exports: ['jsx'] },
  });
  const required = requiredIn(readFileSync(join(outDir, 'remoteEntry.js'), 'utf8'));
  expect(required).toEqual(
    Object.fromEntries(Object.entries(uses ?? {}).map(([request, { range }]) => [request, range])),
  );
});

it.each([
  ["import { configureApi } from '@tessera/api/host'; configureApi({});", '@tessera/api/host'],
  ["import { bus } from '@tessera/bus/host'; bus.emit('session', null);", '@tessera/bus/host'],
  ["import '@tessera/i18n/host';", '@tessera/i18n/host'],
  ["import { takeHost } from '@tessera/bus'; takeHost();", 'takeHost of @tessera/bus'],
  ["import { bus } from '@tessera/bus'; bus.emit('toast', { text: 'x' });", 'bus.emit'],
])('a remote is not built that takes what is for the host alone: %s', async (source, named) => {
  const dir = await remoteWith('greedy', {
    'src/remote.tsx': `
      import { defineRemote } from '@tessera/i18n';
      ${source}
      export default defineRemote({ name: 'greedy', texts: (code) => import(\`./i18n/\${code}.json\`), pages: { screen: () => import('./pages/screen/Screen.tsx') } });
    `,
    'src/pages/screen/Screen.tsx': 'export default () => null;',
  });
  const built = buildPackage({ dir, version: '0.1.0', outDir: join(dirname(dir), 'out') });
  await expect(built).rejects.toThrow(`${named} is for the host alone`);
});

it('a host provides every export of what it shares, used by itself or not, and the versions of the packages', async () => {
  const dir = await packageWith('host', {
    'package.json': packageFile('host'),
    'index.ejs': '<!doctype html><title>host</title>',
    'src/main.ts': "import('./start.ts');",
    'src/start.ts':
      "import { bus } from '@tessera/bus'; import '@tessera/bus/host'; import { useState } from 'react'; bus.request('toast', useState);",
  });
  const outDir = join(dirname(dir), 'out');
  await buildPackage({ dir, version: '0.1.0', outDir });
  const { uses, provides } = readContract(outDir);
  expect(uses).toBeUndefined();
  expect(Object.keys(provides ?? {})).toEqual(['@tessera/bus', 'react']);
  expect(provides?.['@tessera/bus']).toEqual({
    version: JSON.parse(readFileSync(join(REPOSITORY, 'shared/bus/package.json'), 'utf8')).version,
    exports: ['bus', 'forHost', 'onReconnect', 'takeHost'],
  });
  expect(provides?.react?.version).toMatch(/^19\.\d+\.\d+$/);
  expect(provides?.react?.exports).toEqual(expect.arrayContaining(['useEffect', 'useState', 'memo']));
});
