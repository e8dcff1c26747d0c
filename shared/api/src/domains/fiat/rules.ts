import { cmp, type DecimalString, div, type FiatRate, formatFiat, isPositive, mul } from '@tessera/money';

/** Coins that are redeemed for a US dollar are valued as one. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** US dollars for one unit of a currency; null if unknown. */
export type DollarValue = (currency: string) => DecimalString | null;

/** `rates`: units of each fiat currency for one US dollar. */
export function dollarValue(rates: ReadonlyMap<string, DecimalString>): DollarValue {
  return (currency) => {
    if (DOLLARS.has(currency)) return '1';
    const rate = rates.get(currency);
    return rate !== undefined && isPositive(rate) ? div('1', rate) : null;
  };
}

/** An amount of a currency in US dollars; null where its value is not known. */
export function inDollars(amount: DecimalString, currency: string, value: DollarValue): DecimalString | null {
  const each = value(currency);
  if (each === null) return null;
  return each === '1' ? amount : mul(amount, each);
}

/** Below this a price in fiat needs more digits than the currency has. */
const SMALLEST_IN_FIAT = '1';
const SIGNIFICANT_DIGITS = 4;

/** Digits behind the point that show the first significant ones of a number below one. */
function scaleOfSmall(value: DecimalString): number {
  const zeros = /^0\.(0*)/.exec(value)?.[1]?.length ?? 0;
  return Math.min(zeros + SIGNIFICANT_DIGITS, 18);
}

/**
 * A price in the user's fiat currency. Below one unit it keeps four significant digits, since `$0.00` would be wrong.
 * Null if it would repeat the same figure.
 */
export function fiatPrice(
  price: DecimalString,
  currency: string,
  value: DollarValue,
  fiat: FiatRate,
  locale: string,
): string | null {
  const usd = currency === fiat.code ? null : inDollars(price, currency, value);
  if (usd === null) return null;
  const amount = mul(usd, fiat.rate);
  const small = cmp(amount, SMALLEST_IN_FIAT) < 0 && isPositive(amount);
  return formatFiat(usd, fiat, locale, small ? scaleOfSmall(amount) : undefined);
}
