import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DATA_DIR, ORIGIN } from './where.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

const node = async (...args: string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env: { ...process.env, DATA_DIR } });
  return stdout;
};

/** A command of `tessera`, on the platform under test. */
export const tessera = (...args: string[]): Promise<string> => node('deploy/cli/src/main.ts', ...args);

type LiveRemote = {
  readonly name: string;
  readonly version: string;
  readonly routes: ReadonlyArray<{ readonly path: string; readonly access: string; readonly title: string }>;
};
export type LiveManifest = { readonly epoch: number; readonly remotes: readonly LiveRemote[] };

export const liveManifest = async (): Promise<LiveManifest> =>
  (await fetch(`${ORIGIN}/h5/manifest.json`)).json() as Promise<LiveManifest>;

export async function liveRemote(name: string): Promise<LiveRemote> {
  const remote = (await liveManifest()).remotes.find((each) => each.name === name);
  if (!remote) throw new Error(`${name} is not live`);
  return remote;
}

/**
 * Publishes a second version of a remote, built from a copy of its sources with one English text changed.
 * Answers the version; what is live stays live.
 */
export async function publishVariant(name: string, version: string, key: string, text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-variant-'));
  try {
    const source = join(ROOT, 'remotes', name);
    const dir = join(folder, 'remotes', name);
    cpSync(source, dir, { recursive: true, filter: (path) => !path.includes('node_modules') });
    symlinkSync(join(source, 'node_modules'), join(dir, 'node_modules'));
    const texts = join(dir, 'src/i18n/en.json');
    const changed = JSON.parse(readFileSync(texts, 'utf8'));
    const path = key.split('.');
    const last = path.pop() as string;
    path.reduce((tree, part) => tree[part], changed)[last] = text;
    writeFileSync(texts, JSON.stringify(changed));
    await node('shared/build/src/cli.ts', dir, '--version', version, '--out', join(folder, 'out'));
    await node('e2e/platform/publish-folder.ts', name, version, join(folder, 'out'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
