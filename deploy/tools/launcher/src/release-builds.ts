import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type HostRecord,
  parseDescriptor,
  publishBuild,
  type Reference,
  type ReleaseService,
  readBuiltContract,
  slotOf,
} from '@tessera/releases';
import type { Built } from './builds.ts';
import { descriptorPath } from './layout.ts';

const WHY = 'built from the sources at start';

/**
 * Whether a start makes a build live. A version that was pinned, ramped or rolled back stays for as long as the
 * sources are those of the last start; new sources, or sources gone back to older ones, take over.
 */
export function takesOver(facts: {
  readonly version: string;
  readonly newlyPublished: boolean;
  readonly live: string | undefined;
  /** Version that the last start built, if there was one. */
  readonly lastBuilt: string | undefined;
}): boolean {
  if (facts.live === facts.version) return false;
  if (facts.newlyPublished) return true;
  return facts.lastBuilt === undefined ? facts.live === undefined : facts.lastBuilt !== facts.version;
}

async function publishIfNew(service: ReleaseService, built: Built, at: number): Promise<boolean> {
  const { name } = built.package;
  if (await service.store.version(name, built.version)) return false;
  const path = descriptorPath(built.package);
  const descriptor = parseDescriptor(JSON.parse(await readFile(path, 'utf8')), path);
  const { version, folder } = built;
  await publishBuild(service.store, { name, version, folder, descriptor }, { who: userInfo().username, why: WHY, at });
  return true;
}

type LastBuilt = Record<string, string>;

const readLastBuilt = async (path: string): Promise<LastBuilt> =>
  existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as LastBuilt) : {};

/**
 * Publishes what was built and makes it live where it takes over, all of it in one step. Here the sources decide: what
 * the gate finds against a pinned version is recorded in the history, but does not stop it. `now` is Unix milliseconds.
 */
export async function releaseBuilds(
  service: ReleaseService,
  builds: readonly Built[],
  lastBuiltPath: string,
  now: number,
  report: (line: string) => void,
): Promise<void> {
  const lastBuilt = await readLastBuilt(lastBuiltPath);
  const state = (await service.latest())?.state;
  let host: HostRecord | undefined;
  const remotes: Reference[] = [];
  for (const built of builds) {
    const { kind, name } = built.package;
    const { version } = built;
    if (kind === 'host' && state?.host !== version) {
      const { host: contract, types } = await readBuiltContract(built.folder);
      host = contract ? { version, contract } : { version };
      // The record that names the types is written first, so that they are not removed as unused.
      await service.store.keepHost(host, now);
      await service.store.keepContract(types.hash, types.text);
    }
    if (kind !== 'remote') continue;
    const newlyPublished = await publishIfNew(service, built, now);
    const live = slotOf(state, name)?.stable;
    if (takesOver({ version, newlyPublished, live, lastBuilt: lastBuilt[name] })) {
      remotes.push({ name, version });
      report(`  ${name}: ${version} goes live${live ? `, ${live} was` : ''}`);
    } else if (live !== version) {
      report(`  ${name}: stays at ${live ?? 'nothing'} (pinned or rolled back); the sources are ${version}`);
    }
    lastBuilt[name] = version;
  }
  await service.takeOver({ host, remotes }, { who: userInfo().username, why: WHY, force: true });
  await mkdir(dirname(lastBuiltPath), { recursive: true });
  await writeFile(lastBuiltPath, `${JSON.stringify(lastBuilt, null, 2)}\n`);
}

export const lastBuiltPath = (dataDir: string): string => join(dataDir, 'last-built.json');

/**
 * Moves a store of the first format, whose manifests were not signed, aside: its versions are built again from the
 * sources, its history stays readable at the new path. Returns that path, or undefined if there was no such store.
 */
export async function putFirstStoreAside(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'releases');
  if (!existsSync(join(folder, 'moves/00000001.json')) || existsSync(join(folder, 'records'))) return undefined;
  const aside = join(dataDir, 'releases-unsigned');
  await rename(folder, aside);
  return aside;
}
