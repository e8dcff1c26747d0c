import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/bus/languages';
import { HOST_NAME } from '@tessera/manifest';
import type { Publication } from '@tessera/registry-api';
import { z } from 'zod';
import { type BuildUses, usesOfBuild } from './capabilities/index.ts';
import { checkOnThread } from './check-thread.ts';
import { type BuildContract, parseBuildContract } from './compatibility/index.ts';
import { type Descriptor, faultsOf, parseDescriptor } from './descriptor.ts';
import { pathsBelow } from './file-list.ts';
import { ReleaseError } from './release-error.ts';
import type { HostRecord, ReleaseStore } from './store.ts';
import { containerOf, filesOf, type StatedBuild, scriptsIn, verifyBuild } from './verify-build.ts';
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

async function readReport<T>(folder: string, schema: z.ZodType<T>): Promise<T> {
  const path = `${folder}.report.json`;
  let json: unknown;
  try {
    json = JSON.parse(await textBeside(folder, 'report'));
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError('build_incomplete', `${path} is not JSON: build again.`);
  }
  const facts = schema.safeParse(json);
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
  if (name === HOST_NAME)
    throw new ReleaseError('descriptor_invalid', `${HOST_NAME} is the name of the host: choose another one.`);
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
  const uses = await checkOnThread({ folder, stated: await statedBuild(built) });
  return publishBuild(store, built, { why, ...audit }, uses);
}

/** What a finished build says of itself. */
async function statedBuild(built: BuiltVersion): Promise<StatedBuild> {
  requireOwnDescriptor(built);
  const facts = await readReport(built.folder, buildFactsSchema);
  const { remote } = await readBuiltContract(built.folder);
  return { ...built, ...facts, contract: remote };
}

/** Rejects a finished build whose files do not bear out what is said of it: what a registry asks of all that it is sent. */
export const verifyBuilt = async (built: BuiltVersion): Promise<void> =>
  verifyBuild(built.folder, await statedBuild(built));

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
  /** Read from its scripts by now. */
  known?: readonly string[],
): Promise<VersionRecord> {
  const { name, version, descriptor, folder } = built;
  requireOwnDescriptor(built);
  const facts = await readReport(folder, buildFactsSchema);
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
      uses: [...(known ?? (await usesOf(built)).uses)],
      ...(contract ? { contract } : {}),
    },
    folder,
    types,
  );
}

const filesByName = z.record(z.string(), z.array(z.string())).default({});

/** What the build of a host says of its files: those of each part that a page loads after the first ones. */
const hostReportSchema = z.object({ chunkGroups: filesByName, provided: filesByName });

/** Names of the parts of a host in the record of its version (`screens`), each with its files. */
export const HOST_PARTS = {
  home: 'home',
  texts: (language: string) => `texts/${language}`,
  provided: (request: string) => `provided/${request}`,
} as const;

/** Of a remote without screens, which is what readers of before take a released host for. */
const hostDescriptor = (): Descriptor => ({
  name: HOST_NAME,
  title: Object.fromEntries(LANGUAGE_CODES.map((code) => [code, 'Tessera'])) as Descriptor['title'],
  routes: [{ path: '/', access: 'guest', title: 'home', module: 'home' }],
  swap: 'block',
  budget: 1,
});

/** Stores the contract of a host, which the gate compares remotes with. */
async function keepContract(
  store: ReleaseStore,
  { version, folder }: Pick<BuiltVersion, 'version' | 'folder'>,
  at: number,
): Promise<{ readonly host: HostRecord; readonly types: BuildContract['types'] }> {
  const { host: contract, types } = await readBuiltContract(folder);
  const host = contract ? { version, contract } : { version };
  // The record that names the types is written first, so that they are not removed as unused.
  await store.keepHost(host, at);
  await store.keepContract(types.hash, types.text);
  return { host, types };
}

/**
 * Publishes a finished build of the host: its page and its files with their hashes, as a version of `host`, and its
 * contract. What exists as it was published stays as it is. Rejects as `ReleaseStore.publish` does.
 */
export async function publishHost(
  store: ReleaseStore,
  built: Pick<BuiltVersion, 'version' | 'folder'>,
  audit: { readonly who: string; readonly why: string; readonly at: number },
): Promise<HostRecord> {
  const { version, folder } = built;
  const { host, types } = await keepContract(store, built, audit.at);
  if (await store.intact(HOST_NAME, version)) return host;
  const { chunkGroups, provided } = await readReport(folder, hostReportSchema);
  const texts = Object.entries(chunkGroups).flatMap(([group, files]) => {
    const language = /^texts-(\w+)-json$/.exec(group)?.[1];
    return language ? [[HOST_PARTS.texts(language), files] as const] : [];
  });
  const screens = {
    [HOST_PARTS.home]: chunkGroups.home ?? [],
    ...Object.fromEntries(texts),
    ...Object.fromEntries(Object.entries(provided).map(([name, files]) => [HOST_PARTS.provided(name), files])),
  };
  await store.publish(
    {
      name: HOST_NAME,
      version,
      descriptor: hostDescriptor(),
      publishedAt: audit.at,
      who: audit.who,
      why: audit.why,
      screens,
      provided: {},
      texts: {},
      // It uses nothing of a host, and no namespace of texts but those in its own contract.
      contract: { uses: {}, types: types.hash, links: {}, texts: [] },
    },
    folder,
    types,
  );
  return host;
}
