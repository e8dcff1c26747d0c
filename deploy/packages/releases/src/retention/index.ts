export { KEPT } from './kept.ts';
export { type Pruned, pruneStore } from './prune.ts';
