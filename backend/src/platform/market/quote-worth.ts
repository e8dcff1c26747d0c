/**
 * What a unit of a quote currency is worth in USDT, by what the market itself trades: `BTC/USDT`, `EUR/USD`, `USD/JPY`.
 * A dollar counts as one USDT, and so does a currency that none of these names. `priceOf` is null for a symbol that is
 * not listed.
 */
export function quoteWorth(currency: string, priceOf: (symbol: string) => number | null): number {
  if (currency === 'USDT' || currency === 'USD') return 1;
  const direct = priceOf(`${currency}/USDT`) ?? priceOf(`${currency}/USD`);
  if (direct !== null) return direct;
  const inverse = priceOf(`USD/${currency}`);
  return inverse === null ? 1 : 1 / inverse;
}
