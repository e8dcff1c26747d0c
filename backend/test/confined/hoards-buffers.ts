import { answer } from '../../src/platform/process/confined.ts';

const PART = 16 * 1024 * 1024;

/** Memory that no limit of the heap counts, up to 1 GiB. */
await answer(() => Array.from({ length: 64 }, () => Buffer.alloc(PART, 1)).length);
