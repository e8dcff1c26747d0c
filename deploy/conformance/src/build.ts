import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Build = { readonly name: string; readonly kind: string; readonly version: string; readonly folder: string };

/** Builds host and remote, or finds them built. Rejects with the bundler's words. */
export async function buildWithHost(
  root: string,
  name: string,
): Promise<{ readonly host: Build; readonly remote: Build }> {
  const script = join(root, 'deploy/launcher/src/build.ts');
  try {
    const { stdout } = await run(process.execPath, [script, 'host', name, '--json'], { cwd: root, maxBuffer: 1 << 24 });
    const builds = JSON.parse(stdout) as Build[];
    const [host, remote] = ['host', name].map((each) => builds.find((build) => build.name === each));
    if (!host || !remote) throw new Error(`${name} was not built`);
    return { host, remote };
  } catch (error) {
    throw new Error(String((error as { stderr?: string }).stderr || error));
  }
}

/** The same remote under another version, which throws when a page's `tesseraProbe` says at what. */
const wrapper = (path: string): string => `import remote from './remote-as-it-is.tsx';

const probe = (self as { readonly tesseraProbe?: string }).tesseraProbe;
if (probe === 'evaluation') throw new Error('broken at evaluation, as the check asked');
const Broken = () => {
  throw new Error('broken at render, as the check asked');
};

export default {
  ...remote,
  pages: { ...remote.pages, ...(probe === 'render' ? { '${path}': async () => ({ default: Broken }) } : {}) },
};
`;

/** Builds that version from a copy of the sources. Answers its output folder. */
export async function buildProbe(root: string, dir: string, version: string, path: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-probe-'));
  const copy = join(folder, 'remotes', dir.split('/').at(-1) as string);
  cpSync(dir, copy, { recursive: true, filter: (source) => !source.includes('node_modules') });
  if (existsSync(join(dir, 'node_modules'))) symlinkSync(join(dir, 'node_modules'), join(copy, 'node_modules'));
  renameSync(join(copy, 'src/remote.tsx'), join(copy, 'src/remote-as-it-is.tsx'));
  writeFileSync(join(copy, 'src/remote.tsx'), wrapper(path));
  const out = join(folder, 'out');
  await run(process.execPath, [join(root, 'shared/build/src/cli.ts'), copy, '--version', version, '--out', out], {
    cwd: root,
  });
  return out;
}

export const readReport = (folder: string) =>
  JSON.parse(readFileSync(`${folder}.report.json`, 'utf8')) as {
    readonly screens: Readonly<Record<string, readonly string[]>>;
    readonly texts: Readonly<Record<string, string>>;
  };
