import type { Database } from '../db/database.ts';
import type { Settings } from '../settings.ts';
import { type SealKeys, sealKeys } from './seal.ts';

/** What the second factors of a backend are made with. */
export type Factors = {
  readonly database: Database;
  /** Unix ms. */
  readonly now: () => number;
  readonly keys: () => SealKeys;
  /** Origins on which passkeys are made and used; none: any port of localhost. */
  readonly origins: readonly string[];
};

type Parts = { readonly database: Database; readonly settings: Settings; readonly now: () => number };

export function createFactors({ database, settings, now }: Parts): Factors {
  let keys: SealKeys | undefined;
  return {
    database,
    now,
    keys: () => {
      keys ??= sealKeys(settings);
      return keys;
    },
    origins: settings.publicOrigins,
  };
}
