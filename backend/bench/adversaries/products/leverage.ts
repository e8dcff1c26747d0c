import { seededCatalogue } from '../../../src/domains/instruments/index.ts';
import { FRIENDS, PREDICTORS, RINGS } from '../book-players.ts';
import { type Effort, measured, type Played, type Plays } from '../cell.ts';
import { drawsOf } from '../draws.ts';
import { playRings } from '../leverage-rings.ts';
import { fundingCells } from './funding.ts';
import { bookCells, leadCells } from './spot.ts';

/** Two rings on both sides of an instrument at each multiple, one of which is liquidated. */
function* liquidated({ seed, ringPaths }: Effort): Generator<Played> {
  for (const instrument of seededCatalogue.instruments.filter(({ trades }) => trades.includes('lever'))) {
    const random = drawsOf(`${seed} leverage ${instrument.symbol}`);
    for (const { multiple, notional, gains } of playRings(instrument, { random, paths: ringPaths, hours: 12 })) {
      const of = { instrument: instrument.symbol, term: `${multiple}×`, strategy: 'ring of two' };
      yield { ...of, ...measured(gains.map((gain) => gain / Math.max(1, notional))) };
    }
  }
}

export const leveragePlays: Plays = {
  predictor: { cells: (_, effort) => bookCells('lever', PREDICTORS, effort) },
  ring: {
    *cells(_, effort) {
      yield* liquidated(effort);
      yield* bookCells('lever', RINGS, effort);
    },
  },
  friend: {
    *cells(_, effort) {
      yield* bookCells('lever', FRIENDS, effort);
      yield* fundingCells();
    },
  },
  leader: { cells: (_, effort) => leadCells('lever', effort) },
};
