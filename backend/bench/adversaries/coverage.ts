import type { Cell } from './cell.ts';
import type { Grid } from './grids.ts';

/* Whether everything that has to be played was played: a play that leaves an instrument out is found here. */

type Key = Pick<Cell, 'product' | 'adversary' | 'instrument' | 'term' | 'strategy'>;

export const nameOf = ({ product, adversary, instrument, term, strategy }: Key): string =>
  [product, adversary, instrument, term, strategy].join(' | ');

function namesOf(grids: readonly Grid[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { instruments, terms, strategies, ...of } of grids) {
    for (const instrument of instruments) {
      for (const term of terms) {
        for (const strategy of strategies) names.add(nameOf({ ...of, instrument, term, strategy }));
      }
    }
  }
  return names;
}

/** Least part of a strategy's cells in which there was something to do: an index that crosses a tick and stays is rare. */
const LEAST_PLAYED = 0.02;

/**
 * What who sees a venue first finds nothing to do with while orders wait for as long as the venue leads: a limit or a quote
 * has lapsed then. That the same plays act, and earn, where nothing waits is shown by `venue-lead.attack.test.ts`.
 */
const waitsInVain = ({ product, adversary, strategy }: Key): boolean =>
  adversary === 'leader' &&
  (['convert', 'invest', 'launchpad'].includes(product) || strategy === 'takes it up to a limit');

export type Gaps = {
  /** Expected and not played. */
  readonly missing: readonly string[];
  /** Played and not expected: what was added to a play belongs into the grids. */
  readonly unexpected: readonly string[];
  readonly twice: readonly string[];
  /** Products × adversaries × strategies that found nothing to do nearly everywhere. */
  readonly idle: readonly string[];
};

export function gapsOf(grids: readonly Grid[], cells: readonly Cell[]): Gaps {
  const expected = namesOf(grids);
  const played = new Set<string>();
  const twice: string[] = [];
  for (const cell of cells) {
    const name = nameOf(cell);
    if (played.has(name)) twice.push(name);
    played.add(name);
  }
  const judged = cells.filter((cell) => !waitsInVain(cell));
  const strategies = Map.groupBy(
    judged,
    ({ product, adversary, strategy }) => `${product} | ${adversary} | ${strategy}`,
  );
  return {
    missing: [...expected].filter((name) => !played.has(name)),
    unexpected: [...played].filter((name) => !expected.has(name)),
    twice,
    idle: [...strategies].flatMap(([name, own]) => {
      const busy = own.filter(({ error }) => Number.isFinite(error)).length;
      return busy < LEAST_PLAYED * own.length ? [`${name}: ${busy} of ${own.length}`] : [];
    }),
  };
}
