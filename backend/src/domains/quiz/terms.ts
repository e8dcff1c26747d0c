import { isDecimalString } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { optionSettings } from '../options/index.ts';
import { readSettingsOf } from '../site/index.ts';

/*
 * What staff may change about the quiz: series, countries, how many bets a user may have open. None of it reaches a round that
 * exists: `settle.ts` knows neither this file nor the settings.
 */

/** Settings by keyword, with their first values. */
export const quizSettings = {
  /** ISO 3166-1 alpha-2; as for options. */
  quiz_countries: optionSettings.options_countries,
  /** Open bets of a user. */
  quiz_max_open: '100',
} as const;

export type QuizLimits = { readonly countries: readonly string[]; readonly maxOpen: number };

export async function readLimits(sql: Sql): Promise<QuizLimits> {
  const stored = await readSettingsOf(sql, Object.keys(quizSettings));
  const most = stored('quiz_max_open');
  return {
    countries: stored('quiz_countries')
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    maxOpen: Math.trunc(Number(isDecimalString(most) ? most : quizSettings.quiz_max_open)),
  };
}

export type Series = {
  readonly id: number;
  readonly kind: 'realtime' | 'daily';
  readonly symbol: string;
  readonly currency: string;
  readonly offsets: readonly string[] | null;
  readonly min_stake: string;
  readonly max_stake: string;
  readonly user_cap: string;
  readonly pool_cap: string;
  readonly rake: string;
  readonly open: boolean;
};

const SERIES = `select id, kind, symbol, currency, offsets, min_stake, max_stake, user_cap, pool_cap, rake, open from quiz_series`;

/** All series; those who change them wait for each other. */
export async function allSeries(sql: Sql, changing = false): Promise<Series[]> {
  if (changing) await sql.query('lock table quiz_series in share row exclusive mode');
  return sql.query<Series>(`${SERIES} order by id`);
}

export const writeSeries = (tx: Sql, series: Series): Promise<unknown> =>
  tx.query(
    `update quiz_series set offsets = $2, min_stake = $3, max_stake = $4, user_cap = $5, pool_cap = $6, rake = $7, open = $8
      where id = $1`,
    [
      series.id,
      series.offsets,
      series.min_stake,
      series.max_stake,
      series.user_cap,
      series.pool_cap,
      series.rake,
      series.open,
    ],
  );
