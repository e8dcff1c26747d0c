import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHARED_EAGERLY, SHARED_LAZILY } from '../sharing.ts';
import { type Exports, sourceIn } from './entry-points.ts';

/**
 * The folder of our packages: `shared/` of the repository that this build belongs to, which is what remotes are compiled
 * against, wherever they lie; `node_modules/@tessera` where it is installed.
 */
export const SHARED = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The repository; of no use where this package is installed. */
export const REPOSITORY = join(SHARED, '..');

type PackageFile = { readonly exports: Exports };

/** What remotes may import of our packages in the page. */
export const SHARED_REQUESTS = [...SHARED_EAGERLY, ...SHARED_LAZILY].filter((request) =>
  request.startsWith('@tessera/'),
);

export const SHARED_PACKAGES = [...new Set(SHARED_REQUESTS.map((request) => request.split('/')[1] as string))].sort();

const exportsOf = (name: string) =>
  (JSON.parse(readFileSync(join(SHARED, name, 'package.json'), 'utf8')) as PackageFile).exports;

const pathIn = (name: string, source: string) => join(name, source).replaceAll('\\', '/');

/** The source that a request of one of our packages begins in, relative to `shared/`; undefined for any other. */
export function sourceOf(request: string): string | undefined {
  const [scope, name = '', ...entry] = request.split('/');
  if (scope !== '@tessera') return undefined;
  const source = sourceIn(exportsOf(name)[['.', ...entry].join('/')] ?? '');
  return source && pathIn(name, source);
}

/** Every entry point of our packages with its source, those that the page does not read included: types lead there. */
export const sharedEntryPoints = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SHARED_PACKAGES.flatMap((name) =>
      Object.entries(exportsOf(name))
        .filter(([entry]) => !entry.includes('*'))
        .flatMap(([entry, target]) => {
          const source = sourceIn(target);
          return source ? [[`@tessera/${name}${entry.slice(1)}`, pathIn(name, source)] as const] : [];
        }),
    ),
  );

const isSource = (path: string) => /\.(tsx?|json)$/.test(path) && !/\.test\.tsx?$|[\\/]testing[\\/]/.test(path);

function sourcesBelow(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .filter(isSource)
    .sort();
}

/** SHA-256 (hex) over all that the declared types depend on: sources, packages, compiler and its settings. */
export function sharedState(): string {
  const files = [
    ...SHARED_PACKAGES.flatMap((name) => [
      join(SHARED, name, 'package.json'),
      ...sourcesBelow(join(SHARED, name, 'src')),
    ]),
    ...sourcesBelow(join(SHARED, 'build/types')),
    ...sourcesBelow(dirname(fileURLToPath(import.meta.url))),
    ...['tsconfig.base.json', 'tsconfig.browser.json', 'pnpm-lock.yaml'].map((name) => join(REPOSITORY, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${file.slice(REPOSITORY.length)} ${content.byteLength}\n`).update(content);
  }
  return hash.digest('hex');
}
