export { type BuildUses, LONGEST_USE, MOST_USES, usesOfBuild } from './uses-of-build.ts';
