import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGE_CODES, parseDescriptor } from '@tessera/releases';
import { descriptorOf, temporaryFolder } from '@tessera/releases/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRemote } from './create.ts';
import { filesOf, type NewRemote, titleOf } from './files.ts';

let root: string;
const asked = (name: string, more: Partial<NewRemote> = {}): NewRemote => ({
  name,
  access: 'guest',
  version: '0.8.0',
  ...more,
});

beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, 'remotes/markets'), { recursive: true });
  await mkdir(join(root, 'shared/ui'), { recursive: true });
  const label = descriptorOf('markets').title;
  const tab = { order: 1, path: '/pages/draw/index', label, icon: 'M0 0h24' };
  const routes = [{ path: '/pages/draw/index', access: 'guest', title: 'routes.main', module: 'draw' }] as const;
  const taken = descriptorOf('markets', { tab, routes: [...routes] });
  await writeFile(join(root, 'remotes/markets/remote.json'), JSON.stringify(taken));
  await mkdir(join(root, 'shared/i18n/src'), { recursive: true });
  await writeFile(join(root, 'shared/i18n/src/namespaces.ts'), '  readonly common: typeof common;');
  await mkdir(join(root, 'remotes/markets/src/list'), { recursive: true });
  const declared = "    readonly draws: typeof english;\n    readonly 'prize-box': typeof english;";
  await writeFile(join(root, 'remotes/markets/src/list/texts.d.ts'), declared);
});

const read = async (path: string) => readFile(join(root, path), 'utf8');

describe('a new remote', () => {
  test('is complete: descriptor, page, test, and texts in ten languages', async () => {
    const paths = await createRemote(root, asked('prize-draw', { tab: 7, access: 'user' }));
    expect(paths).toContain('remotes/prize-draw/src/pages/prize-draw/index/WelcomePage.test.tsx');
    const descriptor = parseDescriptor(JSON.parse(await read('remotes/prize-draw/remote.json')), 'remote.json');
    expect(descriptor.routes).toMatchObject([{ path: '/pages/prize-draw/index', access: 'user' }]);
    expect(descriptor.tab).toMatchObject({ order: 7, path: '/pages/prize-draw/index' });
    expect(descriptor.title.de).toBe('Prize draw');
    expect(JSON.parse(await read('remotes/prize-draw/package.json'))).toMatchObject({
      name: '@tessera/prize-draw',
      dependencies: { '@tessera/ui': 'workspace:*', react: 'catalog:' },
    });
    const marks = JSON.parse(await read('remotes/prize-draw/untranslated.json'));
    expect(Object.entries(marks).map(([path, keys]) => [path, Object.keys(keys as object)])).toEqual([
      ['remote.json', ['title', 'tab.label']],
      ['src/i18n', ['routes.index']],
    ]);
    expect(marks['src/i18n']['routes.index']).toEqual(LANGUAGE_CODES.filter((code) => code !== 'en'));
    const texts = await readdir(join(root, 'remotes/prize-draw/src/i18n'));
    expect(texts.toSorted()).toEqual(LANGUAGE_CODES.map((code) => `${code}.json`).toSorted());
  });

  test('names the packages that its files import, and tests its screen as the host shows it', () => {
    const files = new Map(filesOf(asked('lottery')));
    const { dependencies, devDependencies } = JSON.parse(files.get('package.json') ?? '');
    const named = Object.keys({ ...dependencies, ...devDependencies });
    const imported = [...files].flatMap(([path, text]) =>
      /\.tsx?$/.test(path) ? [...text.matchAll(/from '(@tessera\/[a-z0-9-]+)/g)].map(([, name]) => name) : [],
    );
    expect(imported).toContain('@tessera/testing');
    expect(imported.filter((name) => !named.includes(name ?? ''))).toEqual([]);
    const test = files.get('src/pages/lottery/index/WelcomePage.test.tsx');
    expect(test).not.toMatch(/\b(startTexts|addTexts|render)\b/);
  });

  test('has a valid descriptor and the same texts in every language, whatever its name', () => {
    const names = fc.stringMatching(/^[a-z][a-z0-9-]{0,39}$/);
    fc.assert(
      fc.property(names, (name) => {
        const files = new Map(filesOf(asked(name)));
        parseDescriptor(JSON.parse(files.get('remote.json') ?? ''), name);
        const shapes = [...files]
          .filter(([path]) => path.startsWith('src/i18n/'))
          .map(([, text]) => JSON.stringify(JSON.parse(text), (_, value) => (typeof value === 'string' ? '' : value)));
        expect(new Set(shapes).size).toBe(1);
      }),
    );
  });

  test.each([
    ['Lottery', {}, 'The name Lottery must be lower-case letters'],
    ['../lottery', {}, 'The name ../lottery must be'],
    ['x'.repeat(41), {}, '40 at most'],
    ['index', {}, '/pages/index/index is served by the host'],
    ['markets', {}, 'There is a package markets already'],
    ['ui', {}, 'There is a package ui already'],
    ['host', {}, 'There is a package host already'],
    ['draw', {}, '/pages/draw/index is served by markets'],
    ['common', {}, 'The texts common belong to shared/i18n'],
    ['draws', {}, 'The texts draws belong to remotes/markets'],
    ['prize-box', {}, 'The texts prize-box belong to remotes/markets'],
    ['lottery', { tab: 1 }, 'Place 1 of the bottom bar is held by markets'],
    ['lottery', { tab: 0 }, 'held by the host'],
  ])('is rejected when it is %s %o, and nothing is left behind', async (name, more, reason) => {
    await expect(createRemote(root, asked(name, more))).rejects.toThrow(reason);
    expect(await readdir(join(root, 'remotes'))).toEqual(['markets']);
  });

  test('is only listed in a dry run', async () => {
    const paths = await createRemote(root, asked('lottery'), { dryRun: true });
    expect(paths).toHaveLength(7 + LANGUAGE_CODES.length);
    expect(await readdir(join(root, 'remotes'))).toEqual(['markets']);
  });

  test('leaves nothing behind if writing fails', async () => {
    let written = 0;
    const write = async (path: string, content: string) => {
      if (++written === 9) throw new Error('the disk is full');
      await writeFile(path, content);
    };
    await expect(createRemote(root, asked('lottery'), { write })).rejects.toThrow('the disk is full');
    expect(await readdir(join(root, 'remotes'))).toEqual(['markets']);
    expect(await readdir(join(root, '.cache'))).toEqual([]);
    await createRemote(root, asked('lottery'));
    expect(await readdir(join(root, 'remotes'))).toEqual(['lottery', 'markets']);
  });

  test('is rejected while another descriptor is broken, and the error names it', async () => {
    await writeFile(join(root, 'remotes/markets/remote.json'), '{');
    await expect(createRemote(root, asked('lottery'))).rejects.toMatchObject({
      code: 'descriptor_invalid',
      message: expect.stringContaining('markets/remote.json is not JSON'),
    });
  });
});

test('a title consists of the words of the name', () => {
  expect(['lottery', 'prize-draw', 'a--b', 'draw-'].map(titleOf)).toEqual(['Lottery', 'Prize draw', 'A b', 'Draw']);
});
