import { fileURLToPath } from 'node:url';

/** Source file of what every remote's entry begins with. */
export const ENTRY_RUNTIME: string = fileURLToPath(new URL('./entry-runtime.ts', import.meta.url));
