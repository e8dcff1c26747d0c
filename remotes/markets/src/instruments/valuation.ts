import { type DecimalString, div, isPositive, mul } from '@tessera/money';

/** Coins that are redeemed for a US dollar are valued as one. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** US dollars for one unit of a quote currency; null where it is not known. */
export type DollarValue = (currency: string) => DecimalString | null;

/** `rates`: units of each fiat currency for one US dollar. */
export function dollarValue(rates: ReadonlyMap<string, DecimalString>): DollarValue {
  return (currency) => {
    if (DOLLARS.has(currency)) return '1';
    const rate = rates.get(currency);
    return rate !== undefined && isPositive(rate) ? div('1', rate) : null;
  };
}

/** An amount of a quote currency in US dollars; null where its value is not known. */
export function inDollars(amount: DecimalString, currency: string, value: DollarValue): DecimalString | null {
  const each = value(currency);
  if (each === null) return null;
  return each === '1' ? amount : mul(amount, each);
}
