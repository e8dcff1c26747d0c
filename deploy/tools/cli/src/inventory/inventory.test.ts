import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MissingLicence } from '@tessera/build/licences';
import type { Lockfile } from '@tessera/build/sources';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { billOfMaterials } from './bill-of-materials.ts';
import { installedLicences, licencesText } from './image-licences.ts';
import { installedPackages } from './installed-packages.ts';
import { readInstalled } from './print.ts';
import { LockfileGap, productionPackages } from './production-packages.ts';

const { lockfile, folders } = readInstalled();
const bill = billOfMaterials(productionPackages(lockfile), { version: '1.0.0', folders });
const nameOf = ({ group, name }: { readonly group?: string; readonly name: string }) =>
  group === undefined ? name : `${group}/${name}`;
const names = new Set(bill.components.map(nameOf));

describe('the bill of materials', () => {
  test('has a hash and a licence for each of its packages, under one reference each', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bill.components.length).toBeGreaterThan(300);
    for (const component of bill.components) {
      expect(component.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/);
      expect(component['bom-ref']).toBe(component.purl);
      expect(component.hashes).toHaveLength(1);
      for (const { alg, content } of component.hashes) {
        expect(alg).toBe('SHA-512');
        expect(content).toMatch(/^[\da-f]{128}$/);
      }
      expect(JSON.stringify(component.licenses)).toMatch(/"(?:id|name|expression)":"[^"]+"/);
    }
    expect(new Set(bill.components.map((component) => component['bom-ref'])).size).toBe(bill.components.length);
  });

  test('has the hashes of the lockfile', () => {
    const react = bill.components.find((component) => nameOf(component) === 'react');
    const integrity = lockfile.packages[`react@${react?.version}`]?.resolution?.integrity;
    expect(`sha512-${Buffer.from(react?.hashes[0]?.content ?? '', 'hex').toString('base64')}`).toBe(integrity);
  });

  test('leads from the product to each of its packages', () => {
    const below = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    expect([...below.keys()].slice(1)).toEqual(bill.components.map((component) => component['bom-ref']));
    const reached = new Set<string>();
    const visit = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const each of below.get(ref) ?? expect.fail(`${ref} is no component`)) visit(each);
    };
    visit(bill.metadata.component['bom-ref']);
    expect(reached.size).toBe(bill.components.length + 1);
  });

  test('has what production runs and ships, and nothing that only development needs', () => {
    for (const name of ['fastify', 'pg', 'sharp', 'react', 'klinecharts', 'webpack', 'typescript', 'node']) {
      expect(names, name).toContain(name);
    }
    const { devDependencies = {} } = lockfile.importers['.'] ?? {};
    const tools = Object.keys(devDependencies).filter(
      (name) => !/^(?:node|typescript|@?types\/.*|react.*)$/.test(name),
    );
    expect(tools).toContain('vitest');
    for (const name of [...tools, '@playwright/test', 'axe-core', 'solc', 'smtp-server']) {
      if (!name.startsWith('@types/')) expect(names, name).not.toContain(name);
    }
  });

  test('has what each part of the platform depends on, wherever its folder is', () => {
    const parts = Object.keys(lockfile.importers).filter((folder) => /^(?:backend|host|remotes|deploy)\b/.test(folder));
    expect(parts.length).toBeGreaterThan(15);
    const missing = parts
      .filter((folder) => !['deploy/production', 'deploy/tools/conformance'].includes(folder))
      .flatMap((folder) => Object.keys(lockfile.importers[folder]?.dependencies ?? {}).map((name) => [folder, name]))
      .filter(([, name = '']) => !name.startsWith('@tessera/') && !names.has(name));
    expect(missing).toEqual([]);
  });

  const integrity = `sha512-${'A'.repeat(86)}==`;
  const made = (change: Partial<Lockfile> = {}): Lockfile => ({
    importers: {
      backend: {
        dependencies: { first: { version: '1.0.0' }, '@tessera/api': { version: 'link:../shared/api' } },
        devDependencies: { tool: { version: '9.0.0' } },
        optionalDependencies: { elsewhere: { version: '1.0.0' } },
      },
      'shared/api': {
        dependencies: { second: { version: '2.0.0(peer@1.0.0)' } },
        devDependencies: { tool: { version: '9.0.0' } },
        optionalDependencies: undefined,
      },
    },
    packages: Object.fromEntries(
      ['first@1.0.0', 'second@2.0.0', 'third@3.0.0', 'elsewhere@1.0.0', 'tool@9.0.0'].map((key) => [
        key,
        { resolution: { integrity } },
      ]),
    ),
    snapshots: {
      'first@1.0.0': { dependencies: { third: '3.0.0' } },
      'second@2.0.0(peer@1.0.0)': {},
      'third@3.0.0': { dependencies: { first: '1.0.0' } },
      'elsewhere@1.0.0': {},
      'tool@9.0.0': {},
    },
    ...change,
  });

  test('follows packages of ours, circles and peers, and leaves development out', () => {
    const { packages, direct } = productionPackages(made());
    expect([...packages.keys()]).toEqual(['elsewhere@1.0.0', 'first@1.0.0', 'second@2.0.0', 'third@3.0.0']);
    expect(direct).toEqual(['elsewhere@1.0.0', 'first@1.0.0', 'second@2.0.0']);
    expect([...packages.values()].filter(({ optional }) => optional).map(({ name }) => name)).toEqual(['elsewhere']);
  });

  test('is refused with the package that has no hash, or is not installed', () => {
    const { 'third@3.0.0': _, ...packages } = made().packages;
    expect(() => productionPackages(made({ packages }))).toThrow(
      new LockfileGap('pnpm-lock.yaml has no hash of third@3.0.0.'),
    );
    const none = { version: '1.0.0', folders: new Map<string, string>() };
    expect(() => billOfMaterials(productionPackages(made()), none)).toThrow('first@1.0.0 is not installed');
  });
});

describe('the licences of the image', () => {
  const text = licencesText(installedLicences(folders));

  test('are the texts of every installed package', () => {
    for (const key of folders.keys()) expect(text).toContain(`${key.replace(/@(?=[^@]+$)/, ' ')} (`);
    expect(folders.size).toBeGreaterThan(bill.components.length);
  });

  test.each([
    [
      'sharp’s libvips',
      /^@img\/sharp-libvips-\S+ \S+ \(LGPL-3\.0-or-later AND MPL-1\.1\)$/m,
      'GNU LESSER GENERAL PUBLIC LICENSE',
    ],
    ['what the LGPL stands on', /^@img\/sharp-libvips-/m, 'GNU GENERAL PUBLIC LICENSE'],
    ['lightningcss', /^lightningcss \S+ \(MPL-2\.0\)$/m, 'Mozilla Public License Version 2.0'],
    ['axe', /^axe-core \S+ \(MPL-2\.0\)$/m, 'Mozilla Public License'],
    [
      'the table of networks',
      /^@ip-location-db\/\S+ \S+ \(CC0-1\.0 AND CC-BY-4\.0\)$/m,
      'Number Resource Organization',
    ],
  ])('hold those of %s', (_, heading, wording) => {
    const part = text.split(/^={80}$/m).find((each) => heading.test(each));
    expect(part).toContain(wording);
  });
});

describe('an installed package', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'tessera-inventory-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  function install(description: object, files: Readonly<Record<string, string>> = {}) {
    const folder = join(root, 'node_modules/.pnpm/first@1.0.0/node_modules/first');
    mkdirSync(folder, { recursive: true });
    const all = { 'package.json': JSON.stringify({ name: 'first', version: '1.0.0', ...description }), ...files };
    for (const [file, content] of Object.entries(all)) writeFileSync(join(folder, file), content);
    return installedLicences(installedPackages(root, { packages: { 'first@1.0.0': {} } }));
  }

  test('without a licence file has the standard text, its owner and what its readme says of the licence', () => {
    const [licence] = install(
      { license: 'ISC', author: { name: 'Ada' } },
      { 'README.md': '# first\n\n## License\n\nCopyright 2014 Ada Example\n\n## More\n\nno notice' },
    );
    expect(licence?.text).toMatch(/^Author: Ada\n\nCopyright 2014 Ada Example\n\nISC License/);
    expect(licence?.text).not.toContain('no notice');
  });

  test('that states its licence in its text only has that licence', () => {
    expect(install({}, { LICENSE: 'MIT License\n\nCopyright Ada' })).toMatchObject([{ licence: 'MIT' }]);
  });

  test.each([
    ['no licence', {}, 'first 1.0.0 states no licence'],
    ['a licence without text', { license: 'Custom', author: 'Ada' }, 'first 1.0.0 (Custom) has no licence text'],
    ['no owner and no text', { license: 'MIT' }, 'first 1.0.0 (MIT) has no licence text'],
  ])('with %s is named, and nothing is written', (_, description, message) => {
    expect(() => install(description)).toThrow(MissingLicence);
    expect(() => install(description)).toThrow(message);
  });
});
