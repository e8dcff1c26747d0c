import type common from './common/en.json';

/**
 * The texts of each namespace by their English file, so that keys are checked. The host and every remote add their own
 * in `src/texts.d.ts`.
 */
export interface TextNamespaces {
  readonly common: typeof common;
}

export type Namespace = keyof TextNamespaces;
