import type { Interval } from '@tessera/api/rules';
import { type Calendar, spansBetween, stateAt } from '../calendar/calendar.ts';
import type { Bar, BarQuery } from './feed.ts';
import { HISTORY_START, nextOpening, openingOf } from './kline-interval.ts';

/** Opening times of the bars that have trading time, newest first, from the one at `to` back to the one at `from`. */
function* openingsBackwards(calendar: Calendar, interval: Interval, from: number, to: number): Generator<number> {
  let opening = openingOf(interval, to);
  while (opening >= from) {
    const end = Math.min(nextOpening(interval, opening), to + 1);
    if (spansBetween(calendar, opening, end).length > 0) {
      yield opening;
      opening = openingOf(interval, opening - 1);
    } else {
      // Nights and weekends are leapt over.
      const { since } = stateAt(calendar, opening);
      opening = openingOf(interval, Math.min(opening, since) - 1);
    }
  }
}

/** The same from the one at `from` on, oldest first. */
function* openingsForwards(calendar: Calendar, interval: Interval, from: number, to: number): Generator<number> {
  const first = openingOf(interval, from);
  let opening = first < from ? nextOpening(interval, first) : first;
  while (opening <= to) {
    const end = Math.min(nextOpening(interval, opening), to + 1);
    const closed = spansBetween(calendar, opening, end).length === 0;
    if (!closed) yield opening;
    const next = nextOpening(interval, opening);
    opening = closed ? Math.max(next, openingOf(interval, Math.min(stateAt(calendar, opening).until, to + 1))) : next;
  }
}

/** Which bars a query means, oldest first. Periods without trading have none. */
export function openings(calendar: Calendar, interval: Interval, query: BarQuery, now: number): number[] {
  const to = Math.min(query.to ?? now, now);
  const found: number[] = [];
  const walk =
    query.from === undefined
      ? openingsBackwards(calendar, interval, HISTORY_START, to)
      : openingsForwards(calendar, interval, Math.max(query.from, HISTORY_START), to);
  for (const opening of walk) {
    if (found.length === query.limit) break;
    found.push(opening);
  }
  return query.from === undefined ? found.reverse() : found;
}

/** Finished bars never change: the most recently used ones are cached. */
export function barCache(capacity: number) {
  const bars = new Map<string, Bar>();
  return {
    get(key: string): Bar | undefined {
      const bar = bars.get(key);
      if (bar) {
        bars.delete(key);
        bars.set(key, bar);
      }
      return bar;
    },
    set(key: string, bar: Bar): void {
      bars.set(key, bar);
      if (bars.size > capacity) for (const oldest of bars.keys()) return void bars.delete(oldest);
    },
  };
}
