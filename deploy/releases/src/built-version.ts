import { readFile } from 'node:fs/promises';
import { type Descriptor, faultsOf } from './descriptor.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseStore } from './store.ts';
import { buildFactsSchema, type VersionRecord } from './version-record.ts';

/** A finished build of a remote: its folder, with `<folder>.report.json` and `<folder>.contract.json` beside it. */
export type BuiltVersion = {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly descriptor: Descriptor;
};

async function jsonBeside(folder: string, what: 'report' | 'contract'): Promise<unknown> {
  const path = `${folder}.${what}.json`;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError('build_incomplete', `${path} cannot be read, build again: ${reason}`);
  }
}

/** What a build says of the shared packages, and their declared types under their hash. */
export type BuiltContract = {
  readonly record: VersionRecord['contract'];
  readonly types: { readonly hash: string; readonly text: string };
};

/** Splits what stands beside a build into what is recorded with the version and what many versions share. */
export async function readBuiltContract(folder: string): Promise<BuiltContract> {
  const contract = (await jsonBeside(folder, 'contract')) as {
    readonly types: { readonly hash: string; readonly text: string };
  };
  const { hash, text } = contract.types;
  return {
    record: { ...contract, types: { hash } } as VersionRecord['contract'],
    types: { hash, text },
  };
}

/** Publishes a finished build with what it says of itself. Refuses as `ReleaseStore.publish` does. */
export async function publishBuild(
  store: ReleaseStore,
  built: BuiltVersion,
  act: { readonly who: string; readonly why: string; readonly at: number },
): Promise<VersionRecord> {
  const { name, version, descriptor, folder } = built;
  const facts = buildFactsSchema.safeParse(await jsonBeside(folder, 'report'));
  if (!facts.success) {
    throw new ReleaseError(
      'build_incomplete',
      `${folder}.report.json lacks what it needs:\n  ${faultsOf(facts.error)}`,
    );
  }
  const { record: contract, types } = await readBuiltContract(folder);
  await store.keepContract(types.hash, types.text);
  const { screens, texts } = facts.data;
  return store.publish(
    { name, version, descriptor, publishedAt: act.at, who: act.who, why: act.why, screens, texts, contract },
    folder,
  );
}
