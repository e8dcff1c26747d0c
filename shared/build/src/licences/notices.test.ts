import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildPackage } from '../compile.ts';
import { packageFile, packageWith } from '../testing/package-with.ts';
import type { PackageLicence } from './package-licence.ts';

const installed = (name: string, description: object, files: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries({
      'package.json': JSON.stringify({ name, version: '1.2.3', main: 'index.js', ...description }),
      // A constant would be put where it is used, and its module left out.
      'index.js': `export const value = () => ${JSON.stringify(name)} + Date.now();`,
      ...files,
    }).map(([file, text]) => [`node_modules/${name}/${file}`, text]),
  );

async function build(main: string, packages: Readonly<Record<string, string>>) {
  const dir = await packageWith('gallery', {
    'package.json': packageFile('gallery'),
    'index.html': '<!doctype html><title>page</title>',
    'main.tsx': main,
    ...packages,
  });
  const outDir = `${dir}.out`;
  const report = await buildPackage({ dir, version: '0.1.0', outDir });
  const file = 'assets/licences-0.1.0.json';
  const { packages: found } = JSON.parse(readFileSync(join(outDir, file), 'utf8')) as { packages: PackageLicence[] };
  return { found, loaded: Object.values(report.chunkGroups).flat(), file };
}

describe('notices of a build', () => {
  test('are those of the packages in the bundle, each with its licence and copyright files', async () => {
    const { found, loaded, file } = await build(
      `import { value } from 'first'; import { value as other } from '@team/second'; import { value as unused } from 'third';
       document.title = value() + other(); import('later');`,
      {
        ...installed(
          'first',
          { license: 'MIT' },
          { LICENSE: 'Copyright 1 First\r\nMIT text', 'license.js': 'no text' },
        ),
        ...installed('@team/second', { license: 'Apache-2.0' }, { 'LICENSE.txt': 'Apache text', NOTICE: 'By Second' }),
        ...installed('third', { license: 'MIT', sideEffects: false }, { LICENSE: 'MIT text' }),
        ...installed('later', { licenses: [{ type: 'ISC' }] }, { 'LICENCE.md': 'ISC text' }),
      },
    );
    const ours = found.filter(({ version }) => version === '1.2.3');
    expect(ours).toEqual([
      { name: '@team/second', version: '1.2.3', licence: 'Apache-2.0', text: 'Apache text\n\nBy Second' },
      { name: 'first', version: '1.2.3', licence: 'MIT', text: 'Copyright 1 First\nMIT text' },
      { name: 'later', version: '1.2.3', licence: 'ISC', text: 'ISC text' },
    ]);
    // Code that the build writes itself, the pictures that it puts beside, and no package besides.
    expect(found.filter(({ version }) => version !== '1.2.3').map(({ name }) => name)).toEqual([
      '@web3icons/core',
      'circle-flags',
      'cryptocurrency-icons',
      'mini-css-extract-plugin',
      'webpack',
    ]);
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded).not.toContain(file);
  });

  test.each([
    ['without a licence text', { license: 'MIT' }, {}, 'first 1.2.3 (MIT) has no licence text'],
    ['without a licence', {}, { LICENSE: 'text' }, 'first 1.2.3 states no licence'],
    ['that may not be copied', { license: 'UNLICENSED' }, { LICENSE: 'text' }, 'first 1.2.3 states no licence'],
  ])('a package %s fails the build', async (_, description, files, reason) => {
    const main = "import { value } from 'first'; document.title = value();";
    await expect(build(main, installed('first', description, files))).rejects.toThrow(reason);
  });
});
