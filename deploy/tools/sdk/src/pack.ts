import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { declaredTypes } from '@tessera/build';
import type { SdkIndex } from '@tessera/releases';
import { bundleCommandLine, COMMAND_LINE } from './command-line.ts';
import { compileSources } from './compile-sources.ts';
import { type More, type PackedPackage, packedFile, packedPackages } from './packages.ts';

const run = promisify(execFile);

const BUILD = '@tessera/build';
/** Stands for the version until the content is known, of which the version is a hash. */
const UNKNOWN = '0.0.0-unknown';

/** What the packed build knows of the repository that it comes from. */
async function addFactsOfBuild(root: string, folder: string, packages: readonly PackedPackage[]): Promise<More> {
  await writeFile(join(folder, 'declared-types.json'), JSON.stringify(await declaredTypes()));
  await cp(join(root, 'shared/build/types/assets.d.ts'), join(folder, 'types/assets.d.ts'));
  await cp(join(root, 'deploy/tools/sdk/presets'), join(folder, 'presets'), { recursive: true });
  return {
    exports: { './assets': './types/assets.d.ts', './tsconfig.json': './presets/tsconfig.json' },
    // It reads what each provides in the page.
    dependencies: packages.map(({ name }) => name).filter((name) => name !== BUILD && name !== '@tessera/testing'),
  };
}

async function preparedFolders(root: string, made: string, version: string): Promise<readonly string[]> {
  const packages = packedPackages(root);
  const compiled = join(made, 'compiled');
  await compileSources(root, packages, compiled);
  const write = async (each: PackedPackage) => {
    const folder = join(made, 'packages', each.name);
    await mkdir(folder, { recursive: true });
    await rename(join(compiled, each.folder, 'src'), join(folder, 'src'));
    const more = each.name === BUILD ? await addFactsOfBuild(root, folder, packages) : {};
    await writeFile(join(folder, 'package.json'), JSON.stringify(packedFile(root, each, version, more), null, 2));
    await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    return folder;
  };
  const folders: string[] = [];
  for (const each of packages) folders.push(await write(each));
  return [...folders, await bundleCommandLine(root, join(made, 'packages', COMMAND_LINE), version)];
}

/** SHA-256 over the paths and the content of all files. */
async function hashOf(folder: string): Promise<string> {
  const paths: string[] = [];
  for await (const item of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (item.isFile()) paths.push(join(item.parentPath, item.name));
  }
  const hash = createHash('sha256');
  for (const path of paths.sort()) {
    const content = await readFile(path);
    hash.update(`${path.slice(folder.length)} ${content.byteLength}\n`).update(content);
  }
  return hash.digest('hex');
}

async function stateVersion(folder: string, version: string): Promise<void> {
  const path = join(folder, 'package.json');
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(`"${UNKNOWN}"`, `"${version}"`));
}

type Packed = {
  readonly name: string;
  readonly filename: string;
  readonly integrity: string;
  readonly shasum: string;
};

export type PackedSdk = { readonly version: string; readonly folder: string; readonly index: SdkIndex };

/**
 * Packs what a team outside of this repository needs: our packages, compiled, and the command line, each as a tarball
 * that npm installs, and an index of them, `index.json`. The version is the application's and a hash of the content, so
 * that the same sources give the same one. `out` gets a folder of that version.
 */
export async function packSdk(root: string, out: string): Promise<PackedSdk> {
  const made = await mkdtemp(join(tmpdir(), 'tessera-sdk-'));
  try {
    const folders = await preparedFolders(root, made, UNKNOWN);
    const { version: application } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const version = `${application}-${(await hashOf(join(made, 'packages'))).slice(0, 10)}`;
    for (const folder of folders) await stateVersion(folder, version);
    const tarballs = join(made, 'tarballs');
    await mkdir(tarballs);
    const { stdout } = await run('npm', ['pack', ...folders, '--json', '--pack-destination', tarballs], {
      cwd: made,
      maxBuffer: 64 * 1024 * 1024,
    });
    const packed = JSON.parse(stdout) as readonly Packed[];
    const index: SdkIndex = {
      version,
      packages: await Promise.all(
        packed.map(async ({ name, filename, integrity, shasum }, at) => ({
          name,
          file: filename,
          integrity,
          shasum,
          manifest: JSON.parse(await readFile(join(folders[at] ?? '', 'package.json'), 'utf8')) as Record<
            string,
            unknown
          >,
        })),
      ),
    };
    await writeFile(join(tarballs, 'index.json'), JSON.stringify(index));
    const folder = join(out, version);
    await rm(folder, { recursive: true, force: true });
    await mkdir(out, { recursive: true });
    await cp(tarballs, folder, { recursive: true });
    return { version, folder, index };
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
