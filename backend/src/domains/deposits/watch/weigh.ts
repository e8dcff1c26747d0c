import { cmp, type DecimalString, isZero, quantize } from '@tessera/money';
import type { CatalogueSnapshot } from '../../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../../platform/db/database.ts';
import { type ChainName, listTokens } from '../../chains/index.ts';
import { type DepositNetwork, depositNetworks } from '../networks.ts';
import type { Transfer } from './reader.ts';
import type { Arrival, IgnoredAs } from './store.ts';

/** Digits before the point that an amount of the ledger has room for. */
const WHOLE_DIGITS = 20;

/** Units of a chain as a decimal number of the currency: 1,500,000 with 6 places are 1.5. */
export function amountOf(units: bigint, decimals: number): DecimalString {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
}

export type Weighed = Pick<Arrival, 'currency' | 'network' | 'decimals' | 'amount' | 'ignoredAs'>;

/** What a transfer is worth by the tokens and networks of this moment. */
export async function createScale(sql: Sql, catalogue: CatalogueSnapshot, chain: ChainName) {
  const tokens = await listTokens(sql, chain);
  const networks = (await depositNetworks(sql, catalogue)).filter((network) => network.chain === chain);
  const byContract = new Map(tokens.map((token) => [token.contract, token]));
  const byCurrency = new Map<string, DepositNetwork>(networks.map((each) => [each.currency.code, each]));
  return ({ contract, units }: Pick<Transfer, 'contract' | 'units'>): Weighed => {
    const token = byContract.get(contract);
    const network = token && byCurrency.get(token.currency);
    if (!token || !network) {
      return { currency: null, network: null, decimals: null, amount: null, ignoredAs: 'unknown_token' };
    }
    const exact = amountOf(units, token.decimals);
    const names = { currency: token.currency, network: network.network, decimals: token.decimals };
    if ((exact.split('.')[0] ?? '').length > WHOLE_DIGITS) return { ...names, amount: null, ignoredAs: 'too_large' };
    const amount = quantize(exact, network.currency.scale, 'down');
    return { ...names, amount, ignoredAs: tooLittle(amount, network.minAmount) };
  };
}

function tooLittle(amount: DecimalString, min: DecimalString): IgnoredAs | null {
  if (isZero(amount)) return 'dust';
  return cmp(amount, min) < 0 ? 'below_minimum' : null;
}
