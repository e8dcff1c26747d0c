import { FRIENDS, PREDICTORS, playBook, RINGS } from '../book-players.ts';
import { type Effort, measured, type Played, type Plays } from '../cell.ts';
import { listedTerms, playLead } from '../venue-lead.ts';

/** Players in the book of every instrument that is traded so. */
export function* bookCells(
  trades: 'spot' | 'lever',
  players: Parameters<typeof playBook>[2],
  { seed, marketSteps }: Effort,
): Generator<Played> {
  for (const { instrument, terms, fees } of listedTerms(trades)) {
    const of = { instrument: instrument.symbol, term: '10 s' };
    for (const { player, gains } of playBook(terms, fees, players, { seed, steps: marketSteps })) {
      yield { ...of, strategy: player, ...measured(gains) };
    }
  }
}

/** Those who see the venue of an instrument before us, where orders act as late as the venue leads. */
export function* leadCells(trades: 'spot' | 'lever', { seed, leadSteps, leads }: Effort): Generator<Played> {
  for (const { instrument, terms, fees } of listedTerms(trades)) {
    for (const lead of leads) {
      for (const { trader, gains } of playLead(terms, fees, { seed, steps: leadSteps, lead, hold: lead })) {
        yield {
          ...{ instrument: instrument.symbol, term: `leads ${lead / 1_000} s`, strategy: trader },
          ...measured(gains),
        };
      }
    }
  }
}

export const spotPlays: Plays = {
  predictor: { cells: (_, effort) => bookCells('spot', PREDICTORS, effort) },
  ring: { cells: (_, effort) => bookCells('spot', RINGS, effort) },
  friend: { cells: (_, effort) => bookCells('spot', FRIENDS, effort) },
  leader: { cells: (_, effort) => leadCells('spot', effort) },
};
