export type WatchlistChange = { readonly symbol: string; readonly favourite: boolean };

/** The list after a change: new favourites are appended, without duplicates. */
export function withChange(list: readonly string[], { symbol, favourite }: WatchlistChange): readonly string[] {
  if (favourite === list.includes(symbol)) return list;
  return favourite ? [...list, symbol] : list.filter((each) => each !== symbol);
}
