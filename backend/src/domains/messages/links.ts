import type { MessageTopic } from '@tessera/api/messages/rules';
import type { AccountEvent } from '@tessera/api/realtime';
import { type ScreenLink, screenLink } from '../../platform/screens/screen-link.ts';
import type { MessageKind } from './texts.ts';

type About = {
  /** What the text names. */
  readonly named: Readonly<Record<string, string>>;
  readonly reference: string;
};

/** The screen that a message is about, as a route of the app. */
type Link = ScreenLink | ((about: About) => ScreenLink);

const BORROWING = '/pages/common/borrowing';
const SECURITY = '/pages/setting/security';
const ACCOUNT = '/pages/setting/account';
const ALERTS = '/pages/transaction/alerts';
const CHAT = '/pages/kf/kf';
const WITHDRAWALS = screenLink('/pages/fund/receive_withdraw_record', { tab: 'withdrawals' });
const DEPOSITS = '/pages/fund/receive_withdraw_record';
const VISA = '/pages/fund/visa';
const PAYMENTS = '/pages/setting/bill';
const PAYEES = '/pages/setting/wallet';
const work: Link = ({ named }) =>
  named.code === undefined
    ? screenLink('/pages/nft/mine', { tab: 'bids' })
    : screenLink('/pages/nft/artworkDetail', { code: named.code });
/** The reference of a chat message begins with its room: `<room>:<seq>`. */
const room: Link = ({ reference }) => screenLink('/pages/kf/kf', { room: reference.split(':', 1)[0] ?? '' });

/** The orders of the market that a message is about. */
const orders: Link = ({ named }) =>
  named.market === 'leverage' ? '/pages/transaction/contract_order' : '/pages/transaction/currency_order';
/** The strategy that a message is about: its reference is the id. */
const STRATEGY: Link = ({ reference }) => screenLink('/pages/transaction/strategy', { id: reference });
const POSITIONS = '/pages/transaction/contract_order';
const OPTIONS = '/pages/transaction/seconds_order';
const COPIES = '/pages/copytrade/copy';
/** The order that a message is about: its reference is the order's id. */
const INVESTED: Link = ({ reference }) => screenLink('/pages/invest/mine', { id: reference });
const LOCKED: Link = ({ reference }) => screenLink('/pages/lockming/order', { id: reference });
const EARNING = '/pages/financial/index3';
const SUBSCRIBED = '/pages/ieo/order';

const OF_KIND: Readonly<Record<MessageKind, readonly [topic: MessageTopic, link: Link, told?: AccountEvent]>> = {
  payment_received: ['payments', PAYMENTS],
  payment_sent: ['payments', PAYMENTS],
  deposit_credited: ['payments', DEPOSITS],
  deposit_rejected: ['payments', DEPOSITS],
  visa_approved: ['payments', VISA],
  visa_rejected: ['payments', VISA],
  loan_paid_out: ['loans', BORROWING],
  loan_rejected: ['loans', BORROWING],
  loan_warning: ['loans', BORROWING],
  loan_liquidated: ['loans', BORROWING],
  loan_interest_unpaid: ['loans', BORROWING],
  loan_reminder: ['loans', BORROWING],
  loan_overdue: ['loans', BORROWING],
  loan_repaid: ['loans', BORROWING],
  invest_matured: ['products', INVESTED],
  invest_renewed: ['products', INVESTED],
  dual_settled: ['products', INVESTED],
  dual_returned: ['products', INVESTED],
  mining_ended: ['products', LOCKED],
  mining_renewed: ['products', LOCKED],
  // Demand deposits are paid by the thousand, which tells no page.
  interest_paid: ['interest', EARNING, { kind: 'balance' }],
  sale_allotted: ['products', SUBSCRIBED],
  sale_cancelled: ['products', SUBSCRIBED],
  sale_unlocked: ['products', SUBSCRIBED],
  nft_outbid: ['nft', work],
  nft_won: ['nft', screenLink('/pages/nft/mine', { tab: 'pay' })],
  nft_offered: ['nft', screenLink('/pages/nft/mine', { tab: 'pay' })],
  nft_forfeited: ['nft', work],
  nft_sold: ['nft', screenLink('/pages/nft/mine', { tab: 'sold' })],
  nft_box_returned: ['nft', screenLink('/pages/nft/mine', { tab: 'boxes' })],
  alert_price_above: ['alerts', ALERTS],
  alert_price_below: ['alerts', ALERTS],
  alert_change_above: ['alerts', ALERTS],
  alert_change_below: ['alerts', ALERTS],
  order_bought: ['fills', orders],
  order_sold: ['fills', orders],
  orders_filled: ['fills', orders],
  position_liquidated: ['liquidations', orders],
  positions_liquidated: ['liquidations', orders],
  position_near: ['margin', POSITIONS],
  positions_near: ['margin', POSITIONS],
  account_near: ['margin', POSITIONS],
  position_deleveraged: ['liquidations', orders],
  positions_deleveraged: ['liquidations', orders],
  plan_done: ['fills', STRATEGY],
  plan_refused: ['fills', STRATEGY],
  option_settled: ['settlements', OPTIONS],
  options_settled: ['settlements', OPTIONS],
  copy_cost_reached: ['liquidations', COPIES],
  copy_suspended: ['liquidations', COPIES],
  copy_trader_suspended: ['liquidations', COPIES],
  chat_mention: ['chat', room],
  chat_removed: ['chat', room],
  chat_rejected: ['chat', room],
  chat_banned: ['chat', CHAT],
  chat_banned_for_good: ['chat', CHAT],
  security_new_device: ['security', '/pages/setting/logins'],
  security_password_changed: ['security', SECURITY],
  security_pay_password_changed: ['security', SECURITY],
  security_pay_password_locked: ['security', SECURITY],
  security_factors_changed: ['security', SECURITY],
  security_factor_added: ['security', SECURITY],
  security_taken_out: ['security', SECURITY],
  security_limits_changed: ['security', '/pages/setting/real_mark'],
  security_anti_phishing_changed: ['security', '/pages/setting/antiPhishing'],
  security_contact_changed: ['security', SECURITY],
  security_frozen: ['security', ACCOUNT],
  security_unfrozen: ['security', ACCOUNT],
  security_closing: ['security', ACCOUNT],
  security_closing_cancelled: ['security', ACCOUNT],
  security_closed: ['security', ACCOUNT],
  security_data_requested: ['security', ACCOUNT],
  security_request_rejected: ['security', ACCOUNT],
  security_removal_begun: ['security', SECURITY],
  security_removal_stopped: ['security', SECURITY],
  security_removal_done: ['security', SECURITY],
  payout_payee_added: ['security', PAYEES],
  payout_whitelist_on: ['security', PAYEES],
  payout_whitelist_off: ['security', PAYEES],
  payout_follow_started: ['security', COPIES],
  payout_follow_widened: ['security', COPIES],
  payout_value_sent: ['security', PAYMENTS],
  payout_withdrawal_requested: ['security', WITHDRAWALS],
  payout_withdrawal_sent: ['security', WITHDRAWALS],
  payout_withdrawal_rejected: ['security', WITHDRAWALS],
  payout_withdrawal_failed: ['security', WITHDRAWALS],
};

export const MESSAGE_KINDS = Object.keys(OF_KIND) as readonly MessageKind[];

/** By what preference a kind is sent. */
export const topicOf = (kind: MessageKind): MessageTopic => OF_KIND[kind][0];

/** What the user's pages are told with a message, where what it is about has told them nothing. */
export const toldWith = (kind: MessageKind): AccountEvent | undefined => OF_KIND[kind][2];

/** Where a message leads. */
export function linkOf(kind: MessageKind, about: About): ScreenLink {
  const [, link] = OF_KIND[kind];
  return typeof link === 'function' ? link(about) : link;
}
