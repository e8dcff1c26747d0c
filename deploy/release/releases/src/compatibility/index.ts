export { compareHost, compareRemote } from './compare.ts';
export { type BuildContract, type DeclarationSet, parseBuildContract, parseDeclarations } from './contract.ts';
export type { Generation, HostVersion, LiveRemote, RemoteVersion } from './generation.ts';
export type { TypeSources } from './type-rules.ts';
export { typeComparer } from './types/compare-types.ts';
