import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../../../..');
/** Flags of Node with which the backend runs, as in production (docs/production.md). */
export const BACKEND_FLAGS: readonly string[] = ['--max-semi-space-size=64'];
/** Where builds go. */
export const DIST = resolve(process.env.DIST_DIR ?? join(ROOT, 'dist'));

export type BuiltPackage = {
  readonly kind: 'host' | 'page' | 'remote';
  readonly name: string;
  /** Absolute folder of its sources. */
  readonly dir: string;
};

/** Pages of their own: the gallery of components and the staff page. */
const PAGES = [
  { name: 'gallery', dir: join(ROOT, 'shared/ui/gallery') },
  { name: 'console', dir: join(ROOT, 'deploy/console') },
] as const;

/** What is built for the browser: the host, the pages, and every remote with a descriptor. */
export function builtPackages(): BuiltPackage[] {
  const remotes = readdirSync(join(ROOT, 'remotes'))
    .map((name): BuiltPackage => ({ kind: 'remote', name, dir: join(ROOT, 'remotes', name) }))
    .filter(({ dir }) => existsSync(join(dir, 'remote.json')));
  const pages = PAGES.filter(({ dir }) => existsSync(join(dir, 'index.html'))).map(
    (page): BuiltPackage => ({ kind: 'page', ...page }),
  );
  return [{ kind: 'host', name: 'host', dir: join(ROOT, 'host') }, ...pages, ...remotes];
}

/** Where a build of that version lies. Host and pages have one place, a remote one per version. */
export const outputFolder = ({ kind, name }: BuiltPackage, version: string): string =>
  kind === 'remote' ? join(DIST, 'remotes', name, version) : join(DIST, name);

/** Version of the application as its package file states it. */
export const applicationVersion = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

export const descriptorPath = ({ dir }: BuiltPackage): string => join(dir, 'remote.json');
