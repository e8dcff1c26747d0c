import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  listOf,
  noInput,
  optional,
  paging,
  picture,
  rowId,
  symbol,
  text,
  uid,
  unixMs,
  utcDay,
} from '../../kit/fields.ts';
import { bounded, nobodyElse } from '../../kit/value-policy.ts';
import { applyInput, followInput } from './inputs.ts';
import { copytradingRoutes } from './routes.ts';

/* Money is in USDT, ratios are 0.1 for 10 %. `type` is 1 for long and 2 for short. */

const direction = z.union([z.literal(1), z.literal(2)]);

/** What followers got out of a trader's positions, all of them together. */
const followersResult = z.object({
  copy_count: z.int(),
  profit: decimal,
  /** Profit of the margin of all copies together; to be compared with the trader's. */
  margin_return: decimal,
  /** Followers whose copies came to a profit, and to none. */
  winning: z.int(),
  losing: z.int(),
});

/** The rule by which a demonstration trader trades; null of others. */
const strategy = z.enum(['trend', 'reversion', 'breakout', 'momentum']);

/** From positions closed since the account became a trader; success is a profit above zero; refreshed hourly. */
const trader = z.object({
  trader_user_id: z.string(),
  nickname: z.string(),
  avatar: z.nullable(picture),
  signature: z.string(),
  /** An account of the exchange that trades by a published rule. */
  demonstration: z.boolean(),
  strategy: z.nullable(strategy),
  since: unixMs,
  total_profit: decimal,
  accuracy: decimal,
  return_rate: decimal,
  margin_return: decimal,
  max_drawdown: decimal,
  mean_holding_ms: z.int(),
  follower_count: z.int(),
  follower_limit: z.int(),
  order_count: z.int(),
  profitable_count: z.int(),
  long_count: z.int(),
  short_count: z.int(),
  long_success_count: z.int(),
  short_success_count: z.int(),
  profit_share: decimal,
  /** Capital plus results, oldest first. */
  curve: z.array(z.object({ at: unixMs, equity: decimal })),
  followers: followersResult,
  /** What copies paid beyond the index in 30 and in 90 days, of what was traded, before fees; null without copies. */
  cost_30: z.nullable(decimal),
  cost_90: z.nullable(decimal),
  /** Above this ratio over 30 days the trader is suspended. */
  cost_bound: decimal,
  /** Null before the first hour. */
  refreshed_at: z.nullable(unixMs),
});

const copyType = z.enum(['multiple', 'lots']);

const follow = z.object({
  id: rowId,
  trader_user_id: z.string(),
  nickname: z.string(),
  avatar: z.nullable(picture),
  demonstration: z.boolean(),
  type: copyType,
  number: decimal,
  max_amount: decimal,
  stop_loss: z.nullable(decimal),
  /** Ratio that the price of a copy, or of its closing, may be worse than the index. */
  slippage: decimal,
  /** Ratio of `max_amount` that slippage and fees of a day may come to; above it the follow ends. */
  day_cost: decimal,
  /** What they have come to today, in UTC. */
  cost_today: decimal,
  status: z.enum(['following', 'cancelled']),
  /** Why it ended; null while it has not. */
  ended: z.nullable(z.enum(['user', 'stop_loss', 'trader', 'cost', 'idle'])),
  /** Of copies that ended, since this follow began. */
  profit: decimal,
  /** Of copies that are open, at the price of the moment. */
  open_profit: decimal,
  /** Margin of open copies. */
  in_use: decimal,
  open_count: z.int(),
  closed_count: z.int(),
  skipped_count: z.int(),
  /** What is due to the trader if the week ended now. */
  share_due: decimal,
  /** What was paid to the trader, over all follows. */
  share_paid: decimal,
  started_at: unixMs,
  ended_at: z.nullable(unixMs),
});

/** A position of a trader. */
const sourceTrade = z.object({
  id: rowId,
  symbol: z.string(),
  type: direction,
  share: decimal,
  multiple: z.int(),
  open_price: decimal,
  current_price: z.nullable(decimal),
  close_price: z.nullable(decimal),
  /** After fees; of an open position at the price of the moment, null without one. */
  profit: z.nullable(decimal),
  opened_at: unixMs,
  closed_at: z.nullable(unixMs),
});

/** Why a position of the trader was not copied. */
export const skipReasons = [
  /** The follower had too little in the leverage account. */
  'insufficient_balance',
  /** It would have taken the copies above the most that the follower set. */
  'cap',
  /** Of copies from before the house filled them: the price was worse than the slippage limit. */
  'slippage',
  /** Less than one lot. */
  'too_small',
  /** The trader had closed it before it could be copied. */
  'source_closed',
  /** The follower's country, level or own brakes do not allow it. */
  'not_allowed',
  /** The follow had ended by then. */
  'cancelled',
  /** The market was closed or halted, or its price too old. */
  'market',
  /** It could not be placed within half a minute of the trader's fill. */
  'late',
  /** The house took none of it within half a minute: the index moved away, or it held as much as it may. */
  'unfilled',
] as const;

const copiedTrade = z.extend(sourceTrade, {
  trader_user_id: z.string(),
  nickname: z.string(),
  status: z.enum(['opening', 'open', 'closing', 'closed', 'skipped', 'self_held']),
  reason: z.nullable(z.enum(skipReasons)),
  margin: decimal,
  /** Lots that it was to have, and those of them that the house has filled; less until it is opened, or for good. */
  wanted: decimal,
  filled: decimal,
  /** What the trader opened at. */
  source_price: decimal,
});

const application = z.object({
  /** `resigned` and `suspended` of who was a trader. */
  status: z.enum(['none', 'pending', 'approved', 'rejected', 'resigned', 'suspended']),
  /** What staff wrote with a rejection. */
  reason: z.nullable(z.string()),
  submitted_at: z.nullable(unixMs),
});

const statement = z.object({
  id: rowId,
  /** Which side of it the caller is. */
  role: z.enum(['follower', 'trader']),
  trader_user_id: z.string(),
  /** The trader's name for the follower; for the trader, followers are not named. */
  nickname: z.string(),
  /** The Monday of the week that it settles. */
  week: utcDay,
  realised: decimal,
  high_before: decimal,
  high_after: decimal,
  due: decimal,
  paid: decimal,
  at: unixMs,
});

export const copytradingContract = defineContract(copytradingRoutes, {
  'GET /follow/index': {
    weight: 2,
    input: z.object({
      ...paging,
      sort: z._default(
        z.enum(['return_rate', 'profit', 'accuracy', 'drawdown', 'followers', 'followers_profit']),
        'return_rate',
      ),
      /** With room for followers, in profit, or without demonstration accounts. */
      status: z._default(z.enum(['all', 'free', 'profitable', 'people']), 'all'),
      /** Who traded this instrument. */
      symbol: optional(symbol),
    }),
    output: listOf(trader),
    summary: 'Traders to follow',
  },
  'GET /follow/traderDetail': {
    weight: 2,
    input: z.object({ trader_user_id: uid }),
    output: z.extend(trader, {
      positions: z.array(sourceTrade),
      /** Of the open positions together, at the price of the moment. */
      open_profit: decimal,
      instruments: z.array(z.object({ symbol: z.string(), count: z.int(), profit: decimal })),
      /** Profit by day of the last 30, oldest first. */
      profit_by_day: z.array(z.object({ day: utcDay, profit: decimal })),
    }),
    errors: ['not_found'],
    summary: 'One trader with current positions',
  },
  'GET /follow/historyTrade': {
    input: z.object({ ...paging, trader_user_id: uid }),
    output: listOf(sourceTrade),
    errors: ['not_found'],
    summary: 'A trader’s closed positions, newest first',
  },
  'GET /follow/my': {
    weight: 2,
    input: noInput,
    output: z.object({
      is_trader: z.boolean(),
      /** Profit shares that the caller received as a trader. */
      share_received: decimal,
      /** Of all follows together. */
      profit: decimal,
      open_profit: decimal,
      in_use: decimal,
      /** Free in the leverage account, from which copies are opened. */
      available: decimal,
      /** Those that run first. */
      list: z.array(follow),
    }),
    summary: 'The traders that the user copies or copied, with the results',
  },
  'GET /follow/copies': {
    weight: 2,
    input: z.object({
      ...paging,
      status: z._default(z.enum(['open', 'history', 'skipped']), 'open'),
      trader_user_id: optional(uid),
    }),
    output: listOf(copiedTrade),
    summary: 'Copies that are open, that ended, or that were skipped and why; newest first',
  },
  'GET /follow/statements': {
    input: z.object(paging),
    output: listOf(statement),
    summary: 'Weekly settlements of profit shares, paid and received; newest first',
  },
  'GET /follow/application': {
    input: noInput,
    output: application,
    summary: 'The state of the application to be a trader',
  },
  'POST /follow/apply': {
    input: applyInput,
    output: application,
    errors: ['application_pending', 'already_trader', 'follower_cannot_trade'],
    value: nobodyElse('It moves nothing.'),
    summary: 'Apply to be a trader; staff decide',
  },
  'POST /follow/resign': {
    input: noInput,
    output: application,
    errors: ['not_found'],
    value: bounded('the followers', 'Their copies close against the house at the index.'),
    summary: 'Be a trader no more: all follows end, open copies follow their source to its end',
  },
  'POST /staff/traders/suspend': {
    staff: { roles: ['reviewer', 'admin'], confirmed: false, members: 1, because: 'It only restricts.' },
    input: z.object({ trader_user_id: uid, reason: text(300) }),
    output: z.null(),
    errors: ['forbidden', 'own_request', 'not_found'],
    summary: 'Suspend a trader: all follows end, open copies follow their source to its end',
  },
  'POST /staff/traders/restore': {
    staff: {
      roles: ['reviewer', 'admin'],
      confirmed: true,
      members: 1,
      because: 'It moves nothing: followers decide anew.',
    },
    input: z.object({ trader_user_id: uid, reason: text(300) }),
    output: z.null(),
    errors: ['forbidden', 'own_request', 'not_found'],
    summary: 'Take a suspension back: the trader can be followed again',
  },
  'POST /follow/follow': {
    input: followInput,
    output: follow,
    errors: [
      'key_missing',
      'key_wrong',
      'key_locked',
      'key_blocked',
      'whitelist_recipients',
      'trader_cannot_follow',
      'account_frozen',
      'already_following',
      'not_following',
      'linked_account',
      'trader_full',
      'agreement_required',
      'not_found',
    ],
    value: bounded(
      'the trader',
      'A share of what copies gain for the caller, within the limit of sends; the house takes the other side of each copy.',
      { chosen: true },
    ),
    summary: 'Follow a trader, or change how',
  },
  'POST /follow/cancel': {
    input: z.object({ follow_user_id: rowId }),
    output: follow,
    errors: ['not_following'],
    value: bounded('the trader', 'The share that is due of what copies have gained.'),
    summary: 'Stop following; copies that are open follow their source to its end',
  },
  'POST /follow/selfHolding': {
    input: z.object({ id: rowId }),
    output: copiedTrade,
    errors: ['position_not_open', 'stale_price'],
    value: bounded('the trader', 'The share that is due of what copies have gained.'),
    summary: 'Turn a copied position into one’s own; its result until now counts for the profit share',
  },
});
export type CopytradingContract = typeof copytradingContract;
