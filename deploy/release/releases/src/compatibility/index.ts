export { BACKEND_LINKS } from './backend-links.ts';
export { type BackendLink, backendRules, NOTHING_SERVED, type Serving } from './backend-rules.ts';
export { compareHost, compareRemote } from './compare.ts';
export { type BuildContract, type DeclarationSet, parseBuildContract, parseDeclarations } from './contract.ts';
export type { Generation, HostVersion, LiveRemote, RemoteVersion } from './generation.ts';
export { sideOf, sideOfHost } from './link-rules.ts';
export type { TypeSources } from './type-rules.ts';
export { typeComparer } from './types/compare-types.ts';
