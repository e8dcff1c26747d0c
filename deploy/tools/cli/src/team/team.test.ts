import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { init, projectFiles } from './init.ts';
import { platformOf, readProject, versionOf } from './project.ts';

const PLATFORM = 'https://h5.example';
const versions = Object.fromEntries(
  [
    '@testing-library/dom',
    '@testing-library/react',
    '@types/react',
    '@types/react-dom',
    'jsdom',
    'node',
    'react',
    'react-dom',
    'typescript',
    'vitest',
  ].map((name) => [name, '1.2.3']),
);
const own = { version: '1.0.0-0123456789', tessera: { versions } };

let cwd: string;
const make = (...args: string[]) => init(args, { cwd, own, print: () => {} });
const file = (path: string) => readFile(join(cwd, 'raffle', path), 'utf8');

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'tessera-team-'));
});
afterEach(() => rm(cwd, { recursive: true }));

describe('init', () => {
  test('makes a repository that depends on exact versions of the SDK and names its platform', async () => {
    await make('raffle', '--at', `${PLATFORM}/`);
    const { name, tessera, dependencies, devDependencies } = JSON.parse(await file('package.json'));
    expect([name, tessera]).toEqual(['raffle', { platform: PLATFORM }]);
    expect(dependencies).toMatchObject({ '@tessera/ui': own.version, react: '1.2.3' });
    expect(devDependencies).toMatchObject({ '@tessera/build': own.version, '@tessera/cli': own.version });
    expect(await file('.npmrc')).toBe(`@tessera:registry=${PLATFORM}/sdk/\n`);
    expect(readProject(join(cwd, 'raffle'), {})).toMatchObject({ name: 'raffle', platform: PLATFORM });
  });

  test('takes a folder that holds an empty repository, and no other', async () => {
    const dir = join(cwd, 'raffle');
    await writeFile(join(cwd, 'keep'), '');
    await mkdir(join(dir, '.git'), { recursive: true });
    await make('raffle', '--at', PLATFORM);
    expect(existsSync(join(dir, 'remote.json'))).toBe(true);
    await expect(make('raffle', '--at', PLATFORM)).rejects.toThrow(`${dir} exists and holds files`);
    expect((await readdir(cwd)).sort()).toEqual(['keep', 'raffle']);
  });

  test.each([
    [['raffle'], 'Name the platform'],
    [['raffle', '--at', 'h5.example'], '--at is the origin of a platform'],
    [['raffle', '--at', `${PLATFORM}/h5/`], '--at is the origin of a platform'],
    [['Raffle', '--at', PLATFORM], 'The name Raffle'],
    [['../raffle', '--at', PLATFORM], 'The name ../raffle'],
    [['host', '--at', PLATFORM], "the host's name"],
    [['--at', PLATFORM], 'Exactly one name is needed'],
  ])('refuses %j and writes nothing', async (args, message) => {
    await expect(make(...args)).rejects.toThrow(message);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('no file speaks of this repository', () => {
    for (const [path, content] of projectFiles({ name: 'raffle', access: 'guest' }, PLATFORM, own)) {
      expect([path, /workspace:|catalog:|npm run tessera/.exec(content)?.[0]]).toEqual([path, undefined]);
    }
  });
});

describe('the version', () => {
  const changed = async (path: string, text = 'another') => {
    const dir = join(cwd, 'raffle');
    const before = versionOf(dir);
    await writeFile(join(dir, path), text);
    return versionOf(dir) !== before;
  };

  beforeEach(() => make('raffle', '--at', PLATFORM));

  test.each(['src/remote.tsx', 'src/i18n/de.json', 'remote.json', 'package-lock.json'])(
    'follows from %s',
    async (path) => {
      expect(await changed(path)).toBe(true);
    },
  );

  test.each(['README.md', 'src/new.test.tsx', 'vitest.config.ts'])('does not follow from %s', async (path) => {
    expect(await changed(path)).toBe(false);
  });
});

test('the environment names another platform than the package, and a folder without a remote needs it', async () => {
  await make('raffle', '--at', PLATFORM);
  const dir = join(cwd, 'raffle');
  expect(platformOf(dir, { TESSERA_PLATFORM: 'http://localhost:8080' })).toBe('http://localhost:8080');
  expect(() => platformOf(cwd, {})).toThrow('No platform is named');
  expect(() => readProject(cwd, {})).toThrow('There is no remote.json');
  await writeFile(join(dir, 'package.json'), JSON.stringify({ name: 'other' }));
  expect(() => readProject(dir, {})).toThrow('they have to be one');
});
