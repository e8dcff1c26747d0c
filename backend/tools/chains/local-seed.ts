import { createHash } from 'node:crypto';
import { demonstrationKeys } from '../../src/domains/deposits/addresses.ts';

/** The seed of the addresses of local chains: known to all, worth nothing. */
export const LOCAL_SEED = createHash('sha512').update('tessera local chains').digest();

/** Settings by which the backend derives deposit addresses from it. */
export function localDepositKeys() {
  const { bitcoin, ethereum, tron } = demonstrationKeys(LOCAL_SEED);
  return { DEPOSIT_XPUB_BITCOIN: bitcoin, DEPOSIT_XPUB_ETHEREUM: ethereum, DEPOSIT_XPUB_TRON: tron };
}
