import type { Channel } from '@tessera/api/realtime';

/** What is new in a channel, as JSON by key; a later row of the same key replaces the earlier one. */
export type Rows = ReadonlyMap<string, string>;

/** By channel. */
export type Change = ReadonlyMap<Channel, Rows>;

/** Rows of a channel that wait at most; the oldest go first. */
export const MOST_ROWS = 40;

export const oneRow = (row: string): Rows => new Map([['', row]]);

/** The newer rows on top of the older ones: the state of a book replaces the one that waits, trades are collected. */
export function mergedRows(before: Rows | undefined, after: Rows): Rows {
  if (!before) return after;
  const merged = new Map(before);
  for (const [key, row] of after) merged.set(key, row);
  const surplus = merged.size - MOST_ROWS;
  if (surplus > 0) for (const key of [...merged.keys()].slice(0, surplus)) merged.delete(key);
  return merged;
}
