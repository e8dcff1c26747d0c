import { lightsOf } from '@tessera/api/leverage/rules';
import type { Sql } from '../../platform/db/database.ts';
import { scoreOf } from './deleverage.ts';
import type { Position } from './position.ts';
import { queuedIn } from './store.ts';

/** ms for which the places of a symbol stand: a page asks every few seconds, and places change slowly. */
const STANDS = 5_000;

type Places = { readonly at: number; readonly lights: ReadonlyMap<string, number> };

/** Lights of the positions in a symbol at its mark. */
function lightsAt(
  positions: readonly Position[],
  mark: string,
  rateOf: (position: Position) => string,
): Map<string, number> {
  const lights = new Map(positions.map(({ id }) => [id, 0]));
  for (const side of ['long', 'short'] as const) {
    const queue = positions
      .filter((position) => position.side === side)
      .map((position) => ({ id: position.id, score: scoreOf(position, mark, rateOf(position)) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score || Number(one.id) - Number(other.id));
    queue.forEach(({ id }, place) => {
      lights.set(id, lightsOf(place, queue.length));
    });
  }
  return lights;
}

/** Places in the queue of auto-deleveraging as users see them, a few seconds old. */
export function queuePlaces(
  now: () => number,
  markOf: (symbol: string) => string | null,
  rateOf: (position: Position) => string,
) {
  const known = new Map<string, Places>();
  return {
    /** Lights by position, of these symbols; those that were opened since are not among them. */
    async of(sql: Sql, symbols: Iterable<string>): Promise<ReadonlyMap<string, number>> {
      const all = new Map<string, number>();
      for (const symbol of new Set(symbols)) {
        const at = now();
        let places = known.get(symbol);
        if (!places || at - places.at >= STANDS) {
          const mark = markOf(symbol);
          places = { at, lights: mark === null ? new Map() : lightsAt(await queuedIn(sql, symbol), mark, rateOf) };
          known.set(symbol, places);
        }
        for (const [id, lights] of places.lights) all.set(id, lights);
      }
      return all;
    },
  };
}
