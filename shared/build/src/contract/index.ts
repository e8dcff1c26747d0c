import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type webpack from 'webpack';
import type { PackageKind } from '../config.ts';
import { type BuildContract, type Uses, writeContract } from './contract.ts';
import { declaredTypes } from './declared-types.ts';
import { refuseHostsParts } from './host-only.ts';
import { linksOf } from './links.ts';
import { providedModules } from './provided-modules.ts';
import { rangeOf } from './ranges.ts';
import { namespacesOfHost, ownNamespaces } from './text-namespaces.ts';
import { usedModules } from './used-modules.ts';

export { offeredModules } from './provided-modules.ts';
export { shareKeyOf } from './used-modules.ts';

const ROOT = join(import.meta.dirname, '../../../..');

type Built = {
  readonly kind: PackageKind;
  readonly name: string;
  readonly dir: string;
  readonly outDir: string;
};

function usesOf(dir: string, compilation: webpack.Compilation): Uses {
  const uses: Uses = Object.fromEntries(
    Object.entries(usedModules(compilation)).map(([request, names]) => [
      request,
      { range: rangeOf(request, dir), ...names },
    ]),
  );
  refuseHostsParts(compilation, uses);
  return uses;
}

type HostScreens = {
  readonly routes: ReadonlyArray<{ readonly path: string; readonly params?: Readonly<Record<string, string>> }>;
};

function hostScreens(dir: string): Pick<BuildContract, 'screens'> {
  const path = join(dir, 'screens.json');
  if (!existsSync(path)) return {};
  const { routes } = JSON.parse(readFileSync(path, 'utf8')) as HostScreens;
  return { screens: Object.fromEntries(routes.map(({ path: route, params = {} }) => [route, params])) };
}

/** Writes what a finished build promises or expects beside its output folder. A standalone page has no contract. */
export async function recordContract(
  { kind, name, dir, outDir }: Built,
  compilation: webpack.Compilation,
): Promise<void> {
  if (kind === 'page') return;
  const own =
    kind === 'host'
      ? { provides: providedModules(compilation), ...hostScreens(dir), texts: namespacesOfHost(ROOT) }
      : { uses: usesOf(dir, compilation), links: linksOf(compilation), texts: ownNamespaces(ROOT, name, compilation) };
  writeContract(outDir, { schema: 1, ...own, types: await declaredTypes() });
}
