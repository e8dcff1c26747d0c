import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Act,
  adoptHost,
  FolderStore,
  liveVersion,
  parseDescriptor,
  promote,
  type ReleaseStore,
  type VersionRecord,
} from '@tessera/releases';
import type { Built } from './builds.ts';
import { descriptorPath } from './layout.ts';

const WHY = 'built from the sources at start';

/**
 * Whether a start makes a build live. A version that somebody pinned or rolled back stays for as long as the sources
 * are those of the last start; new sources, or sources gone back to older ones, take over.
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

async function publishIfNew(store: ReleaseStore, built: Built, act: Act): Promise<VersionRecord | undefined> {
  const { name } = built.package;
  if (await store.version(name, built.version)) return undefined;
  const path = descriptorPath(built.package);
  const descriptor = parseDescriptor(JSON.parse(await readFile(path, 'utf8')), path);
  return store.publish(
    { name, version: built.version, descriptor, publishedAt: act.at, who: act.who, why: act.why },
    built.folder,
  );
}

type LastBuilt = Record<string, string>;

const readLastBuilt = async (path: string): Promise<LastBuilt> =>
  existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as LastBuilt) : {};

/** Publishes what was built and makes it live where it takes over. `now` is Unix milliseconds. */
export async function releaseBuilds(
  store: ReleaseStore,
  builds: readonly Built[],
  lastBuiltPath: string,
  now: number,
  report: (line: string) => void,
): Promise<void> {
  const act: Act = { who: userInfo().username, why: WHY, at: now };
  const lastBuilt = await readLastBuilt(lastBuiltPath);
  for (const built of builds) {
    const { kind, name } = built.package;
    const before = (await store.latest())?.manifest;
    if (kind === 'host') {
      const move = adoptHost(before, built.version, act);
      if (move) await store.append(move);
    }
    if (kind !== 'remote') continue;
    const published = await publishIfNew(store, built, act);
    const live = liveVersion(before, name);
    const facts = { version: built.version, newlyPublished: published !== undefined, live, lastBuilt: lastBuilt[name] };
    if (takesOver(facts)) {
      const record = published ?? (await store.version(name, built.version));
      if (record) await store.append(promote(before, record, act));
      report(`  ${name}: ${built.version} is live${live ? `, ${live} was` : ''}`);
    } else if (live !== built.version) {
      report(`  ${name}: stays at ${live ?? 'nothing'} (pinned or rolled back); the sources are ${built.version}`);
    }
    lastBuilt[name] = built.version;
  }
  await mkdir(dirname(lastBuiltPath), { recursive: true });
  await writeFile(lastBuiltPath, `${JSON.stringify(lastBuilt, null, 2)}\n`);
}

export const releaseStore = (dataDir: string): FolderStore => new FolderStore(join(dataDir, 'releases'));
export const lastBuiltPath = (dataDir: string): string => join(dataDir, 'last-built.json');
