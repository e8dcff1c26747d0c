import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import webpack from 'webpack';
import { HOST_PATH, type PackageKind, packageConfig, packageName } from './config.ts';
import { recordContract } from './contract/index.ts';
import { type HostFiles, hostFiles } from './host-files.ts';
import { addPageIntegrity } from './page-integrity.ts';
import { type RemoteFiles, RemoteMismatch, remoteFiles } from './screens.ts';

export type BuildOptions = {
  /** Absolute folder of the package: the host, a remote, or a page with `index.html` and `main.tsx`. */
  readonly dir: string;
  readonly version: string;
  readonly outDir: string;
  readonly mode?: 'production' | 'development';
};

export type BuildReport = Partial<RemoteFiles | HostFiles> & {
  readonly name: string;
  readonly kind: PackageKind;
  /** Files of each named chunk group with all that it needs, entry points included, relative to the output folder. */
  readonly chunkGroups: Readonly<Record<string, readonly string[]>>;
  readonly milliseconds: number;
  /** Files of ours that the build read, absolute: what the version follows from must hold them all. */
  readonly sources: readonly string[];
};

/** Where in its own program the compiler was when it found a fault. */
const BACKTRACE = /\n+Caused by:\n +Syntax Error\n+Stack backtrace:\n(?: +.*\n?)*/g;

/** webpack rejected: the message holds its errors as it words them. */
export class BuildFailure extends Error {
  constructor(name: string, details: string) {
    super(`${name} does not build:\n${details.replace(BACKTRACE, '')}`);
    this.name = 'BuildFailure';
  }
}

export function kindOf(dir: string): PackageKind {
  if (existsSync(join(dir, 'remote.json'))) return 'remote';
  return basename(dir) === 'host' ? 'host' : 'page';
}

function filesOfRemote(name: string, dir: string, compilation: webpack.Compilation): RemoteFiles {
  try {
    return remoteFiles(dir, compilation);
  } catch (error) {
    throw error instanceof RemoteMismatch ? new BuildFailure(name, error.message) : error;
  }
}

const isOurs = (path: string): boolean =>
  !path.split(sep).includes('node_modules') && statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/**
 * Builds one package and writes beside the output folder its report, `<outDir>.report.json`, and what a production
 * build promises or expects, `<outDir>.contract.json`.
 */
export async function buildPackage(options: BuildOptions): Promise<BuildReport> {
  const kind = kindOf(options.dir);
  const name = kind === 'page' ? basename(options.dir) : packageName(options.dir);
  const compiler = webpack(packageConfig({ kind, name, mode: 'production', ...options }));
  if (!compiler) throw new BuildFailure(name, 'webpack gave no compiler');
  const stats = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, result) => (error || !result ? reject(error ?? new Error('no result')) : resolve(result))),
  );
  await new Promise<void>((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));
  if (stats.hasErrors()) throw new BuildFailure(name, stats.toString({ all: false, errors: true }));
  const details = stats.toJson({ all: false, chunkGroups: true, entrypoints: true, chunkGroupAuxiliary: false });
  const groups = { ...details.namedChunkGroups, ...details.entrypoints };
  const report: BuildReport = {
    name,
    kind,
    chunkGroups: Object.fromEntries(
      Object.entries(groups).map(([group, { assets }]) => [group, (assets ?? []).map((asset) => asset.name)]),
    ),
    sources: [...stats.compilation.fileDependencies].filter(isOurs).sort(),
    milliseconds: (stats.endTime ?? 0) - (stats.startTime ?? 0),
    ...(kind === 'remote' ? filesOfRemote(name, options.dir, stats.compilation) : {}),
    ...(kind === 'host' ? hostFiles(stats.compilation) : {}),
  };
  if (kind === 'host') addPageIntegrity(options.outDir, HOST_PATH);
  if (options.mode !== 'development') await recordContract({ kind, name, ...options }, stats.compilation);
  writeFileSync(`${options.outDir}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
