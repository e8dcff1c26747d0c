import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Source file of what every remote's entry begins with; compiled, where this package is. */
export const ENTRY_RUNTIME: string = fileURLToPath(
  new URL(`./entry-runtime${extname(import.meta.url)}`, import.meta.url),
);

/** Loader that takes sentences for developers out of the runtime, and the files that have them. */
export const SHORTER: string = fileURLToPath(new URL('./shorter.cjs', import.meta.url));
export const SHORTER_FILES =
  /[\\/]@module-federation[\\/](?:webpack-bundler-runtime[\\/]dist[\\/]installInitialConsumes|runtime-core[\\/]dist[\\/]shared[\\/]index|sdk[\\/]dist[\\/]dom)\.js$/;
