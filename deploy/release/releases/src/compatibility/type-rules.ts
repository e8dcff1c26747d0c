import type { DeclarationSet, HostContract, RemoteContract } from './contract.ts';
import { type Finding, missingExports, type Sides } from './module-rules.ts';
import type { CompareTypes } from './types/compare-types.ts';
import { type Selector, selectorsOf } from './types/selector.ts';
import { TypesNotCompared } from './types/types-not-compared.ts';

export type TypeSources = {
  /** The declared types of that hash; undefined if they are not stored. */
  declarations(hash: string): Promise<DeclarationSet | undefined>;
  readonly compareTypes: CompareTypes;
};

/** The input of the type comparison for one remote. */
export type TypedRemote = { readonly reference: string; readonly contract: RemoteContract };

type Selections = Record<string, Selector[]>;

/** Compares only existing modules; missing ones are reported by the module rules. */
const selectionsOf = ({ uses }: RemoteContract, { provides }: HostContract): Selections =>
  Object.fromEntries(
    Object.entries(uses).flatMap(([request, used]) => {
      const provided = provides[request];
      return provided ? [[request, selectorsOf(used, missingExports(used, provided.exports))] as const] : [];
    }),
  );

function union(all: readonly Selections[]): Selections {
  const merged = new Map<string, Set<Selector>>();
  for (const [request, selectors] of all.flatMap((each) => Object.entries(each))) {
    merged.set(request, new Set([...(merged.get(request) ?? []), ...selectors]));
  }
  return Object.fromEntries([...merged].map(([request, selectors]) => [request, [...selectors].sort()]));
}

const told = (selector: Selector): string => (selector === '*' ? 'It' : `\`${selector.replace('(*)', '')}\``);

async function declared(hash: string, of: string, sources: TypeSources): Promise<DeclarationSet> {
  const found = await sources.declarations(hash);
  if (found) return found;
  throw new TypesNotCompared(
    `The declared types that ${of} was built with (contracts/${hash}.json) are not in the store.`,
  );
}

/** Findings for the remotes that were compiled against one state of the shared types, by reference. */
async function findingsOfState(
  remotes: readonly TypedRemote[],
  host: HostContract,
  hostName: string,
  sources: TypeSources,
): Promise<Map<string, Finding[]>> {
  const [{ contract, reference }] = remotes as [TypedRemote];
  const selections = new Map(remotes.map((remote) => [remote, selectionsOf(remote.contract, host)]));
  try {
    const before = await declared(contract.types, reference, sources);
    const after = await declared(host.types, hostName, sources);
    const differences = await sources.compareTypes(before, after, union([...selections.values()]));
    return new Map(
      remotes.map((remote) => [
        remote.reference,
        differences
          .filter(({ request, selector }) => selections.get(remote)?.[request]?.includes(selector))
          .map(({ request, selector, message }) => ({
            code: 'type_changed',
            message: `${told(selector)} of ${request} is in ${hostName} not what ${remote.reference} was built against: ${message}`,
          })),
      ]),
    );
  } catch (error) {
    if (!(error instanceof TypesNotCompared)) throw error;
    const finding = (sides: Sides): Finding => ({
      code: 'types_not_compared',
      message: `The types of ${sides.remote} and ${sides.host} were not compared. ${error.message}`,
    });
    return new Map(
      remotes.map((remote) => [remote.reference, [finding({ remote: remote.reference, host: hostName })]]),
    );
  }
}

/**
 * Findings by reference, for remotes compiled against types that the host changed. Remotes built from one state of the
 * shared types are compared in one run; equal states need none.
 */
export async function typeRules(
  remotes: readonly TypedRemote[],
  host: HostContract,
  hostName: string,
  sources: TypeSources,
): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const states = Map.groupBy(
    remotes.filter(({ contract }) => contract.types !== host.types),
    ({ contract }) => contract.types,
  );
  const found = new Map<string, readonly Finding[]>();
  for (const state of states.values()) {
    for (const entry of await findingsOfState(state, host, hostName, sources)) found.set(...entry);
  }
  return found;
}
