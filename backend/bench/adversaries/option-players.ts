import {
  CURRENT_RULES,
  type Direction,
  type IndexTick,
  payoutOf,
  type Result,
  RULES,
  type RulesVersion,
  resultOf,
  SETTLEMENT_TICKS,
  scheduleOf,
  settlementTicksOf,
  strikeOf,
} from '@tessera/api/options/rules';
import { calmTerms, priceProcess } from '../../src/platform/market/price-process.ts';
import type { Random } from '../../src/platform/market/random.ts';
import type { MarketTerms } from '../../src/platform/market/terms.ts';
import { INDEX_PARTS } from '../../src/platform/market/tick-record.ts';

/*
 * Buyers of options who know what is public, on one instrument in a calm hour: the product's price process, strike,
 * settlement and payoff. Who knows where the exact price lies between two prices of the record knows to which side it will
 * be rounded.
 *
 * A result is ±1 with odds near even, so that thousands of options would show no edge of some per cent. What rounding does
 * is measured instead: the same option is settled by the exact prices too, of which nothing public tells more than an even
 * chance. What both results share is replaced by its expectation (a control variate).
 */

/** A term of options. */
export type PlayedTerm = { readonly seconds: number; readonly ratio: string };
export type PlayedInstrument = Pick<MarketTerms, 'symbol' | 'tick' | 'simulation'>;

/** What a player sees at a step: times are in steps, prices in ticks. */
type Sight = {
  readonly step: number;
  /** Of each step up to this one, as the record shows it. */
  readonly shown: Float64Array;
  /** The centre of the house's ladder, to a twentieth of a tick. */
  readonly ladder: number;
};

export type OptionPlayer = {
  readonly name: string;
  /** What it buys; null where it waits. */
  readonly choose: (sight: Sight) => Direction | null;
};

const STEP = 200;
const PER_SECOND = 1_000 / STEP;
/** Of the ladder's centre, a tick: what 40 rounded prices leave unknown. */
const LADDER_ERROR = 0.05;
/** From the whole tick, a tick: nearer to it the side is in doubt. */
const CLEAR = 0.2;
/** Steps after which an index that has crossed to another tick counts as having stayed there: 4 s. */
const STAYED = 20;
/** Steps that trends are seen over: 10 s. */
const TREND = 50;

/** Known at a step: the change over the last ten seconds; 0 where there is none. */
const trendOf = ({ shown, step }: Sight): number => (shown[step] as number) - (shown[step - TREND] as number);

export const OPTION_PLAYERS: readonly OptionPlayer[] = [
  {
    name: 'reads the centre of the ladder',
    // Of a price above its whole tick, the next one up is nearer: that is where its rounding goes next.
    choose({ ladder }) {
      const above = ladder - Math.round(ladder);
      return Math.abs(above) < CLEAR ? null : above > 0 ? 'up' : 'down';
    },
  },
  {
    name: 'bets that an index which has crossed goes back',
    choose({ shown, step }) {
      const whole = (at: number) => Math.round(shown[at] as number);
      const crossed = whole(step - STAYED) - whole(step - STAYED - 1);
      if (crossed === 0) return null;
      for (let at = step - STAYED; at <= step; at++) if (whole(at) !== whole(step - STAYED)) return null;
      return crossed > 0 ? 'down' : 'up';
    },
  },
  {
    name: 'follows the trend of ten seconds',
    choose: (sight) => (trendOf(sight) === 0 ? null : trendOf(sight) > 0 ? 'up' : 'down'),
  },
  {
    name: 'bets against the trend of ten seconds',
    choose: (sight) => (trendOf(sight) === 0 ? null : trendOf(sight) > 0 ? 'down' : 'up'),
  },
];

export type OptionGain = {
  readonly symbol: string;
  readonly seconds: number;
  readonly player: string;
  readonly options: number;
  /** Expected of a stake of 1. */
  readonly gain: number;
  /** Student's t of the gain over blocks of a term; −Infinity where all are equal and below zero. */
  readonly t: number;
};

export type OptionPlay = {
  readonly instrument: PlayedInstrument;
  readonly terms: readonly PlayedTerm[];
  readonly random: Random;
  /** Seconds that are played. */
  readonly seconds: number;
  /** Seconds between two looks of a player. */
  readonly every?: number;
  readonly rules?: RulesVersion;
  readonly players?: readonly OptionPlayer[];
};

/** Digits of an exact price beyond a tick. */
const EXACT = 1_000_000;
/** 3:00 UTC, the quietest time of the day. */
const NIGHT = Date.UTC(2026, 10, 24, 3);
const MAX_AGE_MS = 5_000;

/** The exact price of each step, in ticks: a calm hour of the product's process. */
function pathOf({ instrument, random }: OptionPlay, steps: number): Float64Array {
  const { symbol, tick, simulation } = instrument;
  const volatility = Object.fromEntries(simulation.parts.map(({ key }) => [key, calmTerms()]));
  const process = priceProcess([{ symbol, parts: simulation.parts }], random, () => Math.log(simulation.start), {
    volatility,
    log: {},
  });
  return Float64Array.from({ length: steps }, (_, step) => {
    process.step(NIGHT + step * STEP, STEP, () => true);
    return Math.exp(process.log(0)) / Number(tick);
  });
}

/** An option up that was ordered at a step, as it is settled and as exact prices would settle it; null without a strike. */
function resultsOf(
  prices: { readonly recorded: readonly IndexTick[]; readonly exact: readonly IndexTick[] },
  step: number,
  seconds: number,
): { readonly settled: Result; readonly exactly: Result } | null {
  const terms = { ...scheduleOf(step * STEP, seconds), maxAgeMs: MAX_AGE_MS };
  const last = terms.expiresAt / STEP;
  const of = (ticks: readonly IndexTick[]): Result | null => {
    const strike = strikeOf(ticks.slice(step, step + 3 * PER_SECOND), terms);
    const settlement = settlementTicksOf(ticks.slice(last - SETTLEMENT_TICKS, last + 2), terms);
    return strike && settlement
      ? resultOf(
          'up',
          strike.index,
          settlement.map(({ index }) => index),
        )
      : null;
  };
  const [settled, exactly] = [of(prices.recorded), of(prices.exact)];
  return settled && exactly ? { settled, exactly } : null;
}

const reversed = { won: 'lost', lost: 'won', tied: 'tied' } as const;

/** Mean and t of gains, by blocks of options that overlap no more than their neighbours do. */
function summary(gains: readonly { readonly block: number; readonly gain: number }[]) {
  const blocks = [...Map.groupBy(gains, ({ block }) => block).values()].map((own) =>
    own.reduce((sum, { gain }) => sum + gain / own.length, 0),
  );
  const mean = blocks.reduce((sum, gain) => sum + gain, 0) / blocks.length;
  const variance = blocks.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / Math.max(1, blocks.length - 1);
  const error = Math.sqrt(variance / blocks.length);
  return { gain: mean, t: error < 1e-12 ? Math.sign(mean) * Number.POSITIVE_INFINITY : mean / error };
}

/** What each player expects of each term on an instrument. A player who bought fewer than two options is left out. */
export function playOptions(play: OptionPlay): readonly OptionGain[] {
  const { instrument, terms, random, seconds, every = 1, rules = CURRENT_RULES, players = OPTION_PLAYERS } = play;
  const { parts } = RULES[rules];
  const exact = pathOf(play, seconds * PER_SECOND);
  const ticksIn = (scale: number): IndexTick[] =>
    Array.from(exact, (price, step) => ({ number: step + 1, at: step * STEP, index: Math.round(price * scale) }));
  const prices = { recorded: ticksIn(parts), exact: ticksIn(EXACT) };
  // Under the former rules the screens showed whole ticks.
  const shown = exact.map((price) => Math.round(price * Math.min(parts, INDEX_PARTS)) / Math.min(parts, INDEX_PARTS));
  return terms.flatMap((term) => {
    const gains = players.map((): { block: number; gain: number }[] => []);
    const ratio = Number(term.ratio);
    const paid = (result: Result): number =>
      Number(payoutOf({ rules, stake: '1', fee: '0', ratio: term.ratio, scale: 8 }, result)) - 1;
    const last = exact.length - (term.seconds + 2) * PER_SECOND;
    for (let step = TREND + STAYED; step < last; step += every * PER_SECOND) {
      const up = resultsOf(prices, step, term.seconds);
      if (!up) throw new Error('the path has no gaps');
      const ladder = (exact[step] as number) + LADDER_ERROR * (2 * random.unit() - 1);
      const sight = { step, shown, ladder };
      players.forEach(({ choose }, place) => {
        const direction = choose(sight);
        if (direction === null) return;
        const [settled, exactly] =
          direction === 'up' ? [up.settled, up.exactly] : [reversed[up.settled], reversed[up.exactly]];
        const gain = paid(settled) - (exactly === 'won' ? ratio : -1) + (ratio - 1) / 2;
        gains[place]?.push({ block: Math.floor(step / (term.seconds * PER_SECOND)), gain });
      });
    }
    return players.flatMap(({ name }, place) => {
      const own = gains[place] ?? [];
      if (own.length < 2) return [];
      return [
        {
          ...{ symbol: instrument.symbol, seconds: term.seconds, player: name, options: own.length },
          ...summary(own),
        },
      ];
    });
  });
}
