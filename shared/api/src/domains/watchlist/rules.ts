export type WatchlistChange = { readonly symbol: string; readonly favourite: boolean };

/** Instruments that one user can follow. */
export const MOST_FOLLOWED = 500;
/** Groups that one user can make. */
export const MOST_GROUPS = 20;
/** Characters of a group's name. */
export const MOST_GROUP_NAME = 20;

/** The list after a change: new favourites are appended, without duplicates. */
export function withChange(list: readonly string[], { symbol, favourite }: WatchlistChange): readonly string[] {
  if (favourite === list.includes(symbol)) return list;
  return favourite ? [...list, symbol] : list.filter((each) => each !== symbol);
}

/** `list` in the order that was asked for: what `wanted` does not name follows in its former order. */
export function inOrder(list: readonly string[], wanted: readonly string[]): readonly string[] {
  const here = new Set(list);
  const first = [...new Set(wanted)].filter((each) => here.has(each));
  const named = new Set(first);
  return [...first, ...list.filter((each) => !named.has(each))];
}

/** The list with an item moved from one place to another, both from 0. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined || from === to) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
