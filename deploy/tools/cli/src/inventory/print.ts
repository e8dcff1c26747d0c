import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MissingLicence } from '@tessera/build/licences';
import { type Lockfile, parseLockfile } from '@tessera/build/sources';
import { installedPackages } from './installed-packages.ts';
import { LockfileGap } from './production-packages.ts';

const ROOT = resolve(import.meta.dirname, '../../../../..');

export const readRoot = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

type Installed = { readonly lockfile: Lockfile; readonly folders: ReadonlyMap<string, string> };

/** The repository's lockfile, with the folders of the packages that are installed here. */
export function readInstalled(): Installed {
  const lockfile = parseLockfile(readRoot('pnpm-lock.yaml'));
  return { lockfile, folders: installedPackages(ROOT, lockfile) };
}

/** Writes an inventory into the file that the command names, or prints it; one with a gap is an error. */
export function printInventory(inventory: (installed: Installed) => string): void {
  const [file] = process.argv.slice(2);
  try {
    const text = inventory(readInstalled());
    if (file === undefined) process.stdout.write(text);
    else writeFileSync(file, text);
  } catch (error) {
    if (!(error instanceof LockfileGap || error instanceof MissingLicence)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
