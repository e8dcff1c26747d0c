import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  ANNOUNCED,
  announcedBy,
  type Descriptor,
  HOST_NAME,
  parseDescriptor,
  publishBuild,
  publishHost,
  type Reference,
  ReleaseError,
  type ReleaseService,
  type ReleaseState,
  type SlotState,
  slotOf,
} from '@tessera/releases';
import type { Built } from './builds.ts';
import { type BuiltPackage, descriptorPath } from './layout.ts';

const WHY = 'built from the sources at start';

async function descriptorOf(target: BuiltPackage): Promise<Descriptor> {
  const path = descriptorPath(target);
  return parseDescriptor(JSON.parse(await readFile(path, 'utf8')), path);
}

async function publishIfNew(service: ReleaseService, built: Built, at: number): Promise<void> {
  const { name } = built.package;
  if (await service.store.intact(name, built.version)) return;
  const descriptor = await descriptorOf(built.package);
  const { version, folder } = built;
  await publishBuild(service.store, { name, version, folder, descriptor }, { who: userInfo().username, why: WHY, at });
}

/** Says how a version goes live that a start only publishes. */
function reportWaiting(
  { name, version }: Reference,
  slot: SlotState | undefined,
  report: (line: string) => void,
): void {
  if (slot?.stable === version || slot?.ramp?.version === version) return;
  report(`  ${name}: ${version} is published, ${slot?.stable ?? 'nothing'} stays live. To make it live:`);
  report(`    npm run tessera -- promote ${name}@${version} --why "…"`);
}

export type ReleaseBuildsOptions = {
  /** Unix milliseconds. */
  readonly now: number;
  readonly report: (line: string) => void;
  /** Makes all that was built live, host and remotes in one event. */
  readonly promote?: boolean | undefined;
  /** With `promote`: overrides the gate and withdrawals. */
  readonly force?: boolean | undefined;
  /**
   * A remote whose live version does not fit the host of the sources follows it to the version of the same sources;
   * otherwise such a host is rejected.
   */
  readonly follow?: boolean | undefined;
  /** Remotes whose first version is still being built: in an empty environment pages show them as such. */
  readonly announced?: readonly BuiltPackage[] | undefined;
};

/**
 * Remotes that a rejection names, of those that were built, and those that never were live where the host has moved screens
 * away; undefined if it has other reasons as well.
 */
function unfitRemotes(
  { reasons }: ReleaseError,
  built: readonly Reference[],
  state: ReleaseState,
): readonly Reference[] | undefined {
  const moved = reasons.filter(({ code, subject }) => code === 'route_dropped' && subject?.startsWith(`${HOST_NAME}@`));
  const others = reasons.filter((reason) => !moved.includes(reason));
  const names = new Set(others.map(({ subject }) => subject?.slice(0, subject.indexOf('@'))));
  const named = built.filter(({ name }) => names.has(name));
  const unfit = [...named, ...built.filter(({ name }) => moved.length > 0 && !slotOf(state, name))];
  // A ramp is an operation under way, which a start does not end.
  const isRamped = unfit.some(({ name }) => slotOf(state, name)?.ramp);
  return names.size === named.length && !isRamped ? unfit : undefined;
}

/**
 * Publishes what was built. What is live stays, except in an empty environment, where the first version of each remote
 * goes live, also of those that were announced there. So does the first host in a store of before hosts were published: it
 * is checked against the live remotes. With `follow`, those that do not fit it go live with it in the version of the same
 * sources, but no withdrawn version does, and no ramp ends; otherwise the host is rejected with the reasons.
 */
export async function releaseBuilds(
  service: ReleaseService,
  builds: readonly Built[],
  { now, report, promote = false, force = false, follow = false, announced = [] }: ReleaseBuildsOptions,
): Promise<void> {
  const state = (await service.latest())?.state;
  const built = builds.find(({ package: { kind } }) => kind === 'host');
  const audit = { who: userInfo().username, why: WHY, at: now };
  const published = built && (await publishHost(service.store, built, audit));
  const host = slotOf(state, HOST_NAME) ? undefined : published;
  const ofHost = built ? [{ name: HOST_NAME, version: built.version }] : [];
  const remotes: Reference[] = [];
  for (const each of builds.filter(({ package: { kind } }) => kind === 'remote')) {
    await publishIfNew(service, each, now);
    remotes.push({ name: each.package.name, version: each.version });
  }
  // Nothing is live in an empty environment that could break: a remote that does not build must not keep out the others.
  const request = { who: userInfo().username, why: WHY, force: force || !state };
  const coming = await Promise.all(
    announced.map(async (target) => ({ name: target.name, ...announcedBy(await descriptorOf(target)) })),
  );
  const release = async (chosen: readonly Reference[], why = WHY): Promise<void> => {
    const what = { host, remotes: host ? [...ofHost, ...chosen] : chosen, ...(state ? {} : { announced: coming }) };
    const event = await service.takeOver(what, { ...request, why });
    for (const { name, from, to } of event?.changes ?? []) {
      if (to !== ANNOUNCED) report(`  ${name}: ${from ?? 'nothing'} → ${to ?? 'nothing'}`);
    }
  };
  if (!state || promote) return release(host ? remotes : [...ofHost, ...remotes]);
  const first = remotes.filter(({ name }) => slotOf(state, name)?.announced);
  let following: readonly Reference[] = first;
  try {
    await release(first).catch(async (error: unknown) => {
      const unfit = follow && error instanceof ReleaseError && unfitRemotes(error, remotes, state);
      if (!unfit || unfit.length === 0) throw error;
      following = [...first, ...unfit];
      const names = unfit.map(({ name }) => name).join(', ');
      report(`  What is live of ${names} does not fit the host of these sources and follows it.`);
      await release(following, `${WHY}; what was live of ${names} does not fit its host`);
    });
  } catch (error) {
    if (!host || !(error instanceof ReleaseError) || error.code !== 'incompatible') throw error;
    throw new ReleaseError(
      error.code,
      `The host of these sources does not fit what is live. Nothing was released.\n${error.message}\nThe remotes of the same sources are published; to release them together with the host, start with --promote: npm start -- --promote`,
      error.reasons,
    );
  }
  for (const reference of host ? remotes : [...ofHost, ...remotes]) {
    if (!following.includes(reference)) reportWaiting(reference, slotOf(state, reference.name), report);
  }
}

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
