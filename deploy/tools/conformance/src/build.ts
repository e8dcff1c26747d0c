import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseDescriptor } from '@tessera/releases';
import { CheckFailure } from './check-failure.ts';
import type { CheckedBuild } from './passed-builds.ts';
import { runScript } from './stage/child.ts';
import type { Cleanup } from './stage/cleanup.ts';

export type Build = { readonly version: string; readonly folder: string };

type Named = Build & { readonly name: string };

/** Builds host and remote unless they are built. Returns the remote's build in that host, or the bundler's error. */
export async function buildWithHost(
  root: string,
  name: string,
  cleanup: Cleanup,
): Promise<CheckedBuild | { readonly rejected: string }> {
  const script = join(root, 'deploy/tools/launcher/src/build.ts');
  const { stdout, stderr } = await runScript(root, [script, 'host', name, '--json'], cleanup);
  const builds = stdout === '' ? [] : (JSON.parse(stdout) as readonly Named[]);
  const host = builds.find((each) => each.name === 'host');
  if (!host) throw new CheckFailure(`The host does not build.\n${stderr}`);
  const built = builds.find((each) => each.name === name);
  return built ? { ...built, host: host.version } : { rejected: stderr.trim() };
}

/** A temporary folder, deleted when the run ends. */
export function temporaryFolder(purpose: string, cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), `tessera-${purpose}-`));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Builds a remote's folder unchanged. Returns its output folder. Rejects with the bundler's error. */
export async function buildFolder(
  root: string,
  dir: string,
  version: string,
  out: string,
  cleanup: Cleanup,
): Promise<string> {
  const cli = join(root, 'shared/build/src/cli.ts');
  const { code, stderr } = await runScript(root, [cli, dir, '--version', version, '--out', out], cleanup);
  if (code !== 0) throw new CheckFailure(`${basename(dir)} ${version} does not build.\n${stderr}`);
  return out;
}

/** The same remote under another version, which throws at the point named in a page's `tesseraProbe`. */
const wrapper = (module: string): string => `import remote from './remote-as-it-is.tsx';

const probe = (self as { readonly tesseraProbe?: string }).tesseraProbe;
if (probe === 'evaluation') throw new Error('broken at evaluation, as the check asked');
const Broken = () => {
  throw new Error('broken at render, as the check asked');
};

export default {
  ...remote,
  pages: { ...remote.pages, ...(probe === 'render' ? { '${module}': async () => ({ default: Broken }) } : {}) },
};
`;

/** The module of a route's screen in the remote. */
function moduleOf(dir: string, path: string): string {
  const { routes } = parseDescriptor(JSON.parse(readFileSync(join(dir, 'remote.json'), 'utf8')), dir);
  return routes.find((route) => route.path === path)?.module ?? path;
}

/** Builds that version from a copy of the sources. Returns its output folder. */
export async function buildProbe(
  root: string,
  dir: string,
  version: string,
  path: string,
  cleanup: Cleanup,
): Promise<string> {
  const folder = temporaryFolder('probe', cleanup);
  const copy = join(folder, 'remotes', basename(dir));
  cpSync(dir, copy, { recursive: true, filter: (source) => !source.includes('node_modules') });
  if (existsSync(join(dir, 'node_modules'))) symlinkSync(join(dir, 'node_modules'), join(copy, 'node_modules'));
  renameSync(join(copy, 'src/remote.tsx'), join(copy, 'src/remote-as-it-is.tsx'));
  writeFileSync(join(copy, 'src/remote.tsx'), wrapper(moduleOf(dir, path)));
  return buildFolder(root, copy, version, join(folder, 'out'), cleanup);
}

export const readReport = (folder: string) =>
  JSON.parse(readFileSync(`${folder}.report.json`, 'utf8')) as {
    readonly screens: Readonly<Record<string, readonly string[]>>;
    readonly texts: Readonly<Record<string, string>>;
    readonly pageTexts?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  };
