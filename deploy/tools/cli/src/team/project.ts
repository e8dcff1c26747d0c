import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Descriptor, parseDescriptor, ReleaseError } from '@tessera/releases';
import { platformOrigin } from '../platform-address.ts';
import { UsageError } from '../usage.ts';

/** The repository of a remote, as `tessera init` makes it. */
export type Project = {
  /** Absolute. */
  readonly dir: string;
  readonly name: string;
  readonly descriptor: Descriptor;
  /** Origin of the platform. */
  readonly platform: string;
};

type PackageFile = {
  readonly name?: string;
  readonly version?: string;
  readonly tessera?: { readonly platform?: string };
};

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReleaseError('descriptor_invalid', `${path} is not JSON: ${error.message}`);
  }
}

const readPackage = (dir: string): PackageFile => {
  const path = join(dir, 'package.json');
  return existsSync(path) ? (readJson(path) as PackageFile) : {};
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The platform that commands in a folder are about. Throws UsageError where none is named. */
export function platformOf(dir: string, env: Environment): string {
  const named = env.TESSERA_PLATFORM ?? env.TESSERA_REGISTRY;
  if (named) return platformOrigin(named, 'TESSERA_PLATFORM');
  const { tessera } = readPackage(dir);
  if (tessera?.platform) return platformOrigin(tessera.platform, '"tessera.platform" of package.json');
  throw new UsageError('No platform is named: set TESSERA_PLATFORM, or run this in the folder of a remote.');
}

/** The remote in a folder. Throws UsageError or ReleaseError where there is none, or not a whole one. */
export function readProject(dir: string, env: Environment): Project {
  const path = join(dir, 'remote.json');
  if (!existsSync(path)) {
    throw new UsageError(`There is no remote.json in ${dir}: run this in the folder of a remote.`);
  }
  const descriptor = parseDescriptor(readJson(path), 'remote.json');
  const { name } = readPackage(dir);
  if (name !== descriptor.name) {
    throw new UsageError(`package.json has the name ${name}, and remote.json ${descriptor.name}: they have to be one.`);
  }
  return { dir, name: descriptor.name, descriptor, platform: platformOf(dir, env) };
}

/** What a build follows from, besides what is installed, of which the lockfile has the hashes. */
const INPUTS = ['src/**', 'remote.json', 'package.json', 'package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'];
const TESTS = /\.(?:test|spec)\.[jt]sx?$/;

/** Version of what a folder holds: that of its package file, and a hash of all that a build follows from. */
export function versionOf(dir: string): string {
  const { version = '0.0.0' } = readPackage(dir);
  const hash = createHash('sha256');
  const files = globSync(INPUTS, { cwd: dir, withFileTypes: true })
    .filter((item) => item.isFile() && !TESTS.test(item.name))
    .map((item) => join(item.parentPath, item.name))
    .sort();
  for (const file of files) {
    const content = readFileSync(file);
    const path = file.slice(dir.length + 1).replaceAll('\\', '/');
    hash.update(`${path} ${content.byteLength}\n`).update(content);
  }
  return `${version}-${hash.digest('hex').slice(0, 10)}`;
}
