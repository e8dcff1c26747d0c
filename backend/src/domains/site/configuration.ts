import { isDecimalString } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { SMS_PER_COUNTRY_AND_DAY } from '../../platform/mail/sms-bound.ts';
import { MAX_UPLOADS_PER_DAY } from '../../platform/uploads/quota.ts';
import { storedSettings } from './site-settings.ts';

/** Limits and rates that staff may change; the table `setting` holds those that differ from the defaults. */
export type Configuration = {
  /** The most one order or deposit claim may be worth, USDT, by verification level. */
  readonly orderLimits: readonly [string, string, string];
  /** Withdrawn in 24 hours, BTC, by verification level. */
  readonly withdrawalLimits: readonly [string, string, string];
  /** Sent to other users in 24 hours, USDT, by verification level. */
  readonly sendLimits: readonly [string, string, string];
  /** What may go to other users in 24 hours without a second factor or a mailed code, USDT. */
  readonly wayUnapproved: string;
  /** From which value the owner is mailed that something has gone to another user, USDT. */
  readonly wayNotice: string;
  readonly maxOpenOrders: number;
  /** How far a limit price may be from the market, per cent. */
  readonly spotPriceBandPercent: string;
  readonly maxPendingDeposits: number;
  /** What one member of the staff may credit to a user in 24 hours without a second one, USDT. */
  readonly depositFourEyes: string;
  /** Share of a conversion, a ratio. */
  readonly conversionFeeRate: string;
  /** What a conversion's rate is worse than the market's, for each currency that is not USDT: ratios. */
  readonly conversionSpreads: {
    /** Of a currency that the market quotes. */
    readonly quoted: string;
    /** Of a fiat currency whose rate is fetched once a day. */
    readonly daily: string;
  };
  /** Converted by a user in 24 hours, USDT, by verification level. */
  readonly conversionLimits: readonly [string, string, string];
  /** The most that all conversions of 24 hours may change what the house has of a currency, USDT. */
  readonly conversionHouseCap: string;
  /** Days after the decision for which the pictures of rejected cases are kept, and those of approved ones. */
  readonly picturesKept: { readonly rejected: number; readonly approved: number };
  /** How long a new device or a changed password pauses withdrawals. */
  readonly withdrawalPauseHours: number;
  /** How long a new payee waits where only saved ones are paid, and switching that off. */
  readonly whitelistHours: number;
  /** The most that one member of the staff may let leave an account in 24 hours without a second one, USDT. */
  readonly withdrawalFourEyes: string;
  /** What may leave an account to addresses in 24 hours without staff, where the signer pays, USDT. 0: staff approve all. */
  readonly withdrawalAutomatic: string;
  readonly maxPendingWithdrawals: number;
  /** Days in which a log-in takes the request to close an account back. */
  readonly closingWaitDays: number;
  /** Days for which the contacts of a closed account are kept. */
  readonly closedKeptDays: number;
};

/** Defaults by keyword; the seed writes them down so that staff see what there is to change. */
export const configurationDefaults = {
  order_limit_unverified: '500',
  order_limit_basic: '2000',
  order_limit_advanced: '1000000',
  withdrawal_limit_basic: '200',
  withdrawal_limit_advanced: '500',
  send_limit_basic: '50000',
  send_limit_advanced: '500000',
  way_unapproved: '200',
  way_notice: '100',
  max_open_orders: '200',
  spot_price_band_percent: '50',
  max_pending_deposits: '10',
  deposit_four_eyes: '10000',
  conversion_fee_rate: '0.001',
  conversion_spread: '0.001',
  conversion_daily_rate_spread: '0.015',
  conversion_limit_unverified: '2000',
  conversion_limit_basic: '20000',
  conversion_limit_advanced: '5000000',
  conversion_house_cap: '5000000',
  max_uploads_per_day: String(MAX_UPLOADS_PER_DAY),
  sms_per_country_and_day: String(SMS_PER_COUNTRY_AND_DAY),
  pictures_kept_rejected_days: '90',
  pictures_kept_approved_days: '1825',
  withdrawal_pause_hours: '24',
  whitelist_hours: '24',
  withdrawal_four_eyes: '10000',
  withdrawal_automatic: '0',
  max_pending_withdrawals: '10',
  account_closing_days: '14',
  closed_accounts_kept_days: '1825',
} as const;

type Keyword = keyof typeof configurationDefaults;

export async function readConfiguration(sql: Sql): Promise<Configuration> {
  const rows = await storedSettings(sql, Object.keys(configurationDefaults));
  const stored = new Map(rows.map(({ keyword, value }) => [keyword, value]));
  const decimalOf = (keyword: Keyword): string => {
    const value = stored.get(keyword);
    return value !== undefined && isDecimalString(value) ? value : configurationDefaults[keyword];
  };
  const wholeOf = (keyword: Keyword): number => Math.trunc(Number(decimalOf(keyword)));
  return {
    orderLimits: [
      decimalOf('order_limit_unverified'),
      decimalOf('order_limit_basic'),
      decimalOf('order_limit_advanced'),
    ],
    withdrawalLimits: ['0', decimalOf('withdrawal_limit_basic'), decimalOf('withdrawal_limit_advanced')],
    sendLimits: ['0', decimalOf('send_limit_basic'), decimalOf('send_limit_advanced')],
    wayUnapproved: decimalOf('way_unapproved'),
    wayNotice: decimalOf('way_notice'),
    maxOpenOrders: wholeOf('max_open_orders'),
    spotPriceBandPercent: decimalOf('spot_price_band_percent'),
    maxPendingDeposits: wholeOf('max_pending_deposits'),
    depositFourEyes: decimalOf('deposit_four_eyes'),
    conversionFeeRate: decimalOf('conversion_fee_rate'),
    conversionSpreads: { quoted: decimalOf('conversion_spread'), daily: decimalOf('conversion_daily_rate_spread') },
    conversionLimits: [
      decimalOf('conversion_limit_unverified'),
      decimalOf('conversion_limit_basic'),
      decimalOf('conversion_limit_advanced'),
    ],
    conversionHouseCap: decimalOf('conversion_house_cap'),
    picturesKept: {
      rejected: wholeOf('pictures_kept_rejected_days'),
      approved: wholeOf('pictures_kept_approved_days'),
    },
    withdrawalPauseHours: wholeOf('withdrawal_pause_hours'),
    whitelistHours: wholeOf('whitelist_hours'),
    withdrawalFourEyes: decimalOf('withdrawal_four_eyes'),
    withdrawalAutomatic: decimalOf('withdrawal_automatic'),
    maxPendingWithdrawals: wholeOf('max_pending_withdrawals'),
    closingWaitDays: wholeOf('account_closing_days'),
    closedKeptDays: wholeOf('closed_accounts_kept_days'),
  };
}

/** Days that the pictures of a request are kept after its decision. */
export const picturesKept = async (sql: Sql): Promise<Configuration['picturesKept']> =>
  (await readConfiguration(sql)).picturesKept;
