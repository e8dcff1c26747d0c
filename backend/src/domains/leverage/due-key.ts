/** What waits for a price, or is due. */
export type What = 'trigger' | 'stop' | 'entry' | 'closing' | 'liquidation';

/** Keys of what waits for a price, and of what is due. */
export const keyOf = (what: What, id: string): string => `${what}:${id}`;

export function partsOf(key: string): readonly [what: What, id: string] {
  const at = key.indexOf(':');
  return [key.slice(0, at) as What, key.slice(at + 1)];
}
