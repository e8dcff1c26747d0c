import { cmp } from '@tessera/money';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { lastStepAt } from '../../platform/market/tick-store.ts';
import { tellUser, toldSince } from '../messages/index.ts';
import { changeOf, judge, type Seen } from './judge.ts';
import { recordedTicks } from './recorded.ts';
import {
  alertsReached,
  type Extremes,
  type Found,
  type JudgedAlert,
  lockWaiting,
  watchedSymbols,
  writeJudged,
} from './store.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Alerts of one transaction: what it tells of is seen when it is over. */
export const BATCH = 100;
/** Messages of alerts to one user in any hour. Beyond them the list of alerts alone says what was reached. */
export const TOLD_AN_HOUR = 100;
const KINDS = ['alert_price_above', 'alert_price_below', 'alert_change_above', 'alert_change_below'] as const;

type Parts = Pick<Dependencies, 'database' | 'catalogue'> & {
  /** The price of a day before a minute; null where there was none. */
  readonly dayAgo: (symbol: string, at: number) => Promise<string | null>;
};

type Ticks = ReadonlyMap<string, readonly Seen[]>;
/** Prices of a day before, by symbol and minute; null where there was none. */
type Days = ReadonlyMap<string, string | null>;
/** What is judged: ticks, prices of a day before them, and where they end, Unix ms. */
type Stretch = { readonly ticks: Ticks; readonly days: Days; readonly until: number };

const minuteOf = (at: number): number => Math.floor(at / MINUTE) * MINUTE;
const dayKey = (symbol: string, at: number): string => `${symbol} ${minuteOf(at)}`;
const idOf = ({ id }: Pick<JudgedAlert, 'id'>): string => id;

/** One of each user, then the next of each: who has many makes those of others no later than by one of theirs. */
function inTurns(found: readonly Found[]): Found[] {
  const turns: Found[][] = [];
  for (const own of Map.groupBy(found, ({ userId }) => userId).values()) {
    for (const [turn, each] of own.entries()) {
      turns[turn] ??= [];
      turns[turn].push(each);
    }
  }
  return turns.flat();
}

/** The extremes of what alerts of a symbol are compared with; null where there is nothing. */
function extremesOf({ symbol, kind }: Pick<Extremes, 'symbol' | 'kind'>, { ticks, days }: Stretch): Extremes | null {
  let [low, high]: [string | null, string | null] = [null, null];
  for (const { at, last } of ticks.get(symbol) ?? []) {
    const before = kind === 'change' ? (days.get(dayKey(symbol, at)) ?? null) : null;
    if (kind === 'change' && before === null) continue;
    const value = before === null ? last : changeOf(last, before);
    if (low === null || cmp(value, low) < 0) low = value;
    if (high === null || cmp(value, high) > 0) high = value;
  }
  return low === null || high === null ? null : { symbol, kind, low, high };
}

/**
 * Judges alerts by the record, each tick once: those that its prices can change, a user after the other. One that fails is
 * set aside: when it is tried again, its ticks since then are judged as well, as long as they are recorded.
 */
export function judgeJob({ database, catalogue, dayAgo }: Parts): RecurringJob {
  /** From when on the ticks of alerts that failed are to be judged, Unix ms. */
  const behind = new Map<string, number>();

  async function read(sql: Database, from: number, until: number): Promise<{ stretch: Stretch; seen: Extremes[] }> {
    const listed = new Map(catalogue.current().instruments.map(({ symbol, tick }) => [symbol, tick]));
    const watched = await watchedSymbols(sql, [...listed.keys()]);
    const symbols = new Map(watched.map(({ symbol }) => [symbol, listed.get(symbol) ?? '1']));
    const ticks = await recordedTicks(sql, symbols, from, until);
    const days = new Map<string, string | null>();
    for (const { symbol, kind } of watched) {
      if (kind !== 'change') continue;
      for (const { at } of ticks.get(symbol) ?? []) {
        const key = dayKey(symbol, at);
        if (!days.has(key)) days.set(key, await dayAgo(symbol, minuteOf(at)));
      }
    }
    const stretch = { ticks, days, until };
    return { stretch, seen: watched.flatMap((each) => extremesOf(each, stretch) ?? []) };
  }

  /** Judges some alerts, and tells of them. */
  async function judgeSome(tx: Transaction, alerts: readonly JudgedAlert[], { ticks, days, until }: Stretch) {
    const judged = alerts.map((alert) => {
      const own = ticks.get(alert.symbol) ?? [];
      return { before: alert, ...judge(alert, own, (at) => days.get(dayKey(alert.symbol, at)) ?? null) };
    });
    const users = [...new Set(judged.flatMap(({ before, told }) => (told.length > 0 ? [before.userId] : [])))];
    const messages = new Map(users.length === 0 ? [] : await toldSince(tx, KINDS, users, until - HOUR));
    for (const { before: alert, told } of judged) {
      for (const { tick, value } of told) {
        const count = messages.get(alert.userId) ?? 0;
        messages.set(alert.userId, count + 1);
        tx.notify(alert.userId, { kind: 'alert', id: alert.id });
        if (count >= TOLD_AN_HOUR) continue;
        const level = alert.kind === 'price' ? alert.level : `${alert.level} %`;
        await tellUser(tx, {
          userId: alert.userId,
          kind: `alert_${alert.kind}_${alert.direction}`,
          named: { symbol: alert.symbol, level, value: alert.kind === 'price' ? value : `${value} %` },
          reference: `alert:${alert.id}:${tick.number}`,
          at: tick.at,
          byMail: false,
        });
      }
    }
    const changed = judged.flatMap(({ before, alert }) => (alert === before ? [] : [alert]));
    if (changed.length > 0) await writeJudged(tx, changed, until);
  }

  /** Judges alerts in transactions of some of them each, until the node stops. What was judged is not judged again. */
  async function judgeInTurns(
    { fence, items, signal }: JobRun,
    found: readonly Found[],
    from: number,
    stretch: Stretch,
  ): Promise<void> {
    const order = inTurns(found);
    const fromOf = ({ id }: Pick<JudgedAlert, 'id'>): number => behind.get(id) ?? from;
    for (let first = 0; first < order.length && !signal.aborted; first += BATCH) {
      await database.transaction(async (tx) => {
        await fence(tx);
        const locked = await lockWaiting(tx, order.slice(first, first + BATCH).map(idOf));
        const own = locked.map((alert) => ({ ...alert, since: Math.max(alert.since, fromOf(alert)) }));
        const left = new Set(await items.within(tx, 'alert', own, idOf, (part) => judgeSome(tx, part, stretch)));
        for (const alert of own) {
          if (left.has(alert)) behind.set(alert.id, fromOf(alert));
          else behind.delete(alert.id);
        }
      });
    }
  }

  return {
    name: 'alerts',
    every: SECOND,
    exclusive: true,
    items: ['alert'],
    async run(run: JobRun) {
      const { since } = run;
      const until = await lastStepAt(database);
      if (until === null) return since ?? 0;
      // The first run begins with what comes: alerts that were set count from their own time.
      const from = since ?? until;
      if (until <= from) return from;
      const aside = new Set(run.items.aside('alert'));
      const tried = [...behind.keys()].filter((id) => !aside.has(id));
      const { stretch, seen } = await read(database, from, until);
      const found = (await alertsReached(database, seen, until, [])).filter(({ id }) => !aside.has(id));
      await judgeInTurns(
        run,
        found.filter(({ id }) => !behind.has(id)),
        from,
        stretch,
      );
      if (tried.length > 0) {
        // Apart, so that the usual ones read no more of the record than there is since the last run.
        const waiting = await alertsReached(database, [], until, tried);
        const ids = new Set(waiting.map(idOf));
        for (const id of tried) if (!ids.has(id)) behind.delete(id);
        const earliest = tried.reduce((least, id) => Math.min(least, behind.get(id) ?? until), until);
        await judgeInTurns(run, waiting, from, (await read(database, earliest, until)).stretch);
      }
      return run.signal.aborted ? from : until;
    },
  };
}
