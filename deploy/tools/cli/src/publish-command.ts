import { parseDescriptor, ReleaseError } from '@tessera/releases';
import type { PublishTarget } from './publish-target.ts';
import { type Arguments, onlyName } from './release-commands.ts';

/** A finished build of a remote as `npm run build -- --json` reports it. */
export type RemoteBuild = { readonly version: string; readonly folder: string };

export type PublishContext = {
  readonly target: PublishTarget;
  readonly print: (text: string) => void;
  /** Builds a remote, or finds it built. */
  readonly build: (name: string) => Promise<RemoteBuild>;
  /** Runs the conformance check, unless this build passed it, and shows its report. Returns whether the remote passed. */
  readonly check: (name: string) => Promise<boolean>;
  /** Parsed `remote.json` of a remote in this repository; undefined if there is no such remote. */
  readonly descriptor: (name: string) => Promise<unknown>;
};

/** Builds, checks and publishes a remote as a new version. */
export async function publish(context: PublishContext, given: Arguments): Promise<void> {
  const { target, print, build, check, descriptor } = context;
  const name = onlyName(given, 'remote');
  const json = await descriptor(name);
  if (json === undefined) throw new ReleaseError('remote_unknown', `There is no remotes/${name}/remote.json.`);
  const parsed = parseDescriptor(json, `remotes/${name}/remote.json`);
  const { version, folder } = await build(name);
  if (await target.has(name, version)) {
    throw new ReleaseError('version_exists', `${name}@${version} exists; a published version never changes.`);
  }
  if (!(await check(name))) {
    throw new ReleaseError('check_failed', `${name}@${version} is not published: see the findings above.`);
  }
  const built = { name, version, folder, descriptor: parsed };
  const { files, bytes } = await target.publish(built, given.why ?? '');
  print(`${name}@${version} is published ${target.where}: ${files} file(s), ${Math.ceil(bytes / 1024)} KiB.`);
  print(`Show it on a phone:  npm run tessera -- preview ${name}@${version} --why "…"`);
  print(`Ramp it:             npm run tessera -- ramp ${name}@${version} 10 --why "…"`);
  print(`Make it live:        npm run tessera -- promote ${name}@${version} --why "…"`);
}
