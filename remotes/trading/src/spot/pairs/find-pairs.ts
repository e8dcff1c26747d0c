/** `btcusdt`, `btc/usdt`, `btc usdt` and `Bitcoin` all find BTC/USDT; what begins with the query comes first. */
export function findPairs<Pair extends { readonly symbol: string; readonly name: string }>(
  pairs: readonly Pair[],
  query: string,
): readonly Pair[] {
  const fold = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s/\-_.]/g, '');
  const wanted = fold(query);
  if (wanted === '') return pairs;
  const place = ({ symbol, name }: Pair) => {
    if (fold(symbol).startsWith(wanted)) return 0;
    if (fold(name).startsWith(wanted)) return 1;
    return fold(symbol).includes(wanted) || fold(name).includes(wanted) ? 2 : -1;
  };
  return [0, 1, 2].flatMap((rank) => pairs.filter((pair) => place(pair) === rank));
}
