export { compareHost, compareRemote } from './compare.ts';
export {
  type BuildContract,
  type DeclarationSet,
  type HostContract,
  hostContractSchema,
  type ProvidedModule,
  parseBuildContract,
  parseDeclarations,
  type RemoteContract,
  remoteContractSchema,
  type UsedModule,
} from './contract.ts';
export type { Generation, HostVersion, LiveRemote, RemoteVersion } from './generation.ts';
export type { TypeSources } from './type-rules.ts';
export { type CompareTypes, type TypeComparerOptions, typeComparer } from './types/compare-types.ts';
export type { TypeDifference } from './types/diagnostics.ts';
export { TypesNotCompared } from './types/types-not-compared.ts';
export type { CompatibilityReason, ReasonCode, Verdict } from './verdict.ts';
export { meetsRange } from './version-range.ts';
