import type { IndexTick } from '@tessera/api/options/rules';
import { CURRENT_RULES, RULES } from '@tessera/api/options/rules';
import {
  CURRENT_RANGES,
  DOWN,
  dailySchedule,
  prizeOf,
  REALTIME_MS,
  realtimeSchedule,
  shareOf,
  UP,
  verdictOf,
} from '@tessera/api/quiz/rules';
import { priceProcess } from '../../../src/platform/market/price-process.ts';
import { computed, type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { drawsOf } from '../draws.ts';
import { indexAt, type Lead, leadPath, listedAs, STEP } from '../venue-lead.ts';

type Series = Terms['quiz'][number];

const MINUTE = 60_000;
const MAX_AGE_MS = 5_000;
const SCALE = 6;
/** What others have staked on each outcome: so much that a stake of 1 changes nothing. */
const POOL = '1000000';

const { parts } = RULES[CURRENT_RULES];

/** What a stake of 1 on an outcome makes of these pools, less the stake. */
function gainOf({ rake }: Series, pools: readonly string[], stakedOn: number, outcome: number | null): number {
  if (outcome === null) return 0;
  const { prize, winning, returned } = prizeOf(pools, outcome, rake, SCALE);
  if (returned) return 0;
  return (outcome === stakedOn ? Number(shareOf('1', { prize, winning, scale: SCALE })) : 0) - 1;
}

/** 26 equal prices that end at a time: no more of a path is needed. */
const around = (at: number, index: number, before: number): IndexTick[] =>
  Array.from({ length: before + 6 }, (_, place) => ({ number: place + 1, at: at + (place - before) * STEP, index }));

/** Rounds of a series of whose index its past is known, with even pools of a real-time round, those of the odds of a daily one. */
function rounds(
  series: Series,
  seed: string,
  count: number,
): { readonly moved: number; readonly outcome: number | null }[] {
  const { symbol, simulation, tick } = listedAs(series.symbol);
  const random = drawsOf(`${seed} quiz ${series.id}`);
  const process = priceProcess([{ symbol, parts: simulation.parts }], random, () =>
    Math.log(simulation.start / Number(tick)),
  );
  const day = 20_000 * 86_400_000;
  const { entryAt, decidesAt } = series.kind === 'daily' ? dailySchedule(day) : realtimeSchedule(day);
  let now = 0;
  const pass = (ms: number, step: number): void => {
    for (const end = now + ms; now < end; now += step) process.step(now, step, () => true);
  };
  const lasts = decidesAt - entryAt;
  return Array.from({ length: count }, () => {
    const before = process.log(0);
    pass(REALTIME_MS, MINUTE);
    const moved = process.log(0) - before;
    const entered = around(entryAt, Math.round(Math.exp(process.log(0)) * parts), 0);
    pass(lasts, lasts / 30);
    const deciding = around(decidesAt, Math.round(Math.exp(process.log(0)) * parts), 30);
    const of = {
      rules: CURRENT_RULES,
      ranges: CURRENT_RANGES,
      entryAt,
      decidesAt,
      maxAgeMs: MAX_AGE_MS,
      offsets: series.offsets,
    };
    return { moved, outcome: verdictOf(of, entered, deciding).outcome };
  });
}

const ROUNDS = 8;

/** Follows or fades the last five minutes. Others have staked as the outcomes of a thousand rounds are spread. */
function* predictors({ quiz }: Terms, { seed, paths }: Effort): Generator<Played> {
  for (const series of quiz) {
    const outcomes = (series.offsets?.length ?? 1) + 1;
    const known = rounds(series, `${seed} others`, series.offsets ? 20 * paths : 0);
    const pools = Array.from({ length: outcomes }, (_, place) =>
      series.offsets
        ? String(Number(POOL) * Math.max(1, known.filter(({ outcome }) => outcome === place + 1).length))
        : POOL,
    );
    for (const sign of [1, -1]) {
      const gains = rounds(series, seed, ROUNDS * paths).map(({ moved, outcome }) => {
        const up = moved * sign > 0;
        const stakedOn = series.offsets ? (up ? outcomes / 2 + 1 : outcomes / 2) : up ? UP : DOWN;
        return gainOf(series, pools, stakedOn, outcome);
      });
      const strategy = sign > 0 ? 'follows the trend' : 'fades the trend';
      yield { instrument: series.symbol, term: series.kind, strategy, ...measured(gains) };
    }
  }
}

/** Own accounts on all outcomes, among others and alone: the pool goes round, less the rake. */
function* allOutcomes({ quiz }: Terms): Generator<Played> {
  for (const series of quiz) {
    const outcomes = (series.offsets?.length ?? 1) + 1;
    for (const others of ['0', POOL]) {
      const pools = Array.from({ length: outcomes }, () => String(Number(others) + 1));
      const gains = pools.map((_, place) => {
        const { prize, winning, returned } = prizeOf(pools, place + 1, series.rake, SCALE);
        return (returned ? outcomes : Number(shareOf('1', { prize, winning, scale: SCALE }))) / outcomes - 1;
      });
      const strategy = others === '0' ? 'alone on all outcomes' : 'on all outcomes among others';
      yield { instrument: series.symbol, term: series.kind, strategy, ...computed(Math.max(...gains)) };
    }
  }
}

/** Stakes on seeing the venue in the last moment in which the stake is still taken. What comes after is mirrored, too. */
export function leadRounds(
  series: Series,
  { seed, rounds: count, ...lead }: Lead & { readonly seed: string; readonly rounds: number },
): number[] {
  const terms = listedAs(series.symbol);
  return Array.from({ length: count }, (_, round) => {
    const closes = 2 * lead.lead + lead.hold + 1_000;
    const { entryAt, decidesAt } = realtimeSchedule(closes);
    const steps = decidesAt / STEP + 2;
    const skipped = [entryAt / STEP + 10, steps - 50 - Math.ceil(lead.lead / STEP)] as const;
    const path = leadPath(terms, `${seed} ${round}`, steps, lead, skipped);
    const sent = Math.floor(closes / STEP) - path.held;
    const seen = path.venue[sent] as number;
    const stakedOn = seen > indexAt(path, sent) ? UP : DOWN;
    const gains = [false, true].map((mirrored) => {
      const tickAt = (place: number): IndexTick => {
        const price = indexAt(path, place);
        const index = mirrored && place - path.behind > sent ? (seen * seen) / price : price;
        return { number: place + 1, at: place * STEP, index: Math.round(index * parts) };
      };
      const from = (at: number, steps: number) =>
        Array.from({ length: steps }, (_each, place) => tickAt(Math.round(at / STEP) + place));
      const of = {
        rules: CURRENT_RULES,
        ranges: CURRENT_RANGES,
        entryAt,
        decidesAt,
        maxAgeMs: MAX_AGE_MS,
        offsets: null,
      };
      const verdict = verdictOf(of, from(entryAt, 5), from(decidesAt - 30 * STEP, 31));
      return gainOf(series, [POOL, POOL], stakedOn, verdict.outcome);
    });
    return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  });
}

function* leaders({ quiz }: Terms, { seed, leads, paths }: Effort): Generator<Played> {
  for (const series of quiz.filter(({ kind }) => kind === 'realtime')) {
    for (const lead of leads) {
      const gains = leadRounds(series, { seed, rounds: Math.ceil(paths / 2), lead, hold: lead });
      const of = { instrument: series.symbol, term: series.kind, strategy: `sees the venue ${lead / 1_000} s ahead` };
      yield { ...of, ...measured(gains) };
    }
  }
}

export const quizPlays: Plays = {
  predictor: { cells: predictors },
  ring: { cells: allOutcomes },
  friend: { none: 'stakes of the last tenth are hidden, and a round divides no more than its pools' },
  leader: { cells: leaders },
};
