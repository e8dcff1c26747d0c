import { createHash } from 'node:crypto';
import { demonstrationKeys } from '../../src/domains/deposits/addresses.ts';

/** A seed of deposit addresses for tests: known to all, worth nothing. */
export const LOCAL_SEED = createHash('sha512').update('tessera local chains').digest();

/** Settings by which the backend derives deposit addresses from a seed. */
export function localDepositKeys(seed: Uint8Array = LOCAL_SEED) {
  const { bitcoin, ethereum, tron } = demonstrationKeys(seed);
  return { DEPOSIT_XPUB_BITCOIN: bitcoin, DEPOSIT_XPUB_ETHEREUM: ethereum, DEPOSIT_XPUB_TRON: tron };
}
