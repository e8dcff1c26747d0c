export { type Pruned, pruneStore } from './prune.ts';
