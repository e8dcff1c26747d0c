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
export const inOrder = (list: readonly string[], wanted: readonly string[]): readonly string[] =>
  inOrderBy(list, wanted, (each) => each);

/** The same for things that are named by a key. */
export function inOrderBy<T>(list: readonly T[], wanted: readonly string[], keyOf: (item: T) => string): readonly T[] {
  const places = new Map([...new Set(wanted)].map((key, place) => [key, place]));
  const place = (item: T) => places.get(keyOf(item)) ?? places.size;
  return list.toSorted((a, b) => place(a) - place(b));
}

/** The list with an item moved from one place to another, both from 0. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined || from === to) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
