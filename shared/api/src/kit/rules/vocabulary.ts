import type { FiatCode } from '@tessera/bus';
import { byLanguage, LANGUAGE_CODES, type LanguageCode, LOCALES, languageOf } from '@tessera/bus/languages';

export type { FiatCode, LanguageCode };

/* The closed lists that client and backend both enumerate. */

export { byLanguage, LANGUAGE_CODES as languageCodes, LOCALES, languageOf };

export const fiatCodes = [
  'USD',
  'CNY',
  'GBP',
  'HKD',
  'JPY',
  'EUR',
  'AED',
  'THB',
  'PHP',
  'SGD',
  'VND',
] as const satisfies readonly FiatCode[];

/** The four user accounts under the ids and names that transfers use. */
export const accountIds = { legal: 1, change: 2, lever: 3, micro: 4 } as const;
export type AccountName = keyof typeof accountIds;
export const accountNames = ['legal', 'change', 'lever', 'micro'] as const satisfies readonly AccountName[];

export const categories = ['crypto', 'stocks', 'futures', 'intl_futures', 'forex', 'metals', 'options'] as const;
export type Category = (typeof categories)[number];

export const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type Interval = (typeof intervals)[number];

/** Why a symbol takes no orders although its market is open. */
export const haltReasons = [
  /** The index price moved further within a minute than its band. */
  'jump',
  /** The source's spread is too wide. */
  'spread',
  /** The source's price is too old, or there is none. */
  'age',
  /** The house lost much within a minute. Where it only holds as much as it may, one side of the book has no quotes. */
  'exposure',
  /** Several symbols of the class have halted. */
  'class',
  /** Staff halted it, or the market itself: a step fails by it. */
  'staff',
] as const;
export type HaltReason = (typeof haltReasons)[number];

/** What an account-change record is about; the client has a text for each. */
export const recordKinds = [
  'deposit',
  'deposit_reversal',
  'withdrawal',
  'withdrawal_fee',
  'withdrawal_return',
  'transfer',
  'convert',
  'send',
  'receive',
  'order_freeze',
  'order_release',
  'trade_buy',
  'trade_sell',
  'trade_fee',
  'margin',
  'position_result',
  'liquidation',
  'overnight_fee',
  'funding',
  'quick_buy',
  'quick_buy_return',
  'option_stake',
  'option_result',
  'copy_share',
  'mining_lock',
  'mining_interest',
  'mining_return',
  'mining_penalty',
  'invest_buy',
  'invest_interest',
  'invest_redeem',
  'invest_settle',
  'subscription',
  'subscription_return',
  'token_allotment',
  'token_unlock',
  'loan',
  'loan_interest',
  'loan_repayment',
  'collateral',
  'nft_buy',
  'nft_sale',
  'nft_deposit',
  'nft_deposit_return',
  'nft_royalty',
  'nft_forfeit',
  'nft_box',
  'nft_box_return',
  'quiz_bet',
  'quiz_prize',
  'quiz_return',
  'reward',
  'coupon',
  'dust',
  'adjustment',
] as const;
export type RecordKind = (typeof recordKinds)[number];

export const codeScenes = [
  'register',
  'login',
  'forget',
  'change_password',
  'pay_password',
  'bind_email',
  'bind_mobile',
  'change_contact',
  'unfreeze',
  'withdraw',
  'confirm',
] as const;
export type CodeScene = (typeof codeScenes)[number];

/** Changes of what approves, each with a proof of its own. */
export const securityChanges = [
  'add_passkey',
  'remove_passkey',
  'set_authenticator',
  'remove_authenticator',
  'renew_recovery_codes',
  'set_pay_password',
] as const;
export type SecurityChange = (typeof securityChanges)[number];
