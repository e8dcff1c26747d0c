import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { buildPackage } from '../compile.ts';
import { declaredTypes } from './declared-types.ts';
import { readContract } from './index.ts';
import { REPOSITORY, SHARED, SHARED_PACKAGES } from './shared-sources.ts';

const LANGUAGES = ['en', 'zh', 'hk', 'th', 'de', 'alb', 'jp', 'kor', 'fra', 'spa'];

/** A package outside the repository that reaches `shared/` through its node_modules, as a team's own would. */
async function packageWith(path: string, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = join(await mkdtemp(join(tmpdir(), 'tessera-contract-')), path);
  await mkdir(join(dir, 'node_modules/@tessera'), { recursive: true });
  for (const name of SHARED_PACKAGES) await symlink(join(SHARED, name), join(dir, 'node_modules/@tessera', name));
  await symlink(join(REPOSITORY, 'node_modules/react'), join(dir, 'node_modules/react'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
  }
  return dir;
}

const packageFile = (name: string) => JSON.stringify({ name: `@tessera/${name}`, version: '0.1.0', type: 'module' });

it('a remote uses the names that it imports and that are left after tree shaking, and no others', async () => {
  const dir = await packageWith('remotes/flash-sale', {
    'package.json': packageFile('flash-sale'),
    'remote.json': JSON.stringify({
      name: 'flash-sale',
      routes: [{ path: '/pages/flash-sale/screen', access: 'guest', title: 'screen', module: 'screen' }],
      shared: { react: '^19.0.0', '@tessera/ui': '~0.8.0' },
    }),
    ...Object.fromEntries(LANGUAGES.map((code) => [`src/i18n/${code}.json`, '{}'])),
    'src/remote.tsx': `
      import { defineRemote, useTexts, LANGUAGES } from '@tessera/i18n';
      import { bus } from '@tessera/bus';
      import { useFiat } from '@tessera/session';
      import { Button, Chip as Pill, Dialog, type PageProps } from '@tessera/ui';
      const unreached = () => useFiat();
      export const label = (props: PageProps) => <Button>{useTexts('flash-sale')(String(props.title))}</Button>;
      bus.on('account', () => bus.emit('toast', { text: Pill.name }));
      export default defineRemote({
        name: 'flash-sale',
        texts: (code) => import(\`./i18n/\${code}.json\`),
        pages: { '/pages/flash-sale/screen': () => import('./pages/screen/Screen.tsx') },
      });
    `,
    'src/pages/screen/Screen.tsx': `
      import { api, ApiError } from '@tessera/api';
      import * as money from '@tessera/money';
      import * as icons from '@tessera/ui/icons';
      import { useState, useEffect } from 'react';
      export { List } from '@tessera/ui';
      export default function Screen(props: { which: keyof typeof icons; event: 'toast' }) {
        const [sum] = useState(money.add('1', '2'));
        void api('GET /coin/list', {}).catch((error) => error instanceof ApiError);
        void api(\`POST /optional/add\`, { symbol: 'A' });
        const Icon = icons[props.which];
        return <Icon>{sum}</Icon>;
      }
    `,
  });
  const outDir = join(dirname(dir), 'out');
  await buildPackage({ dir, version: '0.1.0', outDir });
  const { uses, provides, types } = readContract(outDir);
  expect(provides).toBeUndefined();
  expect(types).toEqual(await declaredTypes());
  expect(uses).toEqual({
    '@tessera/api': {
      range: '^0.8.0',
      exports: ['ApiError', 'api'],
      calls: { api: ['GET /coin/list', 'POST /optional/add'] },
    },
    '@tessera/bus': { range: '^0.8.0', exports: ['bus'], calls: { 'bus.emit': ['toast'], 'bus.on': ['account'] } },
    '@tessera/i18n': { range: '^0.8.0', exports: ['defineRemote', 'useTexts'], calls: { useTexts: ['flash-sale'] } },
    '@tessera/money': { range: '^0.8.0', exports: ['add'], calls: { add: ['1'] } },
    '@tessera/session': { range: '^0.8.0', exports: [] },
    '@tessera/ui': { range: '~0.8.0', exports: ['Button', 'Chip', 'List'] },
    '@tessera/ui/icons': { range: '~0.8.0', exports: ['*'] },
    react: { range: '^19.0.0', exports: ['useState'] },
    'react/jsx-runtime': { range: '^19.0.0', exports: ['jsx'] },
  });
});

it('a host provides every export of what it shares, used by itself or not, and the versions of the packages', async () => {
  const dir = await packageWith('host', {
    'package.json': packageFile('host'),
    'index.ejs': '<!doctype html><title>host</title>',
    'src/main.ts': "import('./start.ts');",
    'src/start.ts':
      "import { bus } from '@tessera/bus'; import { useState } from 'react'; bus.emit('toast', useState);",
  });
  const outDir = join(dirname(dir), 'out');
  await buildPackage({ dir, version: '0.1.0', outDir });
  const { uses, provides } = readContract(outDir);
  expect(uses).toBeUndefined();
  expect(Object.keys(provides ?? {})).toEqual(['@tessera/bus', 'react']);
  expect(provides?.['@tessera/bus']).toEqual({ version: '0.8.0', exports: ['bus', 'createBus'] });
  expect(provides?.react?.version).toMatch(/^19\.\d+\.\d+$/);
  expect(provides?.react?.exports).toEqual(expect.arrayContaining(['useEffect', 'useState', 'memo']));
});
