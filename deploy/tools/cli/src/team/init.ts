import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HOST_NAME, remoteName } from '@tessera/releases';
import { platformOrigin } from '../platform-address.ts';
import { readArguments } from '../scaffold/arguments.ts';
import { filesOf, type NewRemote } from '../scaffold/files.ts';
import { MARKS_FILE } from '../texts/marks.ts';
import { UsageError } from '../usage.ts';

/** The packed command line: its version is that of the SDK, and it knows the versions of others that the SDK was made with. */
type OwnPackage = {
  readonly version: string;
  readonly tessera: { readonly versions: Readonly<Record<string, string>> };
};

const SDK = ['bus', 'i18n', 'session', 'ui'] as const;
const SDK_FOR_DEVELOPMENT = ['build', 'cli', 'testing'] as const;
const LIBRARIES = ['react', 'react-dom'] as const;
const LIBRARIES_FOR_DEVELOPMENT = [
  '@testing-library/dom',
  '@testing-library/react',
  '@types/react',
  '@types/react-dom',
  'jsdom',
  'node',
  'typescript',
  'vitest',
] as const;

const json = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`;

function packageFile(name: string, platform: string, { version, tessera: { versions } }: OwnPackage): string {
  const ours = (names: readonly string[]) => names.map((each) => [`@tessera/${each}`, version] as const);
  const others = (names: readonly string[]) =>
    names.map((each) => {
      const exact = versions[each];
      if (exact === undefined) throw new Error(`The SDK knows no version of ${each}.`);
      return [each, exact] as const;
    });
  return json({
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    tessera: { platform },
    scripts: { dev: 'tessera dev', check: 'tessera check', test: 'tsc && vitest run' },
    dependencies: Object.fromEntries([...ours(SDK), ...others(LIBRARIES)]),
    devDependencies: Object.fromEntries([...ours(SDK_FOR_DEVELOPMENT), ...others(LIBRARIES_FOR_DEVELOPMENT)]),
  });
}

const TYPESCRIPT = json({ extends: '@tessera/build/tsconfig.json', include: ['src'] });

const TESTS = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['@tessera/testing/setup'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // They import style sheets.
    server: { deps: { inline: [/@tessera\\//] } },
    testTimeout: 30_000,
  },
});
`;

const WORKFLOW = `name: remote
on:
  pull_request:
  push:
    branches: [main]
# The run logs in with the token that GitHub issues to it: on the staff page a member binds this repository, under
# Machines, to the rights publish, preview and ramp of this remote. Previews of pull
# requests take a binding with the claim event_name = pull_request. TESSERA_TOKEN, a token of a machine, does without.
permissions:
  contents: read
  id-token: write
jobs:
  remote:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - run: npm test
      - run: npx tessera check
      - if: github.event_name == 'pull_request'
        run: |
          npx tessera publish --why "pull request \${{ github.event.number }}"
          npx tessera preview "$(npx tessera version)" --why "pull request \${{ github.event.number }}" --minutes 1440
      - if: github.event_name == 'push'
        run: |
          npx tessera publish --why "\${{ github.sha }}"
          npx tessera ramp "$(npx tessera version)" 10 --why "\${{ github.sha }}"
`;

const readme = (name: string, platform: string): string => `# ${name}

A remote of ${platform}.

\`\`\`sh
npm install
npm test
npx tessera login                      # by a code that a member types on the staff page; or set TESSERA_TOKEN
npx tessera dev                        # inside the platform, from these sources
npx tessera check                      # what the registry asks of it
npx tessera publish --why "…"
npx tessera promote "$(npx tessera version)" --why "…"
\`\`\`
`;

/** Every file of the repository of a new remote. */
export function projectFiles(
  asked: Omit<NewRemote, 'version'>,
  platform: string,
  own: OwnPackage,
): readonly (readonly [path: string, content: string])[] {
  const { name } = asked;
  const ofRemote = filesOf({ ...asked, version: '1.0.0' }).filter(
    ([path]) => path !== 'package.json' && path !== MARKS_FILE,
  );
  return [
    ['package.json', packageFile(name, platform, own)],
    ['.npmrc', `@tessera:registry=${platform}/sdk/\n`],
    ['.gitignore', 'node_modules/\ndist/\n'],
    ['.github/workflows/remote.yml', WORKFLOW],
    ['README.md', readme(name, platform)],
    ['tsconfig.json', TYPESCRIPT],
    ['vitest.config.ts', TESTS],
    ...ofRemote,
  ];
}

const isEmpty = (folder: string): boolean => readdirSync(folder).every((name) => name === '.git');

/** Reads the file that the packed command line lies beside. */
export const ownPackage = (folder: string): OwnPackage =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as OwnPackage;

/** Makes the repository of a remote in a folder of its name, completely or not at all. Throws UsageError. */
export async function init(
  args: readonly string[],
  { cwd, own, print }: { readonly cwd: string; readonly own: OwnPackage; readonly print: (text: string) => void },
): Promise<void> {
  const at = args.indexOf('--at');
  const platform = at < 0 ? process.env.TESSERA_PLATFORM : args[at + 1];
  if (!platform) throw new UsageError('Name the platform: init raffle --at https://h5.example');
  const origin = platformOrigin(platform, '--at');
  const { asked } = readArguments(at < 0 ? args : args.toSpliced(at, 2));
  const legal = remoteName.safeParse(asked.name);
  if (!legal.success) throw new UsageError(`The name ${asked.name} ${legal.error.issues[0]?.message}, 40 at most.`);
  if (asked.name === HOST_NAME) throw new UsageError(`${HOST_NAME} is the host's name: choose another one.`);
  const dir = join(cwd, asked.name);
  if (existsSync(dir) && !isEmpty(dir)) throw new UsageError(`${dir} exists and holds files: choose another name.`);
  const making = await mkdtemp(join(cwd, '.tessera-'));
  try {
    for (const [path, content] of projectFiles(asked, origin, own)) {
      await mkdir(dirname(join(making, path)), { recursive: true });
      await writeFile(join(making, path), content);
    }
    if (existsSync(dir)) {
      for (const name of readdirSync(making)) await rename(join(making, name), join(dir, name));
    } else await rename(making, dir);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  print(`${asked.name} is made, for ${origin}.

  cd ${asked.name}
  npm install
  npm test
  npx tessera login
  npx tessera dev
  npx tessera publish --why "first version"`);
}
