export { storageAt, timing } from './testing/bucket.ts';
export { MemoryStorage } from './testing/memory-storage.ts';
export { temporaryFolder } from './testing/temporary-folder.ts';
