import type webpack from 'webpack';
import type { PackageKind } from '../config.ts';
import { type Uses, writeContract } from './contract.ts';
import { declaredTypes } from './declared-types.ts';
import { providedModules } from './provided-modules.ts';
import { rangeOf, statedRanges } from './ranges.ts';
import { usedModules } from './used-modules.ts';

export { offeredModules } from './provided-modules.ts';
export { shareKeyOf } from './used-modules.ts';

type Built = { readonly kind: PackageKind; readonly dir: string; readonly outDir: string };

function usesOf(dir: string, compilation: webpack.Compilation): Uses {
  const stated = statedRanges(dir);
  return Object.fromEntries(
    Object.entries(usedModules(compilation)).map(([request, names]) => [
      request,
      { range: rangeOf(request, dir, stated), ...names },
    ]),
  );
}

/** Writes what a finished build promises or expects beside its output folder. A page of its own has no contract. */
export async function recordContract({ kind, dir, outDir }: Built, compilation: webpack.Compilation): Promise<void> {
  if (kind === 'page') return;
  const types = await declaredTypes();
  const own = kind === 'host' ? { provides: providedModules(compilation) } : { uses: usesOf(dir, compilation) };
  writeContract(outDir, { schema: 1, ...own, types });
}
