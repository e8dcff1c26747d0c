import { alertsContract } from '@tessera/api/alerts/contract';
import { isReached, MOST_ALERTS } from '@tessera/api/alerts/rules';
import { isOnStep, isPositive } from '@tessera/money';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { lastStepAt } from '../../platform/market/tick-store.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { tellUser } from '../messages/index.ts';
import { changeOf, judge, type Seen } from './judge.ts';
import { recordedTicks } from './recorded.ts';
import {
  activeAlerts,
  alertsOf,
  changeAlert,
  countAlerts,
  insertAlert,
  type JudgedAlert,
  removeAlert,
  symbolOf,
  type Terms,
  writeJudged,
} from './store.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** What users want to be told of prices: judged from the market's record, once, on one node. */
export const alerts = defineDomain(alertsContract, ({ database, catalogue, feed, now, log }) => {
  /** The price of a day before a minute; null where there was none. */
  async function dayAgo(symbol: string, at: number): Promise<string | null> {
    const [bar] = await feed.bars(symbol, '1m', { to: at - DAY, limit: 1 });
    return bar?.[4] ?? null;
  }

  /** Rejects a level that cannot be told of, or is reached already: it is to tell of a change. */
  async function check(symbol: string, { kind, direction, level }: Terms): Promise<void> {
    const instrument = catalogue.current().instrument(symbol);
    if (!instrument) throw new DomainError('instrument_unknown', { field: 'symbol' });
    if (kind === 'price') {
      if (!isPositive(level)) throw new DomainError('invalid_field', { field: 'level' });
      if (!isOnStep(level, instrument.tick)) {
        throw new DomainError('price_off_tick', { field: 'level', params: { tick: instrument.tick } });
      }
    }
    const quote = feed.quote(symbol);
    if (!quote) throw new DomainError('stale_price');
    const { last } = quote;
    const before = kind === 'change' ? await dayAgo(symbol, now()) : null;
    const value = kind === 'price' ? last : before === null ? null : changeOf(last, before);
    if (value !== null && isReached(direction, level, value)) {
      throw new DomainError('alert_reached', { field: 'level' });
    }
  }

  return {
    name: 'alerts',
    userData: { price_alert: OWN_ROWS },
    onClose: async (tx, userId) => {
      await tx.query('delete from price_alert where user_id = $1', [userId]);
    },
    jobs: [
      {
        name: 'alerts',
        every: SECOND,
        exclusive: true,
        async run({ since, fence }: JobRun) {
          const until = await lastStepAt(database);
          if (until === null) return since ?? 0;
          // The first run begins with what comes: alerts that were set count from their own time.
          const from = since ?? until;
          if (until <= from) return from;
          return database.transaction(async (tx) => {
            await fence(tx);
            const waiting = await activeAlerts(tx);
            if (waiting.length === 0) return until;
            const symbols = new Map(
              waiting.flatMap(({ symbol }) => {
                const instrument = catalogue.current().instrument(symbol);
                return instrument ? [[symbol, instrument.tick] as const] : [];
              }),
            );
            const ticks = await recordedTicks(tx, symbols, from, until);
            const days = new Map<string, string | null>();
            const minuteOf = (at: number) => Math.floor(at / MINUTE) * MINUTE;
            for (const { symbol, kind } of waiting) {
              if (kind !== 'change') continue;
              for (const { at } of ticks.get(symbol) ?? []) {
                const key = `${symbol} ${minuteOf(at)}`;
                if (!days.has(key)) days.set(key, await dayAgo(symbol, minuteOf(at)));
              }
            }
            const changed: JudgedAlert[] = [];
            for (const alert of waiting) {
              const own: readonly Seen[] = ticks.get(alert.symbol) ?? [];
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
            if (changed.length > 1_000) log.info({ changed: changed.length }, 'many alerts at once');
            return until;
          });
        },
      },
    ],
    calls: {
      'GET /alerts/list': async ({ database: sql, user }, { symbol = null }) => ({
        list: await alertsOf(sql, user.id, symbol),
      }),
      'POST /alerts/set': async ({ tx, user }, { symbol, ...terms }) => {
        await check(symbol, terms);
        if ((await countAlerts(tx, user.id)) >= MOST_ALERTS) {
          throw new DomainError('too_many_alerts', { params: { max: MOST_ALERTS } });
        }
        tx.notify(user.id, { kind: 'alert' });
        return insertAlert(tx, user.id, symbol, terms, now());
      },
      'PUT /alerts/set': async ({ database: sql, user }, { id, ...terms }) =>
        sql.transaction(async (tx) => {
          const symbol = await symbolOf(tx, user.id, id);
          if (symbol === null) throw new DomainError('not_found', { field: 'id' });
          await check(symbol, terms);
          tx.notify(user.id, { kind: 'alert' });
          return changeAlert(tx, id, terms, now());
        }),
      'POST /alerts/remove': async ({ database: sql, user }, { id }) =>
        sql.transaction(async (tx) => {
          if (!(await removeAlert(tx, user.id, id))) throw new DomainError('not_found', { field: 'id' });
          tx.notify(user.id, { kind: 'alert' });
          return { id };
        }),
    },
  };
});
