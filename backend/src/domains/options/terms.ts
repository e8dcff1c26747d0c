import { isDecimalString } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { readSettingsOf } from '../site/index.ts';

/*
 * What staff may change about options: for which countries, how much, for what. None of it reaches an option that is open:
 * `settle.ts` knows neither this file nor the settings.
 */

/**
 * Countries that forbid selling binary options to retail clients: the European Economic Area (ESMA 2018, then national law),
 * Australia, Canada, Israel, the United Kingdom and, off designated exchanges, the United States.
 */
const FORBIDDEN =
  'AT AU BE BG CA CY CZ DE DK EE ES FI FR GB GR HR HU IE IL IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK US';

/** Settings by keyword, with their first values. Capacities are what wins may take from the house, in USDT. */
export const optionSettings = {
  /** ISO 3166-1 alpha-2. */
  options_countries: FORBIDDEN,
  /** Of one direction of a symbol within a minute of expiries, of a symbol, and of all options. */
  options_capacity_expiry: '50000',
  options_capacity_symbol: '200000',
  options_capacity: '1000000',
  /** Open options of a user. */
  options_max_open: '50',
} as const;

type Keyword = keyof typeof optionSettings;
const KEYWORDS = Object.keys(optionSettings) as Keyword[];

export type OptionLimits = {
  readonly countries: readonly string[];
  readonly perExpiry: string;
  readonly perSymbol: string;
  readonly inAll: string;
  readonly maxOpen: number;
};

export async function readLimits(sql: Sql): Promise<OptionLimits> {
  const stored = await readSettingsOf(sql, KEYWORDS);
  const decimalOf = (keyword: Keyword): string => {
    const value = stored(keyword);
    return isDecimalString(value) ? value : optionSettings[keyword];
  };
  return {
    countries: stored('options_countries')
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    perExpiry: decimalOf('options_capacity_expiry'),
    perSymbol: decimalOf('options_capacity_symbol'),
    inAll: decimalOf('options_capacity'),
    maxOpen: Math.trunc(Number(decimalOf('options_max_open'))),
  };
}

export type OptionTerm = {
  readonly seconds: number;
  readonly ratio: string;
  readonly fee_rate: string;
  readonly min_stake: string;
  readonly max_stake: string;
  readonly open: boolean;
};

const TERMS = 'select seconds, ratio, fee_rate, min_stake, max_stake, open from option_term';

/** Terms that are offered, shortest first. */
export const openTerms = (sql: Sql): Promise<OptionTerm[]> =>
  sql.query<OptionTerm>(`${TERMS} where open order by seconds`);

/** All terms, shortest first; those who change them wait for each other. */
export async function allTerms(sql: Sql, changing = false): Promise<OptionTerm[]> {
  if (changing) await sql.query('lock table option_term in share row exclusive mode');
  return sql.query<OptionTerm>(`${TERMS} order by seconds`);
}

export const writeTerm = (tx: Sql, { seconds, ratio, fee_rate, min_stake, max_stake, open }: OptionTerm) =>
  tx.query(
    `insert into option_term (seconds, ratio, fee_rate, min_stake, max_stake, open) values ($1, $2, $3, $4, $5, $6)
     on conflict (seconds) do update
        set ratio = excluded.ratio, fee_rate = excluded.fee_rate, min_stake = excluded.min_stake,
            max_stake = excluded.max_stake, open = excluded.open`,
    [seconds, ratio, fee_rate, min_stake, max_stake, open],
  );

export type StakeCurrency = { readonly currency: string; readonly min_stake: string; readonly max_stake: string };

/** Currencies a stake may be paid in. */
export const stakeCurrencies = (sql: Sql): Promise<StakeCurrency[]> =>
  sql.query<StakeCurrency>('select currency, min_stake, max_stake from option_currency order by rank');
