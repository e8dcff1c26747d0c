import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import {
  HOST_NAME,
  hostSlot,
  type Manifest,
  openReleaseService,
  parseDescriptor,
  publishBuild,
  withHostSlot,
} from '@tessera/releases';
import { DATA_DIR, ORIGIN } from './where.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

const node = async (...args: string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env: { ...process.env, DATA_DIR } });
  return stdout;
};

/** A command of `tessera`, on the platform under test. */
export const tessera = (...args: string[]): Promise<string> => node('deploy/tools/cli/src/main.ts', ...args);

type LiveRemote = {
  readonly name: string;
  readonly version: string;
  readonly entry: string;
  readonly routes: ReadonlyArray<{ readonly path: string; readonly access: string }>;
};
type Slot = {
  readonly name: string;
  readonly stable: LiveRemote;
  readonly ramp?: { readonly candidate: LiveRemote; readonly weight: number; readonly salt: string };
};
export type LiveManifest = {
  readonly epoch: number;
  readonly host: { readonly version: string } | null;
  readonly remotes: readonly Slot[];
  readonly previews?: readonly string[];
};

/** The signed text as it is served. */
export const signedManifest = async (): Promise<{ readonly payload: string }> =>
  (await fetch(`${ORIGIN}/h5/manifest.json`)).json() as Promise<{ readonly payload: string }>;

/** As its readers see it: the slot of the host is in `host`. */
export const liveManifest = async (): Promise<LiveManifest & Pick<Manifest, 'host'>> =>
  withHostSlot(JSON.parse((await signedManifest()).payload));

export async function liveSlot(name: string): Promise<Slot> {
  const manifest = await liveManifest();
  const slot = name === HOST_NAME ? hostSlot(manifest) : manifest.remotes.find((each) => each.name === name);
  if (!slot) throw new Error(`${name} is not live`);
  return slot;
}

/** The version of a remote for clients outside a ramp. */
export const liveRemote = async (name: string): Promise<LiveRemote> => (await liveSlot(name)).stable;

/** A change of a remote's sources; `dir` is a copy of its folder. */
export type Edit = (dir: string) => void;

/** Changes a text of a JSON file by its path of keys. */
export function changeText(file: string, key: string, text: string): Edit {
  return (dir) => {
    const path = join(dir, file);
    const changed = JSON.parse(readFileSync(path, 'utf8'));
    const keys = key.split('.');
    const last = keys.pop() as string;
    keys.reduce((tree, part) => tree[part], changed)[last] = text;
    writeFileSync(path, JSON.stringify(changed));
  };
}

/** Inserts code after the imports of a source file, which it must begin with. */
export const insertBehindImports =
  (file: string, code: string): Edit =>
  (dir) => {
    const source = readFileSync(join(dir, file), 'utf8');
    const [imports] = /^(?:import\b[^;]*;\s*)+/.exec(source) ?? [];
    if (!imports) throw new Error(`${file} does not begin with imports`);
    writeFileSync(join(dir, file), `${imports}${code}\n${source.slice(imports.length)}`);
  };

/** Inserts code after a text in a source file; the text must exist. */
export const insertBehind =
  (file: string, place: string, code: string): Edit =>
  (dir) => {
    const source = readFileSync(join(dir, file), 'utf8');
    if (!source.includes(place)) throw new Error(`${file} does not hold ${place}`);
    writeFileSync(
      join(dir, file),
      source.replace(place, () => `${place}\n${code}\n`),
    );
  };

/** Name by which a build of a remote is known in pages, as the build derives it: the only trace of its version. */
const nameInPages = (name: string, version: string): string => `tessera_${name}_${version.replace(/[^a-z0-9]/gi, '_')}`;
const ENTRY = 'remoteEntry.js';
/** The version that builds for tests are built with. */
const BUILT_AS = '0.0.0-variant';

/** Builds of this run by their sources: tests that change the same of a remote publish one build under many versions. */
const variants = new Map<string, string>();
let kept: string | undefined;

/** A folder that lasts as long as this process. */
function keptFolder(): string {
  if (kept) return kept;
  const folder = mkdtempSync(join(tmpdir(), 'tessera-variants-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  kept = folder;
  return folder;
}

/** Hash over what a build reads of a remote. Its policy of swaps is the descriptor's alone, which is published beside it. */
function sourcesHash(dir: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const { swap: _, ...built } = entry.name === 'remote.json' ? JSON.parse(text) : {};
    hash.update(`${relative(dir, path)}\0${entry.name === 'remote.json' ? JSON.stringify(built) : text}\0`);
  }
  return hash.digest('hex');
}

/** Copies a build to a folder as if it had been built with this version. */
function copyAs(name: string, version: string, built: string, out: string): void {
  for (const beside of ['', '.contract.json', '.report.json'])
    cpSync(built + beside, out + beside, { recursive: true });
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    const text = readFileSync(join(out, file), 'utf8');
    if (file === ENTRY) {
      writeFileSync(join(out, file), text.replaceAll(nameInPages(name, BUILT_AS), nameInPages(name, version)));
    } else if (text.includes(BUILT_AS) || text.includes(nameInPages(name, BUILT_AS))) {
      throw new Error(`${file} of ${name} follows from the version: it has to be built anew for each`);
    }
  }
}

/** Without a process for each act, as `tessera` is: it is for tests of something else than the commands. */
const releases = () => openReleaseService(process.env, DATA_DIR);

/**
 * Publishes another version of a remote, built from a copy of its sources with some changes, without the check. Live
 * versions are unchanged.
 */
export async function publishVariant(name: string, version: string, ...edits: readonly Edit[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-variant-'));
  try {
    const source = join(ROOT, 'remotes', name);
    const dir = join(folder, 'remotes', name);
    cpSync(source, dir, { recursive: true, filter: (path) => !path.includes('node_modules') });
    for (const edit of edits) edit(dir);
    const key = `${name} ${sourcesHash(dir)}`;
    const known = variants.get(key);
    const built = known ?? join(keptFolder(), String(variants.size));
    if (!known) {
      symlinkSync(join(source, 'node_modules'), join(dir, 'node_modules'));
      await node('shared/build/src/cli.ts', dir, '--version', BUILT_AS, '--out', built);
      variants.set(key, built);
    }
    copyAs(name, version, built, join(folder, 'out'));
    const path = join(dir, 'remote.json');
    const descriptor = parseDescriptor(JSON.parse(readFileSync(path, 'utf8')), path);
    const { store } = await releases();
    const act = { at: Date.now(), who: 'e2e', why: 'a version for a test' };
    await publishBuild(store, { name, version, folder: join(folder, 'out'), descriptor }, act);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Publishes a built folder as a version of the host. */
export const publishHostFolder = (version: string, folder: string): Promise<string> =>
  node('e2e/platform/publish-host.ts', version, folder);

/** Makes a version live, and restores the previous one after the test. */
export async function withLive(reference: string, test: () => Promise<void>): Promise<void> {
  const [name = '', next = ''] = reference.split('@');
  const { version: before } = await liveRemote(name);
  const promote = async (version: string, why: string) =>
    (await releases()).promote({ name, version }, { who: 'e2e', why });
  await promote(next, 'a test of releases');
  // The gateway polls the store a few times a second.
  await expect.poll(async () => `${name}@${(await liveRemote(name)).version}`).toBe(reference);
  try {
    await test();
  } finally {
    if ((await liveRemote(name)).version !== before) {
      await promote(before, 'the test is over');
      // The next test begins with what was live before.
      await expect.poll(async () => (await liveRemote(name)).version).toBe(before);
    }
  }
}
