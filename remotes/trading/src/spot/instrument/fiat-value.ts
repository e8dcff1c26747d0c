import { cmp, type DecimalString, type FiatRate, formatFiat } from '@tessera/money';

/** Quote currencies that a dollar equivalent can be told of without another rate. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** Below this a price in fiat would read as nothing. */
const LEAST = '0.01';

/** A price in the person's fiat currency, or null where it would say nothing. */
export const fiatValue = (price: DecimalString, currency: string, fiat: FiatRate, locale: string): string | null =>
  DOLLARS.has(currency) && cmp(price, LEAST) >= 0 ? formatFiat(price, fiat, locale) : null;
