import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ReleaseError } from '@tessera/releases';
import { UsageError } from '../usage.ts';
import { type Project, versionOf } from './project.ts';

type Opening = { readonly page: string; readonly grant: string };

/** What commands use of `@tessera/build`, which is installed with the remote: each is built by the version it asks for. */
type Build = {
  readonly BuildFailure: new (name: string, details: string) => Error;
  buildPackage(options: { readonly dir: string; readonly version: string; readonly outDir: string }): Promise<unknown>;
  developmentServer(
    dir: string,
    port: number,
    pageHosts: readonly string[],
    opening: () => Opening | undefined,
  ): Promise<() => Promise<void>>;
};

/** The build that is installed with the remote. Throws UsageError where none is. */
export async function installedBuild(dir: string): Promise<Build> {
  let path: string;
  try {
    path = createRequire(join(dir, 'package.json')).resolve('@tessera/build');
  } catch {
    throw new UsageError('@tessera/build is not installed: run `npm install` first.');
  }
  // Found while it runs, not when the command line is packed.
  return (await import(/* webpackIgnore: true */ pathToFileURL(path).href)) as Build;
}

/** Builds the remote as the version that its files make. Rejects with ReleaseError where it does not build. */
export async function buildProject({ dir, name }: Project): Promise<{ version: string; folder: string }> {
  const { buildPackage } = await installedBuild(dir);
  const version = versionOf(dir);
  const folder = join(dir, 'dist', version);
  try {
    await buildPackage({ dir, version, outDir: folder });
  } catch (error) {
    const { name: kind, message } = error as Error;
    if (kind !== 'BuildFailure' && kind !== 'ContractFailure') throw error;
    throw new ReleaseError(
      'build_incomplete',
      kind === 'BuildFailure' ? message : `${name} does not build: ${message}`,
    );
  }
  return { version, folder };
}
