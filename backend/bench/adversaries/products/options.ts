import {
  CURRENT_RULES,
  type Direction,
  type IndexTick,
  payoutOf,
  RULES,
  resultOf,
  SETTLEMENT_TICKS,
  scheduleOf,
  settlementTicksOf,
  strikeOf,
} from '@tessera/api/options/rules';
import { seededCatalogue } from '../../../src/domains/instruments/index.ts';
import { optionInstruments } from '../../../src/domains/options/option-instruments.ts';
import type { MarketTerms } from '../../../src/platform/market/terms.ts';
import { computed, type Effort, idle, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { drawsOf } from '../draws.ts';
import { OPTION_PLAYERS, type OptionGain, type PlayedTerm, playOptions } from '../option-players.ts';
import { indexAt, type Lead, leadPath, STEP } from '../venue-lead.ts';

const MAX_AGE_MS = 5_000;

export function optionTerms(): readonly MarketTerms[] {
  const listed = new Set(optionInstruments(seededCatalogue).map(({ symbol }) => symbol));
  return seededCatalogue.marketTerms().filter(({ symbol }) => listed.has(symbol));
}

const paid = (ratio: string, result: Parameters<typeof payoutOf>[1]): number =>
  Number(payoutOf({ rules: CURRENT_RULES, stake: '1', fee: '0', ratio, scale: 8 }, result)) - 1;

function gainOf(found: OptionGain | undefined) {
  if (!found) return idle();
  const { gain, t, options: samples } = found;
  return { gain, error: Number.isFinite(t) && t !== 0 ? gain / t : 0, t, samples };
}

/** Buyers who know the recorded index and the ladder. */
function* predictors({ options }: Terms, { seed, optionSeconds, optionEvery: every }: Effort): Generator<Played> {
  for (const instrument of optionTerms()) {
    const random = drawsOf(`${seed} options ${instrument.symbol}`);
    const found = playOptions({ instrument, terms: options, seconds: optionSeconds, every, random });
    for (const { seconds } of options) {
      for (const { name } of OPTION_PLAYERS) {
        const own = found.find((each) => each.seconds === seconds && each.player === name);
        yield { instrument: instrument.symbol, term: `${seconds} s`, strategy: name, ...gainOf(own) };
      }
    }
  }
}

/** Two accounts that buy both sides: whatever happens, one wins, or both tie. */
function* bothSides({ options }: Terms): Generator<Played> {
  for (const { symbol } of optionTerms()) {
    for (const { seconds, ratio } of options) {
      const most = Math.max(paid(ratio, 'won') + paid(ratio, 'lost'), 2 * paid(ratio, 'tied'));
      yield { instrument: symbol, term: `${seconds} s`, strategy: 'both sides', ...computed(most / 2) };
    }
  }
}

/**
 * Gains of options of each term that are ordered on seeing where the venue is, one after the other. What comes after is
 * played as it came and mirrored: so many options of a result of ±1 would show no edge of some per cent.
 */
export function leadOptions(
  instrument: MarketTerms,
  terms: readonly PlayedTerm[],
  { seed, steps, ...lead }: Lead & { readonly seed: string; readonly steps: number },
): number[][] {
  const { parts } = RULES[CURRENT_RULES];
  const longest = Math.max(...terms.map(({ seconds }) => seconds));
  const all = Math.max(steps, (2 * longest * 1_000) / STEP) + (2 * lead.lead + lead.hold + 10_000) / STEP;
  const path = leadPath(instrument, seed, all, lead);
  const { venue, behind, held } = path;
  const ordered = (step: number, { seconds, ratio }: PlayedTerm, direction: Direction, mirrored: boolean): number => {
    const seen = venue[step] as number;
    const tick = (at: number): IndexTick => {
      const price = indexAt(path, at);
      const index = mirrored && at - behind > step ? (seen * seen) / price : price;
      return { number: at + 1, at: at * STEP, index: Math.round(index * parts) };
    };
    const ticks = (from: number, count: number) => Array.from({ length: count }, (_, place) => tick(from + place));
    const schedule = { ...scheduleOf((step + held) * STEP, seconds), maxAgeMs: MAX_AGE_MS };
    const strike = strikeOf(ticks(step + held, MAX_AGE_MS / STEP), schedule);
    const last = schedule.expiresAt / STEP - SETTLEMENT_TICKS;
    const settlement = settlementTicksOf(ticks(last, SETTLEMENT_TICKS + 1), schedule);
    if (!strike || !settlement) throw new Error('the path has no gaps');
    const indexes = settlement.map(({ index }) => index);
    return paid(ratio, resultOf(direction, strike.index, indexes));
  };
  return terms.map((term) => {
    const lasts = (term.seconds * 1_000) / STEP;
    const gains: number[] = [];
    for (let step = behind + 1; step + held + lasts + 2_000 / STEP < all; step += lasts) {
      const direction = (venue[step] as number) > indexAt(path, step) ? 'up' : 'down';
      gains.push((ordered(step, term, direction, false) + ordered(step, term, direction, true)) / 2);
    }
    return gains;
  });
}

function* leaders({ options }: Terms, { seed, leads, leadSteps }: Effort): Generator<Played> {
  for (const terms of optionTerms()) {
    for (const lead of leads) {
      const found = leadOptions(terms, options, { seed, steps: leadSteps, lead, hold: lead });
      for (const [place, gains] of found.entries()) {
        const strategy = `sees the venue ${lead / 1_000} s ahead`;
        yield { instrument: terms.symbol, term: `${options[place]?.seconds} s`, strategy, ...measured(gains) };
      }
    }
  }
}

export const optionPlays: Plays = {
  predictor: { cells: predictors },
  ring: { cells: bothSides },
  friend: { none: 'the house alone is across, and no order moves the index' },
  leader: { cells: leaders },
};
