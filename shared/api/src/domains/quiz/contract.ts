import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  atMost,
  decimal,
  decimalUpTo,
  flag,
  listOf,
  noInput,
  optional,
  paging,
  positiveDecimal,
  positiveTermAmount,
  rowId,
  smallId,
  symbol,
  text,
  time,
  unixMs,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { localisedInput } from '../../kit/localised.ts';
import { payKey, wayErrors, wayProof } from '../../kit/person-fields.ts';
import { DESK_ROLES, MONEY_ROLES, oneMember, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { nobodyElse, wayOut } from '../../kit/value-policy.ts';
import { instrumentsContract } from '../instruments/contract.ts';
import { quizRoutes } from './routes.ts';
import { roundKinds } from './rules.ts';

const kind = z.enum(roundKinds);

/** Bets of a round that its proof lists; of a larger one it has the pools only. */
export const BETS_IN_PROOF = 5_000;
/** Outcomes of a question. */
export const MOST_OUTCOMES = 6;

const outcome = z.object({
  /** From 1. Of a real-time round 1 is up and 2 is down. */
  outcome: z.int(),
  /** Of a question. */
  label: z.nullable(z.string()),
  /** Of a range: from this price, inclusive, up to that one. Null at its open end. */
  from: z.nullable(decimal),
  to: z.nullable(decimal),
  /** The same as ratios of the price that its ranges are around, which follows the guesses. */
  from_offset: z.nullable(decimal),
  to_offset: z.nullable(decimal),
  staked: decimal,
  /** Share of the pool, a ratio; null without a stake. */
  chance: z.nullable(decimal),
});

const rules = z._default(z.union([z.literal(1), z.literal(2)]), 1);

const round = z.object({
  id: rowId,
  kind,
  /** Null of a question. */
  symbol: z.nullable(z.string()),
  /** Countries whose residents may not bet on it, ISO 3166-1 alpha-2: those of the instrument of its price. */
  countries: z.array(z.string()),
  /** Of a question, in the language of the request. */
  title: z.nullable(z.string()),
  currency_id: z.int(),
  currency: z.string(),
  /** Fraction digits of the currency. */
  scale: z.int(),
  /** The rules of prices: 1 in whole ticks of the instrument, 2 in thousandths of a tick. */
  rules,
  /** Of a tick of the instrument. */
  tick: z.nullable(decimal),
  outcomes: z.array(outcome),
  /** Of one bet, of one user, of all. */
  min_number: decimal,
  max_number: decimal,
  user_cap: decimal,
  pool_cap: decimal,
  /** What the house keeps of the pool, at most; a ratio. */
  rake: decimal,
  /** All stakes that are shown. */
  pool: decimal,
  participants: z.int(),
  opens_at: unixMs,
  /** From when until `closes_at` new stakes are not shown. */
  hides_at: unixMs,
  /** Bets are accepted before this time. */
  closes_at: unixMs,
  /** From when the first price is the strike; null of a question. */
  entry_at: z.nullable(unixMs),
  /** When it is decided; of a question, when its answer is due. */
  decides_at: unixMs,
  state: z.enum(['open', 'paying', 'over', 'void']),
  /** The strike; of a daily round the price that its ranges are of. Null before it is known. */
  open_price: z.nullable(decimal),
  /** The settlement price. */
  close_price: z.nullable(decimal),
  outcome: z.nullable(z.int()),
  /** Why stakes went back. */
  reason: z.nullable(z.enum(['no_strike', 'no_ticks', 'tied', 'undecided', 'unanswered', 'no_winners', 'one_sided'])),
});

/** A recorded price: its number in the chain of the symbol, and when it was made. */
const tick = z.object({ number: z.int(), price: decimal, at: unixMs });

const question = z.object({
  description: z.string(),
  source_name: z.string(),
  source_url: z.string(),
  asked_at: unixMs,
  approved_at: z.nullable(unixMs),
  /** What staff found at the source; outcome 0 where it cannot be decided. */
  proposal: z.nullable(
    z.object({
      outcome: z.int(),
      at: unixMs,
      evidence: z.string(),
      evidence_url: z.string(),
      /** Until when it may be disputed; it is confirmed by another member after that. */
      disputable_until: unixMs,
      disputes: z.int(),
    }),
  ),
  confirmed_at: z.nullable(unixMs),
});

const roundDetail = z.extend(round, {
  strike: z.nullable(tick),
  /** The 25 prices of the settlement, oldest first; the 5 highest and 5 lowest do not count. */
  ticks: z.array(z.extend(tick, { counts: z.boolean() })),
  bets: z.int(),
  /** What was divided among the winners, and what was staked on the outcome; null until it is known. */
  prize: z.nullable(decimal),
  winning: z.nullable(decimal),
  rake_paid: z.nullable(decimal),
  question: z.nullable(question),
});

const bet = z.object({
  id: rowId,
  round_id: rowId,
  kind,
  symbol: z.nullable(z.string()),
  title: z.nullable(z.string()),
  currency: z.string(),
  scale: z.int(),
  /** Number of the bet in its round. */
  place: z.int(),
  /** What was guessed. */
  outcome: outcome,
  number: decimal,
  /** `won`: guessed right, the bonus is paid; `lost`: missed. */
  status: z.enum(['open', 'won', 'lost', 'returned']),
  /** What was paid; null while open. */
  payout: z.nullable(decimal),
  /** What was paid less the stake; null while open. */
  profit: z.nullable(decimal),
  opens_at: unixMs,
  closes_at: unixMs,
  decides_at: unixMs,
  state: round.shape.state,
  created_at: unixMs,
});

const span = instrumentsContract['GET /market/ticks'].output;
const heads = instrumentsContract['GET /market/heads'].output;

export const quizProof = z.object({
  /** Raised when the form of the file changes. In the first version rounds have no `rules`. */
  version: z.union([z.literal(1), z.literal(2)]),
  round: z.object({
    id: rowId,
    kind,
    symbol: z.nullable(z.string()),
    currency: z.string(),
    scale: z.int(),
    outcomes: z.int(),
    rake: decimal,
    closes_at: unixMs,
    entry_at: z.nullable(unixMs),
    decides_at: unixMs,
    max_age: z.nullable(z.int()),
    rules,
    /** Where its ranges meet: see `RANGES`. Without it those of the first version. */
    ranges: z._default(z.union([z.literal(1), z.literal(2)]), 1),
    tick: z.nullable(decimal),
    offsets: z.nullable(z.array(decimal)),
    state: round.shape.state,
    outcome: z.nullable(z.int()),
    reason: round.shape.reason,
    strike_number: z.nullable(z.int()),
    settlement_number: z.nullable(z.int()),
    /** Stakes by outcome. */
    pools: z.array(decimal),
    prize: z.nullable(decimal),
    winning: z.nullable(decimal),
    rake_paid: z.nullable(decimal),
    /** Units that rounding left of the prize: one each for the first winning bets. */
    left_over: z.nullable(z.int()),
  }),
  /** Every bet as place, outcome, stake, payout; null before the round is over, and where there are too many for a file. */
  bets: z.nullable(z.array(z.tuple([z.int(), z.int(), decimal, z.nullable(decimal)]))),
  /** Recorded ticks at the entry and before the end, from one signed head to another; null until they are signed, and of a question. */
  record: z.nullable(z.object({ entry: span, settlement: span, heads: heads.shape.list, key: heads.shape.key })),
});

const series = z.object({
  id: z.int(),
  kind,
  symbol: z.string(),
  currency: z.string(),
  offsets: z.nullable(z.array(decimal)),
  min_number: decimal,
  max_number: decimal,
  user_cap: decimal,
  pool_cap: decimal,
  rake: decimal,
  open: z.boolean(),
});

const staffQuestion = z.object({
  id: rowId,
  state: z.enum(['asked', 'open', 'paying', 'over', 'void', 'withdrawn']),
  title: z.string(),
  labels: z.array(z.string()),
  source_name: z.string(),
  source_url: z.string(),
  opens_at: unixMs,
  closes_at: unixMs,
  decides_at: unixMs,
  pool: decimal,
  participants: z.int(),
  asked_by: z.string(),
  approved_by: z.nullable(z.string()),
  proposed: z.nullable(z.int()),
  proposed_by: z.nullable(z.string()),
  evidence: z.nullable(z.string()),
  evidence_url: z.nullable(z.string()),
  disputable_until: z.nullable(unixMs),
  disputes: z.array(z.object({ at: unixMs, text: z.string() })),
  confirmed_by: z.nullable(z.string()),
});

const staffQuiz = z.object({
  series: z.array(series),
  /** ISO 3166-1 alpha-2: of whose users no bets are taken. */
  countries: z.array(z.string()),
  /** Open bets of a user. */
  max_open: z.int(),
  /** Newest first. */
  questions: z.array(staffQuestion),
});

/** Country codes, separated by spaces; `none`: no country. */
const countryCodes = z.string().check(z.trim(), z.regex(/^(?:none|[A-Za-z]{2}(?: [A-Za-z]{2})*)$/));

const webAddress = z.string().check(z.trim(), atMost(300), z.regex(/^https:\/\/[^\s<>"'\\]+$/));

/** Ascending ratios, separated by commas: `-0.03,-0.01,0,0.01,0.03`. */
const offsets = z.string().check(z.trim(), z.regex(/^-?0(?:\.\d{1,6})?(?:,-?0(?:\.\d{1,6})?){0,8}$/));

const STAFF_ERRORS = ['forbidden', 'confirmation_required'] as const;

export const quizContract = defineContract(quizRoutes, {
  'GET /quiz/rounds': {
    input: z.object({ kind, symbol: optional(symbol), page: paging.page, limit: paging.limit }),
    output: z.extend(listOf(round), { now: unixMs }),
    summary: 'Rounds of a kind, newest first; those that have not begun come first',
  },
  'GET /quiz/round': {
    input: z.object({ id: rowId }),
    output: z.extend(roundDetail, { now: unixMs }),
    errors: ['not_found'],
    summary: 'A round with its pools, and with every price that decided it',
  },
  'GET /quiz/proof': {
    weight: 6,
    input: z.object({ id: rowId }),
    output: quizProof,
    errors: ['not_found'],
    summary:
      'What proves the settlement of a round: bets without their users, recorded ticks, and the signed heads around them',
  },
  'GET /quiz/terms': {
    input: noInput,
    output: wholeListOf(series),
    summary: 'Series of rounds that are offered, with their limits and their rake',
  },
  'GET /quiz/permission': {
    input: noInput,
    output: z.object({}),
    errors: ['area_unsupported'],
    summary: 'Whether the user may bet at all, before one is asked for',
  },
  'POST /quiz/bet': {
    input: z.object({ round_id: rowId, outcome: whole(1, 10), number: positiveDecimal, key: payKey, ...wayProof }),
    output: bet,
    errors: [
      ...wayErrors,
      'not_found',
      'insufficient_balance',
      'market_closed',
      'market_halted',
      'stale_price',
      'order_limit',
      'amount_too_small',
      'amount_too_large',
      'quiz_not_open',
      'quiz_full',
      'quiz_user_cap',
      'too_many_orders',
      'area_unsupported',
      'country_restricted',
      'loan_outstanding',
      'brake_excluded',
      'brake_daily_loss',
      'brake_cool_off',
    ],
    value: wayOut({ payee: 'pool', amount: 'The stake', limit: 'send', approval: 'above' }),
    summary: 'Bet on an outcome of a round: the stake moves to the quiz account until the round is over',
  },
  'GET /quiz/bets': {
    input: z.object({ ...paging, status: optional(z.enum(['open', 'ended'])) }),
    output: listOf(bet),
    summary: 'The user’s bets, newest first',
  },
  'GET /quiz/bet': {
    input: z.object({ id: rowId }),
    output: z.extend(bet, { round: roundDetail, disputed: z.boolean() }),
    errors: ['not_found'],
    summary: 'A bet with its round and every price that decided it',
  },
  'POST /quiz/dispute': {
    input: z.object({ id: rowId, text: text(1_000, 10) }),
    output: z.object({ disputable_until: unixMs }),
    errors: ['not_found', 'quiz_step'],
    value: nobodyElse('It moves nothing; staff decide once more.'),
    summary: 'Dispute the proposed answer of a question that one has bet on; once for each proposal',
  },
  'GET /staff/quiz': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffQuiz,
    summary: 'Series, limits and questions of the quiz, for staff',
  },
  'POST /staff/quiz/series': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/quiz', at: [{ list: 'series', by: { id: 'id' } }] },
      alone: 'Close a series.',
    }),
    input: z.object({
      id: smallId,
      reason: text(200),
      min_number: optional(positiveTermAmount),
      max_number: optional(positiveTermAmount),
      user_cap: optional(positiveTermAmount),
      pool_cap: optional(positiveTermAmount),
      rake: optional(decimalUpTo('0.2')),
      offsets: optional(offsets),
      open: optional(flag()),
    }),
    output: staffQuiz,
    errors: [...STAFF_ERRORS, 'not_found', 'invalid_field', 'field_too_large', 'field_too_small'],
    summary: 'Change a series of rounds; it holds for rounds that are created later',
  },
  'POST /staff/quiz/limits': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/quiz', at: [] },
    }),
    input: z.object({ reason: text(200), countries: optional(countryCodes), max_open: optional(whole(0, 10_000)) }),
    output: staffQuiz,
    errors: [...STAFF_ERRORS],
    summary: 'Change the countries without quiz and the most open bets of a user',
  },
  'POST /staff/quiz/ask': {
    staff: oneMember(MONEY_ROLES, 'A question and its answer each take another member, by their own calls.'),
    input: z.object({
      ...localisedInput('title', 200),
      ...localisedInput('description', 2_000),
      ...localisedInput('labels', 400),
      source_name: text(100),
      source_url: webAddress,
      opens_at: time,
      closes_at: time,
      decides_at: time,
      currency: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
      min_number: positiveTermAmount,
      max_number: positiveTermAmount,
      user_cap: positiveTermAmount,
      pool_cap: positiveTermAmount,
      rake: z._default(decimalUpTo('0.2'), '0'),
      reason: text(200),
    }),
    output: staffQuiz,
    errors: [
      ...STAFF_ERRORS,
      'invalid_field',
      'field_required',
      'currency_unknown',
      'field_too_large',
      'field_too_small',
    ],
    summary: 'Ask a question; labels are separated by “|”, one an outcome. Another member approves it',
  },
  'POST /staff/quiz/approve': {
    staff: oneMember(MONEY_ROLES, 'A question and its answer each take another member, by their own calls.'),
    input: z.object({ id: rowId, reason: text(200) }),
    output: staffQuiz,
    errors: [...STAFF_ERRORS, 'not_found', 'quiz_step', 'quiz_same_member', 'service_paused'],
    summary: 'Approve a question that another member asked: it takes bets from its opening on',
  },
  'POST /staff/quiz/propose': {
    staff: oneMember(MONEY_ROLES, 'A question and its answer each take another member, by their own calls.'),
    input: z.object({
      id: rowId,
      outcome: whole(0, MOST_OUTCOMES),
      evidence: text(1_000),
      evidence_url: webAddress,
      reason: text(200),
    }),
    output: staffQuiz,
    errors: [...STAFF_ERRORS, 'not_found', 'quiz_step', 'quiz_same_member', 'invalid_field'],
    summary: 'Propose the answer of a question with its evidence; 0 where the source does not decide it',
  },
  'POST /staff/quiz/confirm': {
    staff: oneMember(MONEY_ROLES, 'A question and its answer each take another member, by their own calls.'),
    input: z.object({ id: rowId, outcome: whole(0, MOST_OUTCOMES), reason: text(200) }),
    output: staffQuiz,
    errors: [...STAFF_ERRORS, 'not_found', 'quiz_step', 'quiz_same_member', 'changed_meanwhile'],
    summary: 'Confirm the answer that another member proposed, once it can no longer be disputed',
  },
  'POST /staff/quiz/reject': {
    staff: oneMember(MONEY_ROLES, 'A question and its answer each take another member, by their own calls.'),
    input: z.object({ id: rowId, reason: text(200) }),
    output: staffQuiz,
    errors: [...STAFF_ERRORS, 'not_found', 'quiz_step', 'quiz_same_member'],
    summary: 'Withdraw a question that was not approved, or reject a proposed answer: another one is proposed',
  },
});
export type QuizContract = typeof quizContract;
