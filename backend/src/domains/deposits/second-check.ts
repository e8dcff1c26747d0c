import addressValidator from 'multicoin-address-validator';
import type { Chain } from './addresses.ts';

const NAMES: Readonly<Record<Chain, string>> = { bitcoin: 'btc', ethereum: 'eth', tron: 'trx' };

/**
 * Throws for an address that a library other than the one that made it does not accept, check digits included: money
 * sent to a wrong address is gone.
 */
export function requireValid(chain: Chain, address: string): string {
  if (!addressValidator.validate(address, NAMES[chain])) throw new Error(`${address} is no address of ${chain}`);
  return address;
}
