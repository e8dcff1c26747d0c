import type { BuyMethod } from '@tessera/api/quickbuy/rules';
import { isDecimalString } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { fiatTable } from '../fiat/index.ts';
import { readSettingsOf } from '../site/index.ts';
import type { BankAccount } from './store.ts';

/* What staff may change about buying coins. None of it reaches an order that was made. */

const HOUR = 3_600_000;
/** ms for which a daily table of fiat rates is sold at. */
const TABLE_LASTS = 48 * HOUR;

/** Settings by keyword, with their first values. Amounts in USDT. */
export const buySettings = {
  /** Codes of the coins, in the order of the form. */
  quickbuy_currencies: 'USDT BTC ETH',
  /** Ordered in 24 hours by the identity level. */
  quickbuy_limit_basic: '20000',
  quickbuy_limit_advanced: '500000',
  /** What one member of the staff may credit to a user in 24 hours without a second one. */
  quickbuy_four_eyes: '10000',
  /** Orders of a user that are to be paid or under review. */
  quickbuy_max_open: '3',
  /** Orders of 24 hours that a user may leave unpaid. */
  quickbuy_max_unpaid: '5',
} as const;

type Keyword = keyof typeof buySettings;
const KEYWORDS = Object.keys(buySettings) as Keyword[];

export type BuyConfiguration = {
  readonly currencies: readonly string[];
  /** By the identity level. */
  readonly limits: readonly [string, string, string];
  readonly fourEyes: string;
  readonly maxOpen: number;
  readonly maxUnpaid: number;
};

export async function readBuyConfiguration(sql: Sql): Promise<BuyConfiguration> {
  const stored = await readSettingsOf(sql, KEYWORDS);
  const decimalOf = (keyword: Keyword): string => {
    const value = stored(keyword);
    return isDecimalString(value) ? value : buySettings[keyword];
  };
  return {
    currencies: stored('quickbuy_currencies')
      .split(/[\s,]+/)
      .filter(Boolean),
    limits: ['0', decimalOf('quickbuy_limit_basic'), decimalOf('quickbuy_limit_advanced')],
    fourEyes: decimalOf('quickbuy_four_eyes'),
    maxOpen: Math.trunc(Number(decimalOf('quickbuy_max_open'))),
    maxUnpaid: Math.trunc(Number(decimalOf('quickbuy_max_unpaid'))),
  };
}

export type MethodRow = {
  readonly method: BuyMethod;
  readonly provider: 'bank' | 'checkout';
  readonly open: boolean;
  readonly countries: readonly string[];
  readonly fiats: readonly string[];
  readonly fee_rate: string;
  /** USDT. */
  readonly min: string;
  readonly max: string;
  /** Minutes. */
  readonly pay_within: number;
};

/** All ways to pay in the order of the form; those who change them wait for each other. */
export async function methodsOf(sql: Sql, changing = false): Promise<MethodRow[]> {
  if (changing) await sql.query('lock table quick_buy_method in share row exclusive mode');
  return sql.query<MethodRow>(
    'select method, provider, open, countries, fiats, fee_rate, min, max, pay_within from quick_buy_method order by rank',
  );
}

export type AccountRow = BankAccount & {
  readonly id: number;
  readonly fiat: string;
  readonly demonstration: boolean;
  readonly open: boolean;
};

/** All accounts that transfers go to. */
export const accountsOf = (sql: Sql): Promise<AccountRow[]> =>
  sql.query<AccountRow>(
    `select id, fiat, account_name, iban, account_number, beneficiary_country, swift, bank_name, bank_address,
            demonstration, open
       from quick_buy_account order by id`,
  );

/** Where and when rates are used. */
export type RateSource = {
  /** Unix ms. */
  readonly now: number;
  /** A demonstration has the built-in table, of whatever age. */
  readonly demonstration: boolean;
};

/** Units of each fiat currency for one USDT, which counts as a dollar. Empty but for the dollar where the table is old. */
export async function fiatRates(
  sql: Sql,
  { now, demonstration }: RateSource,
): Promise<{ readonly at: number; readonly rates: ReadonlyMap<string, string> }> {
  const { at, rates } = await fiatTable(sql);
  const usable = demonstration || now - at <= TABLE_LASTS;
  return { at, rates: new Map([...(usable ? rates : []), ['USD', '1']]) };
}

const DEMONSTRATION: readonly Omit<AccountRow, 'id' | 'demonstration' | 'open'>[] = ['USD', 'EUR'].map((fiat) => ({
  fiat,
  account_name: 'Demonstration account',
  // The examples of ISO 13616 and of the registry of SWIFT: no bank has them.
  iban: 'GB82WEST12345698765432',
  account_number: '98765432',
  beneficiary_country: 'GB',
  swift: 'WESTGB2L',
  bank_name: `Demonstration Bank (${fiat})`,
  bank_address: '1 Example Street, London',
}));

/** Accounts of demonstrations: there where it is one, and closed where it is none any more. */
export async function seedDemonstrationAccounts(sql: Sql, demonstration: boolean): Promise<void> {
  if (!demonstration) {
    await sql.query('update quick_buy_account set open = false where demonstration and open');
    return;
  }
  await sql.query(
    `insert into quick_buy_account
       (fiat, account_name, iban, account_number, beneficiary_country, swift, bank_name, bank_address, demonstration)
     select fiat, account_name, iban, account_number, beneficiary_country, swift, bank_name, bank_address, true
       from jsonb_to_recordset($1) as a (fiat text, account_name text, iban text, account_number text,
            beneficiary_country text, swift text, bank_name text, bank_address text)
     on conflict do nothing`,
    [JSON.stringify(DEMONSTRATION)],
  );
}
