import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../../..');
/** Where builds go. */
export const DIST = resolve(process.env.DIST_DIR ?? join(ROOT, 'dist'));

export type BuiltPackage = {
  readonly kind: 'host' | 'gallery' | 'remote';
  readonly name: string;
  /** Absolute folder of its sources. */
  readonly dir: string;
};

const GALLERY = join(ROOT, 'shared/ui/gallery');

/** What is built for the browser: the host, the gallery of components, and every remote with a descriptor. */
export function builtPackages(): BuiltPackage[] {
  const remotes = readdirSync(join(ROOT, 'remotes'))
    .map((name): BuiltPackage => ({ kind: 'remote', name, dir: join(ROOT, 'remotes', name) }))
    .filter(({ dir }) => existsSync(join(dir, 'remote.json')));
  const gallery: BuiltPackage[] = existsSync(join(GALLERY, 'index.html'))
    ? [{ kind: 'gallery', name: 'gallery', dir: GALLERY }]
    : [];
  return [{ kind: 'host', name: 'host', dir: join(ROOT, 'host') }, ...gallery, ...remotes];
}

/** Where a build of that version lies. Host and gallery have one place, a remote one per version. */
export const outputFolder = ({ kind, name }: BuiltPackage, version: string): string =>
  kind === 'remote' ? join(DIST, 'remotes', name, version) : join(DIST, name);

/** Version of the application as its package file states it. */
export const applicationVersion = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

export const descriptorPath = ({ dir }: BuiltPackage): string => join(dir, 'remote.json');
