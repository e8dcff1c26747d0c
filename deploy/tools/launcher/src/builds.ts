import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SourceReader, type Sources, unforeseen } from '@tessera/build/sources';
import { diskProblem } from '@tessera/releases';
import { type Builder, openBuilder } from './builder.ts';
import { removeFormerBuilds } from './former-builds.ts';
import { applicationVersion, type BuiltPackage, builtPackages, DIST, outputFolder } from './layout.ts';
import { precompress } from './precompress.ts';

/** As many builds at once as two cores carry. */
const AT_ONCE = 2;

export type Built = {
  readonly package: BuiltPackage;
  readonly version: string;
  readonly folder: string;
  /** False where the sources had been built before. */
  readonly fresh: boolean;
};

export type BuildOutcome = Built | { readonly package: BuiltPackage; readonly failure: string };

/** `0.8.0-` and the first ten hex digits of the hash over all that the bundle follows from. */
const versionOf = ({ hash }: Sources): string => `${applicationVersion()}-${hash.slice(0, 10)}`;

const stampPath = (folder: string) => `${folder}.version`;
/** Files beside the folder of a build: always its report; for host and remotes also the contract. */
const besidePaths = (folder: string) => [`${folder}.report.json`, `${folder}.contract.json`];

/** What has to be built, because its sources changed or it never was. */
export async function staleOf(packages: readonly BuiltPackage[]): Promise<BuiltPackage[]> {
  const reader = new SourceReader();
  const stale: BuiltPackage[] = [];
  for (const target of packages) {
    const version = versionOf(reader.of(target));
    if (!(await isBuilt(outputFolder(target, version), version))) stale.push(target);
  }
  return stale;
}

async function isBuilt(folder: string, version: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  return (await readFile(stampPath(folder), 'utf8').catch(() => '')) === version;
}

/** Puts a finished build in its place: at no moment does a half-written one stand there. */
async function putInPlace(made: string, folder: string, version: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await rm(stampPath(folder), { force: true });
  const former = `${made}.former`;
  if (existsSync(folder)) await rename(folder, former);
  await rename(made, folder);
  for (const [index, path] of besidePaths(made).entries()) {
    if (existsSync(path)) await rename(path, besidePaths(folder)[index] as string);
  }
  await writeFile(stampPath(folder), version);
  await rm(former, { recursive: true, force: true });
}

/** Throws where the bundle holds a file that its version does not follow from: a change of it would go unnoticed. */
async function checkSources(report: string, files: readonly string[]): Promise<void> {
  const { sources } = JSON.parse(await readFile(report, 'utf8')) as { readonly sources: readonly string[] };
  const missing = unforeseen(sources, files);
  if (missing.length > 0)
    throw new Error(`The version does not follow from what the bundle holds: ${missing.join(', ')}`);
}

async function buildOne(
  target: BuiltPackage,
  reader: SourceReader,
  builder: Builder,
  report: (line: string) => void,
  stop?: AbortSignal,
): Promise<BuildOutcome | undefined> {
  const made = join(DIST, '.making', randomUUID());
  const started = performance.now();
  try {
    const sources = reader.of(target);
    const version = versionOf(sources);
    const folder = outputFolder(target, version);
    if (await isBuilt(folder, version)) return { package: target, version, folder, fresh: false };
    await builder.build({ dir: target.dir, version, outDir: made });
    await checkSources(`${made}.report.json`, sources.files);
    await precompress(made);
    await putInPlace(made, folder, version);
    report(`  ${target.name} ${version} built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return { package: target, version, folder, fresh: true };
  } catch (error) {
    // It did not fail: it was ended.
    if (stop?.aborted) return undefined;
    const problem = diskProblem(error);
    if (problem) return { package: target, failure: `${target.name} was not built. ${problem}` };
    return { package: target, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(made, { recursive: true, force: true });
    for (const path of besidePaths(made)) await rm(path, { force: true });
  }
}

/**
 * Builds every package whose sources changed, in their order; one that fails does not keep the others from being built.
 * `stop` ends those under way, takes away what they made, and starts no more. `onEach` gets each outcome as it comes.
 * Builds of former sources go after a day.
 */
export async function buildStale(
  report: (line: string) => void,
  packages: readonly BuiltPackage[] = builtPackages(),
  stop?: AbortSignal,
  onEach: (outcome: BuildOutcome) => void = () => undefined,
): Promise<BuildOutcome[]> {
  const outcomes: BuildOutcome[] = [];
  const reader = new SourceReader();
  const waiting = [...packages];
  const worker = async () => {
    const builder = openBuilder(stop);
    try {
      for (let next = waiting.shift(); next && !stop?.aborted; next = waiting.shift()) {
        const outcome = await buildOne(next, reader, builder, report, stop);
        if (!outcome) continue;
        outcomes.push(outcome);
        onEach(outcome);
      }
    } finally {
      builder.end();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const used = buildsOf(outcomes).map(({ folder }) => folder);
  await removeFormerBuilds(DIST, used, Date.now());
  return outcomes;
}

export const failuresOf = (outcomes: readonly BuildOutcome[]) => outcomes.filter((outcome) => 'failure' in outcome);

export const buildsOf = (outcomes: readonly BuildOutcome[]) => outcomes.filter((outcome) => 'folder' in outcome);
