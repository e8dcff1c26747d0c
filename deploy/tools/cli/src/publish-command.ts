import { HOST_NAME, parseDescriptor, ReleaseError } from '@tessera/releases';
import type { PublishTarget } from './publish-target.ts';
import { type Arguments, onlyName } from './release-commands.ts';

/** A finished build of a remote or of the host as `npm run build -- --json` reports it. */
export type RemoteBuild = { readonly version: string; readonly folder: string };

export type PublishContext = {
  readonly target: PublishTarget;
  readonly print: (text: string) => void;
  /** How a command is called here, `npm run tessera --`. */
  readonly command: string;
  /** Builds a remote or the host, or finds it built. */
  readonly build: (name: string) => Promise<RemoteBuild>;
  /** Runs the conformance check, unless this build passed it, and shows its report. Returns whether the remote passed. */
  readonly check: (name: string) => Promise<boolean>;
  /** Names of the remotes in this repository. */
  readonly remotes: () => readonly string[];
  /** Parsed `remote.json` of a remote in this repository; undefined if there is no such remote. */
  readonly descriptor: (name: string) => Promise<unknown>;
};

type Put = NonNullable<PublishTarget['publishHost']>;

/** How a build of that name is stored. Rejects, before anything is built, where it could not be. */
async function putOf({ target, descriptor, remotes }: PublishContext, name: string): Promise<Put> {
  if (name === HOST_NAME) {
    if (target.publishHost) return target.publishHost;
    throw new ReleaseError(
      'value_invalid',
      'No registry takes a host, which may do everything in the page. Publish it where the store and its keys are, without TESSERA_REGISTRY.',
    );
  }
  const json = await descriptor(name);
  if (json === undefined) {
    const [plain] = name.split('@');
    const hint = plain === name ? '' : ` What is published is built from the sources: name the remote alone, ${plain}.`;
    throw new ReleaseError(
      'remote_unknown',
      `There is no remotes/${name}/remote.json.${hint} Remotes here: ${remotes().join(', ')}; \`tessera new\` makes another one.`,
    );
  }
  const parsed = parseDescriptor(json, `remotes/${name}/remote.json`);
  return ({ version, folder }, why) => target.publish({ name, version, folder, descriptor: parsed }, why);
}

/** Builds, checks and publishes a remote, or the host, as a new version. */
export async function publish(context: PublishContext, given: Arguments): Promise<void> {
  const { target, print, build, check, command } = context;
  const name = onlyName(given, 'remote');
  const put = await putOf(context, name);
  // Not found out after a minute of checks.
  await target.ready?.();
  const { version, folder } = await build(name);
  if (await target.has(name, version)) {
    throw new ReleaseError(
      'version_exists',
      `${name}@${version} exists; a published version never changes. These sources are published: \`tessera promote ${name}@${version}\` makes them live, an edit gives another version.`,
    );
  }
  if (!(await check(name))) {
    throw new ReleaseError('check_failed', `${name}@${version} is not published: see the findings above.`);
  }
  const { files, bytes } = await put({ version, folder }, given.why ?? '');
  print(`${name}@${version} is published ${target.where}: ${files} file(s), ${Math.ceil(bytes / 1024)} KiB.`);
  if (name !== HOST_NAME) print(`Show it on a phone:  ${command} preview ${name}@${version} --why "…"`);
  print(`Ramp it:             ${command} ramp ${name}@${version} 10 --why "…"`);
  print(`Make it live:        ${command} promote ${name}@${version} --why "…"`);
}
