import type { What } from './due-key.ts';

/** Tried in one step; the rest waits for the next one, so that no step takes long. */
export const MOST = 400;
/** Of each kind at least so many are tried, whatever waits of the kinds before it. */
export const LEAST = 100;
/** Stop orders of one user that may enter in one step. */
export const MOST_ENTRIES = 20;

/** What protects the funds of others comes first, what opens something new last. */
const RANKS: readonly What[] = ['liquidation', 'closing', 'trigger', 'stop'];

export type Turn = { readonly key: string; readonly what: What; readonly userId: string };

/**
 * Which of what is due is tried in this step, and in which order. `ready` is in the order of its wait. What was tried goes to
 * the end of the queue, so that nothing that cannot be executed keeps another key from its turn.
 */
export function turnsOf(ready: Iterable<Turn>): Turn[] {
  const waiting = new Map<What, Turn[]>(RANKS.map((what) => [what, []]));
  const entriesOf = new Map<string, number>();
  for (const turn of ready) {
    if (turn.what === 'stop') {
      const entries = (entriesOf.get(turn.userId) ?? 0) + 1;
      if (entries > MOST_ENTRIES) continue;
      entriesOf.set(turn.userId, entries);
    }
    waiting.get(turn.what)?.push(turn);
  }
  const turns: Turn[] = [];
  let kept = [...waiting.values()].reduce((total, { length }) => total + Math.min(LEAST, length), 0);
  for (const own of waiting.values()) {
    kept -= Math.min(LEAST, own.length);
    turns.push(...own.slice(0, MOST - turns.length - kept));
  }
  return turns;
}
