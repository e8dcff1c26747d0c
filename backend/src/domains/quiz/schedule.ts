import { CURRENT_RULES, ENTRY_DELAY_MS } from '@tessera/api/options/rules';
import { CURRENT_RANGES, DAY_MS, dailySchedule, REALTIME_MS, realtimeSchedule } from '@tessera/api/quiz/rules';
import { stateAt } from '../../platform/calendar/calendar.ts';
import type { Catalogue, Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { symbolIdOf } from '../../platform/market/tick-store.ts';
import { isPaused } from '../site/index.ts';
import { deleteEmpty, insertRound, type NewRound, scheduledAfter } from './store.ts';
import { allSeries, type Series } from './terms.ts';

/*
 * Creates the rounds of series by the clock: a real-time round for each five minutes, a daily one for each day. A round is
 * created before it opens, or while it takes bets; what was missed is not made up for, since no bets could have been placed.
 * None is created while the service is paused; those that are there take bets all the same.
 */

const EVERY = 5_000;
/** ms of guessing that a round must have left to be worth creating. */
const WORTH_IT = 30_000;
const DAILY_WORTH_IT = 3_600_000;
const MINUTE = 60_000;
/** ms of a day that a round of its rest needs. */
const LEAST_OF_DAY = 4 * 3_600_000;
/** Rounds without a bet are kept for a week, as the ticks are. */
const KEPT = 7 * DAY_MS;
const DELETED_AT_ONCE = 1_000;

export type ScheduleParts = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  /** Unix ms. */
  readonly now: () => number;
  /** Whether a day that began before the record of prices has a round of what is left of it. */
  readonly demonstrates: boolean;
};

type Times = Pick<NewRound, 'opens_at' | 'closes_at' | 'decides_at' | 'entry_at'>;

/** When the rounds of a series that take bets now or next open and end. */
function timesOf({ kind }: Series, now: number): readonly Times[] {
  if (kind === 'realtime') {
    const next = Math.floor(now / REALTIME_MS + 1) * REALTIME_MS;
    return [next, next + REALTIME_MS]
      .filter((closes) => closes - now >= WORTH_IT)
      .map((closes) => {
        const { opensAt, closesAt, entryAt, decidesAt } = realtimeSchedule(closes);
        return { opens_at: opensAt, closes_at: closesAt, entry_at: entryAt, decides_at: decidesAt };
      });
  }
  const { entryAt, opensAt, closesAt, decidesAt } = dailySchedule(Math.floor(now / DAY_MS + 1) * DAY_MS);
  if (closesAt - now < DAILY_WORTH_IT) return [];
  return [{ opens_at: opensAt, closes_at: closesAt, entry_at: entryAt, decides_at: decidesAt }];
}

/**
 * The daily round of a demonstration that was started amid a day: it takes bets for half of the time until it is decided at
 * the end of the day.
 */
function restOfDay(now: number): Times {
  const begins = Math.floor(now / MINUTE) * MINUTE;
  const end = Math.floor(now / DAY_MS + 1) * DAY_MS;
  const decides_at = end - now < LEAST_OF_DAY ? end + DAY_MS : end;
  const closes_at = Math.floor((begins + decides_at) / 2 / MINUTE) * MINUTE;
  return { opens_at: begins + MINUTE, closes_at, entry_at: closes_at + ENTRY_DELAY_MS, decides_at };
}

/** Whether its market is open from a time until another, Unix ms. */
function isOpen({ catalogue }: ScheduleParts, instrument: Instrument, from: number, until: number): boolean {
  const { open, until: closes } = stateAt(catalogue.current().calendarOf(instrument), from);
  return open && closes >= until;
}

/** The round of a series at a time; null where there is none. */
async function roundAt(parts: ScheduleParts, series: Series, times: Times): Promise<NewRound | null> {
  const { database, catalogue } = parts;
  const instrument = catalogue.current().instrument(series.symbol);
  const currency = catalogue.current().currencyByCode(series.currency);
  const symbolId = await symbolIdOf(database, series.symbol);
  if (!instrument || !currency || symbolId === null) return null;
  // Rounds that are there take bets all the same.
  if (instrument.halt !== null || !currency.open) return null;
  if (!isOpen(parts, instrument, times.opens_at, times.decides_at)) return null;
  const { kind, offsets } = series;
  return {
    ...times,
    kind,
    series_id: series.id,
    symbol: series.symbol,
    currency: series.currency,
    scale: currency.scale,
    outcomes: offsets ? offsets.length + 1 : 2,
    min_stake: series.min_stake,
    max_stake: series.max_stake,
    user_cap: series.user_cap,
    pool_cap: series.pool_cap,
    rake: series.rake,
    rules: CURRENT_RULES,
    ranges: CURRENT_RANGES,
    tick: instrument.tick,
    symbol_id: symbolId,
    max_age: instrument.maxPriceAgeMs,
    offsets,
  };
}

export const scheduleJob = (parts: ScheduleParts): RecurringJob => ({
  name: 'quiz-schedule',
  every: EVERY,
  exclusive: true,
  whole: 'rounds of series that staff made',
  async run({ fence, signal }) {
    const { database, now } = parts;
    const known = await scheduledAfter(database, now());
    const series = (await isPaused(database, 'quiz')) ? [] : (await allSeries(database)).filter(({ open }) => open);
    const wanted = series
      .flatMap((each) => timesOf(each, now()).map((times) => ({ each, times })))
      .filter(({ each, times }) => !known.has(`${each.id}:${times.closes_at}`));
    const rounds: NewRound[] = [];
    for (const { each, times } of wanted) {
      const round = signal.aborted ? null : await roundAt(parts, each, times);
      if (round) rounds.push(round);
    }
    const isThere = ({ id }: Series) =>
      rounds.some(({ series_id }) => series_id === id) || [...known].some((key) => key.startsWith(`${id}:`));
    for (const each of parts.demonstrates && !signal.aborted ? series : []) {
      if (each.kind !== 'daily' || isThere(each)) continue;
      const round = await roundAt(parts, each, restOfDay(now()));
      if (round) rounds.push(round);
    }
    await database.transaction(async (tx) => {
      await fence(tx);
      for (const round of rounds) await insertRound(tx, round);
      await deleteEmpty(tx, now() - KEPT, DELETED_AT_ONCE);
    });
  },
});
