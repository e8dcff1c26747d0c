export { OLDEST_BROWSERS, OLDEST_SYNTAX } from './browsers.ts';
export { BuildFailure, type BuildOptions, type BuildReport, buildPackage } from './compile.ts';
export { type PackageKind, type PackageOptions, packageConfig } from './config.ts';
export { declaredTypes } from './contract/declared-types.ts';
export { namespacesOfRepository } from './contract/text-namespaces.ts';
export { developmentServer, type Opening } from './development.ts';
export { SHARED_EAGERLY, SHARED_LAZILY } from './sharing.ts';
