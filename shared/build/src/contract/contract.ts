import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ContractFailure } from './contract-failure.ts';
import type { DeclaredTypes } from './declarations.ts';
import type { Links } from './links.ts';

/** What a remote takes from one shared module, after tree shaking. */
export type UsedModule = {
  /** Range of the package's version that the remote accepts. */
  readonly range: string;
  /** Names it imports, in order; `*` where the module is used as a whole. Empty: loaded for its effects alone. */
  readonly exports: readonly string[];
  /**
   * What is only ever called, and with which literal first arguments: `bus.on` with `account`, `screenUrl` with a path;
   * `*` for any. Of what depends on the argument the remote uses no more than this. Calls of the API are not among them:
   * a remote bundles its domains, so they are between the remote and the backend.
   */
  readonly calls?: Readonly<Record<string, readonly string[]>>;
};

/** One module that the host provides to remotes. */
export type ProvidedModule = {
  /** Version of the package it is from. */
  readonly version: string;
  /** Names it exports, in order; `*` where the build cannot determine them. */
  readonly exports: readonly string[];
};

/** By request, such as `react/jsx-runtime`. */
export type Uses = Readonly<Record<string, UsedModule>>;
export type Provides = Readonly<Record<string, ProvidedModule>>;

/**
 * What a build of the host promises to remotes, or what a build of a remote expects of the host. `types` are the
 * declarations of `shared/` that it was compiled against.
 */
export type BuildContract = {
  readonly schema: 1;
  readonly provides?: Provides;
  readonly uses?: Uses;
  /** Screens that a remote links to. */
  readonly links?: Links;
  /** Namespaces of texts that it owns; of the host also those of `shared/`. */
  readonly texts?: readonly string[];
  /** The host's own screens by path, with their parameters as `host/screens.json` declares them. */
  readonly screens?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly types: DeclaredTypes;
};

export const contractPath = (outDir: string): string => `${outDir}.contract.json`;

export function writeContract(outDir: string, contract: BuildContract): void {
  const path = contractPath(outDir);
  writeFileSync(`${path}.new`, JSON.stringify(contract));
  renameSync(`${path}.new`, path);
}

/** Reads what `writeContract` wrote for that output folder. */
export function readContract(outDir: string): BuildContract {
  const contract = JSON.parse(readFileSync(contractPath(outDir), 'utf8')) as BuildContract;
  if (contract.schema !== 1 || typeof contract.types?.hash !== 'string') {
    throw new ContractFailure(`${contractPath(outDir)} is not a contract of this version of the build: build again.`);
  }
  return contract;
}
