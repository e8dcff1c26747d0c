import type { AccountRecord } from '@tessera/api/wallet';
import { add, cmp, type DecimalString, isNegative, isPositive, isZero, neg } from '@tessera/money';
import type english from '../i18n/en.json';

export type Moved = { readonly currency: string; readonly scale: number; readonly amount: DecimalString };

/** What a journal came to for the user in each currency: held parts and all accounts counted together, zeros left out. */
export function netOf(lines: AccountRecord['lines']): readonly Moved[] {
  const sums = new Map<string, Moved>();
  for (const { currency, scale, amount, frozen_amount } of lines) {
    const before = sums.get(currency)?.amount ?? '0';
    sums.set(currency, { currency, scale, amount: add(before, add(amount, frozen_amount)) });
  }
  return [...sums.values()].filter(({ amount }) => !isZero(amount));
}

type Swap = 'bought' | 'sold' | 'converted';
/** A sentence with one amount. */
type Single = Exclude<keyof (typeof english)['record']['told'], Swap | 'moved' | 'other'>;

/** A sentence: its text, and what goes into it. Amounts are without sign. */
export type RecordSentence =
  | { readonly text: Swap; readonly got: Moved; readonly gave: Moved }
  | { readonly text: 'moved'; readonly what: Moved; readonly from: string; readonly to: string }
  | { readonly text: Single; readonly what: Moved }
  /** Where the journal is not what its kind leads to expect: the kind's name, with what came or went. */
  | { readonly text: 'other'; readonly what: Moved; readonly came: boolean };

/** What the journal of a record changed in the record's own account, and for the user as a whole. */
type Change = {
  /** The available amount, or the held one where only that changed; signed. */
  readonly own: Moved;
  readonly net: readonly Moved[];
  readonly record: AccountRecord;
};

type Telling = Single | ((change: Change) => RecordSentence | null);

const unsigned = (moved: Moved): Moved => (isNegative(moved.amount) ? { ...moved, amount: neg(moved.amount) } : moved);

const single = (text: Single, what: Moved): RecordSentence => ({ text, what: unsigned(what) });

/** By the direction in which the account's amount changed. */
const cameOrWent =
  (came: Single, went: Single): Telling =>
  ({ own }) =>
    single(isNegative(own.amount) ? went : came, own);

/** One currency against another one. */
const swapped =
  (text: Swap): Telling =>
  ({ net }) => {
    const got = net.find((moved) => !isNegative(moved.amount));
    const gave = net.find((moved) => isNegative(moved.amount));
    return got && gave ? { text, got, gave: unsigned(gave) } : null;
  };

const moved: Telling = ({ record }) => {
  const [from, to] = record.lines.toSorted((a, b) => cmp(a.amount, b.amount));
  return record.lines.length === 2 && from && to && isNegative(from.amount)
    ? { text: 'moved', what: unsigned(to), from: from.account, to: to.account }
    : null;
};

/** Requested: the amount is held until it is paid out, by a record of the same kind. */
const withdrawal: Telling = ({ own, record: { amount, frozen_amount } }) =>
  single(isNegative(amount) && isPositive(frozen_amount) ? 'withdrawing' : 'withdrew', own);

/** A share is set aside before it is paid, and released at the end of the week. */
const profitShare: Telling = (change) =>
  change.net.length === 0
    ? single(isNegative(change.own.amount) ? 'shareHeld' : 'shareFreed', change.own)
    : single(isNegative(change.own.amount) ? 'sharePaid' : 'shareReceived', change.own);

/** The deposit of an auction is a part of the price. */
const nftBought: Telling = ({ own, net }) =>
  single('nftBought', net.find(({ currency }) => currency === own.currency) ?? own);

const TELLINGS: { readonly [kind in AccountRecord['kind']]: Telling } = {
  deposit: 'deposited',
  deposit_reversal: 'depositReversed',
  withdrawal,
  withdrawal_fee: 'withdrawalFee',
  withdrawal_return: 'withdrawalReturned',
  transfer: moved,
  convert: swapped('converted'),
  send: 'sent',
  receive: 'received',
  order_freeze: 'held',
  order_release: 'released',
  trade_buy: swapped('bought'),
  trade_sell: swapped('sold'),
  trade_fee: 'feePaid',
  margin: cameOrWent('marginFreed', 'marginSet'),
  position_result: cameOrWent('positionProfit', 'positionLoss'),
  liquidation: cameOrWent('liquidationLeft', 'liquidated'),
  overnight_fee: cameOrWent('overnightReceived', 'overnightPaid'),
  funding: cameOrWent('fundingReceived', 'fundingPaid'),
  // What was paid for it is no money of the ledger.
  quick_buy: 'quickBought',
  quick_buy_return: 'purchaseReturned',
  option_stake: 'optionStaked',
  // Without a payout only the held stake changes.
  option_result: cameOrWent('optionPaid', 'optionLost'),
  copy_share: profitShare,
  mining_lock: 'miningLocked',
  mining_interest: 'miningEarned',
  mining_return: 'miningReturned',
  mining_penalty: 'miningPenalty',
  invest_buy: 'invested',
  invest_interest: 'interestEarned',
  invest_redeem: 'redeemed',
  invest_settle: 'matured',
  subscription: 'subscribed',
  subscription_return: 'subscriptionReturned',
  token_allotment: 'allotted',
  token_unlock: 'unlocked',
  loan: 'borrowed',
  loan_interest: 'loanInterestPaid',
  loan_repayment: 'repaid',
  collateral: cameOrWent('collateralReturned', 'pledged'),
  nft_buy: nftBought,
  nft_sale: 'nftSold',
  nft_deposit: 'auctionDeposit',
  nft_deposit_return: 'auctionDepositReturned',
  nft_royalty: cameOrWent('royaltyReceived', 'royaltyPaid'),
  nft_forfeit: cameOrWent('forfeitReceived', 'forfeited'),
  nft_box: 'boxPaid',
  nft_box_return: 'boxReturned',
  quiz_bet: 'quizStaked',
  quiz_prize: 'quizWon',
  quiz_return: 'quizReturned',
  reward: 'rewarded',
  coupon: 'couponPaid',
  dust: 'dustLeft',
  adjustment: cameOrWent('credited', 'deducted'),
};

/** What happened, from the kind of a record and everything that its journal changed for the user. */
export function sentenceOf(record: AccountRecord): RecordSentence {
  const { kind, lines, currency, scale, amount, frozen_amount } = record;
  const own: Moved = { currency, scale, amount: isZero(amount) ? frozen_amount : amount };
  const telling = TELLINGS[kind];
  if (typeof telling === 'string') return single(telling, own);
  return (
    telling({ own, net: netOf(lines), record }) ?? { text: 'other', what: unsigned(own), came: !isNegative(own.amount) }
  );
}
