import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Publication } from '@tessera/registry-api';
import type { z } from 'zod';
import { type BuildUses, usesOfBuild } from './capabilities/index.ts';
import { type BuildContract, parseBuildContract } from './compatibility/index.ts';
import { type Descriptor, faultsOf, parseDescriptor } from './descriptor.ts';
import { pathsBelow } from './file-list.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseStore } from './store.ts';
import { containerOf, filesOf, scriptsIn, verifyBuild } from './verify-build.ts';
import { buildFactsSchema, type VersionRecord } from './version-record.ts';

/** A finished build of a remote: its folder, with `<folder>.report.json` and `<folder>.contract.json` beside it. */
export type BuiltVersion = {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly descriptor: Descriptor;
};

async function textBeside(folder: string, what: 'report' | 'contract'): Promise<string> {
  const path = `${folder}.${what}.json`;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError('build_incomplete', `${path} cannot be read, build again: ${reason}`);
  }
}

/** Contract of a build, with the declared types that it was compiled against. */
export const readBuiltContract = async (folder: string): Promise<BuildContract> =>
  parseBuildContract(await textBeside(folder, 'contract'), `${folder}.contract.json`);

async function readBuildFacts(folder: string): Promise<z.infer<typeof buildFactsSchema>> {
  const path = `${folder}.report.json`;
  let json: unknown;
  try {
    json = JSON.parse(await textBeside(folder, 'report'));
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError('build_incomplete', `${path} is not JSON: build again.`);
  }
  const facts = buildFactsSchema.safeParse(json);
  if (facts.success) return facts.data;
  throw new ReleaseError('build_incomplete', `${path} lacks what it needs:\n  ${faultsOf(facts.error)}`);
}

/** A finished build as a registry takes it, but for its name, version, reason and descriptor. */
export async function packBuild(folder: string): Promise<Pick<Publication, 'report' | 'contract' | 'files'>> {
  const read = async (path: string) => ({ path, content: (await readFile(join(folder, path))).toString('base64') });
  return {
    report: await textBeside(folder, 'report'),
    contract: await textBeside(folder, 'contract'),
    files: await Promise.all((await pathsBelow(folder)).map(read)),
  };
}

function requireOwnDescriptor({ name, descriptor }: Pick<BuiltVersion, 'name' | 'descriptor'>): void {
  if (descriptor.name === name) return;
  throw new ReleaseError('descriptor_invalid', `The descriptor of ${name} is that of ${descriptor.name}.`);
}

/**
 * Publishes a build that was sent, if its files bear out what is said of it. `workDir` is an empty folder for its files, which the caller deletes. Rejects as
 * `publishBuild` does.
 */
export async function publishPacked(
  store: ReleaseStore,
  { name, version, descriptor, report, contract, files, why }: Publication,
  { workDir, ...audit }: { readonly workDir: string; readonly who: string; readonly at: number },
): Promise<VersionRecord> {
  const folder = join(workDir, 'built');
  for (const { path, content } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, 'base64');
  }
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}.report.json`, report);
  await writeFile(`${folder}.contract.json`, contract);
  let json: unknown;
  try {
    json = JSON.parse(descriptor);
  } catch {
    throw new ReleaseError('descriptor_invalid', 'remote.json is not JSON.');
  }
  const built = { name, version, folder, descriptor: parseDescriptor(json, 'remote.json') };
  requireOwnDescriptor(built);
  const facts = await readBuildFacts(folder);
  const { remote } = await readBuiltContract(folder);
  await verifyBuild(folder, { ...built, ...facts, contract: remote });
  return publishBuild(store, built, { why, ...audit });
}

/** What the scripts of a finished build do with the page, and what they must not do. */
export async function usesOf({ name, version, folder }: Omit<BuiltVersion, 'descriptor'>): Promise<BuildUses> {
  try {
    return usesOfBuild(scriptsIn(await filesOf(folder)), containerOf(name, version));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReleaseError('build_incomplete', `A script of ${name} cannot be read: ${error.message}`);
  }
}

/** Publishes a finished build with its report and contract. Rejects as `ReleaseStore.publish` does. */
export async function publishBuild(
  store: ReleaseStore,
  built: BuiltVersion,
  audit: { readonly who: string; readonly why: string; readonly at: number },
): Promise<VersionRecord> {
  const { name, version, descriptor, folder } = built;
  requireOwnDescriptor(built);
  const facts = await readBuildFacts(folder);
  const { remote: contract, types } = await readBuiltContract(folder);
  return store.publish(
    {
      name,
      version,
      descriptor,
      publishedAt: audit.at,
      who: audit.who,
      why: audit.why,
      ...facts,
      uses: [...(await usesOf(built)).uses],
      ...(contract ? { contract } : {}),
    },
    folder,
    types,
  );
}
