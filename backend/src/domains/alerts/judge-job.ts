import type { Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { lastStepAt } from '../../platform/market/tick-store.ts';
import { tellUser } from '../messages/index.ts';
import { judge, type Seen } from './judge.ts';
import { recordedTicks } from './recorded.ts';
import { activeAlerts, type JudgedAlert, writeJudged } from './store.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Parts = Pick<Dependencies, 'database' | 'catalogue'> & {
  /** The price of a day before a minute; null where there was none. */
  readonly dayAgo: (symbol: string, at: number) => Promise<string | null>;
};

type Ticks = ReadonlyMap<string, readonly Seen[]>;

const minuteOf = (at: number): number => Math.floor(at / MINUTE) * MINUTE;
const idOf = ({ id }: JudgedAlert): string => id;

/**
 * Judges alerts by the record, each tick once. One that fails is set aside: when it is tried again, its ticks since then
 * are judged as well, as long as they are recorded.
 */
export function judgeJob({ database, catalogue, dayAgo }: Parts): RecurringJob {
  /** From when on the ticks of alerts that failed are to be judged, Unix ms. */
  const behind = new Map<string, number>();

  const ticksOf = (tx: Transaction, alerts: readonly JudgedAlert[], from: number, until: number): Promise<Ticks> => {
    const symbols = alerts.flatMap(({ symbol }) => {
      const instrument = catalogue.current().instrument(symbol);
      return instrument ? [[symbol, instrument.tick] as const] : [];
    });
    return recordedTicks(tx, new Map(symbols), from, until);
  };

  /** Judges some alerts, and tells of them. */
  async function judgeSome(
    tx: Transaction,
    alerts: readonly JudgedAlert[],
    ticks: Ticks,
    days: Map<string, string | null>,
  ): Promise<void> {
    for (const { symbol, kind } of alerts) {
      if (kind !== 'change') continue;
      for (const { at } of ticks.get(symbol) ?? []) {
        const key = `${symbol} ${minuteOf(at)}`;
        if (!days.has(key)) days.set(key, await dayAgo(symbol, minuteOf(at)));
      }
    }
    const changed: JudgedAlert[] = [];
    for (const alert of alerts) {
      const own = ticks.get(alert.symbol) ?? [];
      const judged = judge(alert, own, (at) => days.get(`${alert.symbol} ${minuteOf(at)}`) ?? null);
      if (judged.alert !== alert) changed.push(judged.alert);
      for (const { tick, value } of judged.told) {
        const level = alert.kind === 'price' ? alert.level : `${alert.level} %`;
        await tellUser(tx, {
          userId: alert.userId,
          kind: `alert_${alert.kind}_${alert.direction}`,
          named: { symbol: alert.symbol, level, value: alert.kind === 'price' ? value : `${value} %` },
          reference: `alert:${alert.id}:${tick.number}`,
          at: tick.at,
          byMail: false,
        });
        tx.notify(alert.userId, { kind: 'alert', id: alert.id });
      }
    }
    if (changed.length > 0) await writeJudged(tx, changed);
  }

  async function judgeAll(tx: Transaction, { items }: JobRun, from: number, until: number): Promise<void> {
    const active = await activeAlerts(tx);
    const ids = new Set(active.map(idOf));
    for (const id of behind.keys()) if (!ids.has(id)) behind.delete(id);
    const aside = new Set(items.aside('alert'));
    const tried = active.filter(({ id }) => !aside.has(id));
    const days = new Map<string, string | null>();
    const fromOf = ({ id }: JudgedAlert): number => behind.get(id) ?? from;
    // Those that failed apart, so that the usual ones read no more of the record than there is since the last run.
    for (const some of [tried.filter(({ id }) => !behind.has(id)), tried.filter(({ id }) => behind.has(id))]) {
      if (some.length === 0) continue;
      // All alerts of all users: too many to be arguments of one call.
      const earliest = some.reduce((least, alert) => Math.min(least, fromOf(alert)), until);
      const ticks = await ticksOf(tx, some, earliest, until);
      const own = some.map((alert) => ({ ...alert, since: Math.max(alert.since, fromOf(alert)) }));
      const left = new Set(await items.within(tx, 'alert', own, idOf, (part) => judgeSome(tx, part, ticks, days)));
      for (const alert of own) {
        if (left.has(alert)) behind.set(alert.id, fromOf(alert));
        else behind.delete(alert.id);
      }
    }
  }

  return {
    name: 'alerts',
    every: SECOND,
    exclusive: true,
    items: ['alert'],
    async run(run: JobRun) {
      const { since, fence } = run;
      const until = await lastStepAt(database);
      if (until === null) return since ?? 0;
      // The first run begins with what comes: alerts that were set count from their own time.
      const from = since ?? until;
      if (until <= from) return from;
      await database.transaction(async (tx) => {
        await fence(tx);
        await judgeAll(tx, run, from, until);
      });
      return until;
    },
  };
}
