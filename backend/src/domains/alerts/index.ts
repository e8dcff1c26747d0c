import { alertsContract } from '@tessera/api/alerts/contract';
import { isReached, MOST_ALERTS } from '@tessera/api/alerts/rules';
import { isOnStep, isPositive } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireAttempt, type Window } from '../../platform/limits/attempts.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { changeOf } from './judge.ts';
import { judgeJob } from './judge-job.ts';
import { alertsOf, changeAlert, countAlerts, insertAlert, removeAlert, symbolOf, type Terms } from './store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Alerts that a user sets or changes: each leaves a key behind, and may tell at once. */
export const SET: readonly Window[] = [
  { most: 300, within: HOUR },
  { most: 1_000, within: DAY },
];

/** What users want to be told of prices: judged from the market's record, once, on one node. */
export const alerts = defineDomain(alertsContract, ({ database, catalogue, feed, now }) => {
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

  const count = (tx: Sql, userId: string): Promise<void> =>
    requireAttempt(tx, { scope: 'alert', subject: userId, windows: SET, now: now() });

  return {
    name: 'alerts',
    userData: { price_alert: OWN_ROWS },
    onClose: async (tx, userId) => {
      await tx.query('delete from price_alert where user_id = $1', [userId]);
    },
    jobs: [judgeJob({ database, catalogue, dayAgo })],
    calls: {
      'GET /alerts/list': async ({ database: sql, user }, { symbol = null }) => ({
        list: await alertsOf(sql, user.id, symbol),
      }),
      'POST /alerts/set': async ({ tx, user }, { symbol, ...terms }) => {
        await check(symbol, terms);
        await count(tx, user.id);
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
          await count(tx, user.id);
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
