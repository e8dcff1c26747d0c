import type { ReleaseService } from '@tessera/releases';

/** Removes what no live or recent epoch names, or only lists what it would remove. */
export async function prune(
  service: ReleaseService,
  { now, dryRun, print }: { readonly now: number; readonly dryRun: boolean; readonly print: (text: string) => void },
): Promise<void> {
  const { versions, objects } = await service.prune(now, { dryRun });
  for (const reference of versions) print(`${dryRun ? 'would remove' : 'removed'} ${reference}`);
  print(`${versions.length} version(s), ${objects} object(s)${dryRun ? ' would go' : ' went'}.`);
}
