/** One member is enough, as `because` states; or another one decides the same terms, `when` says from where on. */
type Decided =
  | { readonly members: 1; readonly because: string }
  /** `credits`: it credits a user, and counts in what a member credits alone in a day, by whatever call. */
  | { readonly members: 2; readonly when: string; readonly credits?: true };

type QueuePolicy = { readonly approve: Decided; readonly reject: Decided };

const one = (because: string) => ({ members: 1, because }) as const;
const two = (when: string) => ({ members: 2, when }) as const;
const twoToCredit = (setting: string, more = '') =>
  ({
    members: 2,
    when: `Above \`${setting}\` of all that single members credited to the user in 24 hours, or the member to all users${more}.`,
    credits: true,
  }) as const;

const NO_MONEY = one('It moves no money, and nothing by which money moves.');
const AS_BEFORE = one('Nothing changes; the user can ask again.');

/** What a decision of each queue takes. A queue without an entry does not compile. */
export const staffQueues = {
  deposit: {
    approve: twoToCredit(
      'deposit_four_eyes',
      ', of a picture that was used, of a transaction of others or of the platform, or of tokens of another contract',
    ),
    reject: one('It pays nothing; the user can claim again.'),
  },
  withdrawal: {
    approve: two(
      'Above `withdrawal_four_eyes` for a user in 24 hours, or to a bank account under another name than the verified one.',
    ),
    reject: one('The amount goes back whole to the account that it came from.'),
  },
  payout: {
    approve: two('While the account is frozen. The payment itself was approved in the queue before.'),
    reject: twoToCredit('withdrawal_four_eyes'),
  },
  payout_final: {
    approve: one('It records that what was paid is final; nothing is paid.'),
    reject: twoToCredit('withdrawal_four_eyes'),
  },
  loan: { approve: two('Always.'), reject: one('It pays nothing.') },
  quickbuy: {
    approve: twoToCredit(
      'quickbuy_four_eyes',
      ', more than was ordered, late, of a picture that was used, or without a verified name',
    ),
    reject: one('What was paid goes back to who paid it.'),
  },
  market_flag: {
    approve: one('It only restricts.'),
    reject: two(
      'Of a finding that was confirmed, one of the same pair or payer included, or where trades of the payer, or of either of a pair, carried more than 1,000 USDT to others within a day. Other pairs are let go by one member, up to 1,000 USDT a day.',
    ),
  },
  copy_suspension: { approve: one('It only restricts.'), reject: one('It moves nothing: followers decide anew.') },
  trader: { approve: one('It moves nothing: followers decide for themselves.'), reject: AS_BEFORE },
  identity: {
    approve: one('It moves no money: what leaves by the level is limited, and above its bound decided by two.'),
    reject: AS_BEFORE,
  },
  unfreeze: { approve: one('Withdrawals pause for a day after it, and the user gets messages.'), reject: AS_BEFORE },
  close: {
    approve: one('Only an empty account is closed, or one whose owner gave up what is left.'),
    reject: AS_BEFORE,
  },
  visa: { approve: NO_MONEY, reject: AS_BEFORE },
  artist: { approve: NO_MONEY, reject: AS_BEFORE },
  artwork: { approve: NO_MONEY, reject: AS_BEFORE },
  chat_report: { approve: NO_MONEY, reject: NO_MONEY },
  chat_held: { approve: NO_MONEY, reject: NO_MONEY },
} as const satisfies Readonly<Record<string, QueuePolicy>>;

export type QueueName = keyof typeof staffQueues;
