import type { Output, ReadInput } from '@tessera/api/contract';
import { areApart } from '@tessera/api/quiz/rules';
import { add, cmp } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';
import { writeSettings } from '../site/index.ts';
import { staffQuestions } from './questions.ts';
import { allSeries, readLimits, type Series, writeSeries } from './terms.ts';

/*
 * What staff change about series and limits. It holds for rounds that are created, and bets that are placed, later: nothing of
 * it reaches a round that exists. Each change is recorded with its reason.
 */

const MOST_RAKE = '0.2';

const record = (tx: Transaction, { staffId, at }: By, subject: string, reason: string, was: object): Promise<unknown> =>
  tx.query(`insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'quiz.change', $2, $3, $4)`, [
    staffId,
    subject,
    `${reason} (before: ${JSON.stringify(was)})`.slice(0, 2_000),
    new Date(at),
  ]);

export const wireSeries = (series: Series): Output<'GET /quiz/terms'>['list'][number] => ({
  id: series.id,
  kind: series.kind,
  symbol: series.symbol,
  currency: series.currency,
  offsets: series.offsets === null ? null : [...series.offsets],
  min_number: series.min_stake,
  max_number: series.max_stake,
  user_cap: series.user_cap,
  pool_cap: series.pool_cap,
  rake: series.rake,
  open: series.open,
});

/** Everything about the quiz that staff change. */
export async function staffView(sql: Sql): Promise<Output<'GET /staff/quiz'>> {
  const { countries, maxOpen } = await readLimits(sql);
  return {
    series: (await allSeries(sql)).map(wireSeries),
    countries: [...countries],
    max_open: maxOpen,
    questions: await staffQuestions(sql),
  };
}

function requireSound({ min_stake, max_stake, user_cap, pool_cap, rake, offsets }: Series): void {
  if (cmp(rake, MOST_RAKE) > 0) throw new DomainError('field_too_large', { field: 'rake', params: { max: MOST_RAKE } });
  const ascending = [
    ['max_number', max_stake, min_stake],
    ['user_cap', user_cap, max_stake],
    ['pool_cap', pool_cap, user_cap],
  ] as const;
  for (const [field, value, least] of ascending) {
    if (cmp(value, least) < 0) throw new DomainError('field_too_small', { field, params: { min: least } });
  }
  if (offsets && !areApart(offsets)) throw new DomainError('invalid_field', { field: 'offsets' });
}

/** Changes a series; what is not sent stays. */
export const changeSeries = (database: Database, change: ReadInput<'POST /staff/quiz/series'>, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const before = (await allSeries(tx, true)).find(({ id }) => id === change.id);
    if (!before) throw new DomainError('not_found', { field: 'id' });
    if (change.offsets !== undefined && before.kind !== 'daily') {
      throw new DomainError('invalid_field', { field: 'offsets' });
    }
    const after: Series = {
      ...before,
      min_stake: add(change.min_number ?? before.min_stake, '0'),
      max_stake: add(change.max_number ?? before.max_stake, '0'),
      user_cap: add(change.user_cap ?? before.user_cap, '0'),
      pool_cap: add(change.pool_cap ?? before.pool_cap, '0'),
      rake: add(change.rake ?? before.rake, '0'),
      offsets: change.offsets === undefined ? before.offsets : change.offsets.split(','),
      open: change.open ?? before.open,
    };
    requireSound(after);
    await writeSeries(tx, after);
    await record(tx, by, `quiz_series:${change.id}`, change.reason, wireSeries(before));
  });

/** Changes the countries without quiz, and the most open bets of a user. */
export const changeLimits = (database: Database, change: ReadInput<'POST /staff/quiz/limits'>, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const { reason, countries, max_open } = change;
    const before = await readLimits(tx);
    await writeSettings(tx, {
      ...(countries !== undefined && { quiz_countries: countries === 'none' ? '' : countries.toUpperCase() }),
      ...(max_open !== undefined && { quiz_max_open: String(max_open) }),
    });
    await record(tx, by, 'quiz', reason, before);
  });
