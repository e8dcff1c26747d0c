import { type IndexTick, indexOf } from '@tessera/api/options/rules';
import { paidIn, payoutOf, prizeOf, verdictOf, windowOf } from '@tessera/api/quiz/rules';
import { mul, neg, quantize, sub } from '@tessera/money';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { houseAccount, type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { indexPrices, keepTicks, lastStepAt } from '../../platform/market/tick-store.ts';
import { bookResults, type UserResult } from '../brakes/index.ts';
import {
  closeRound,
  type Decision,
  decideRound,
  type EndedBet,
  endBets,
  ended,
  hasOpenBets,
  lockRound,
  lockUnpaid,
  markKept,
  paying,
  type RoundWithPools,
  type StoredBet,
  type StoredRound,
  setStrike,
  stakesOn,
  unkept,
  unstruck,
} from './store.ts';
import { isPriced, type PricedRound, termsOf } from './view.ts';

/*
 * Strikes, outcomes and payments. A round ends by the prices that were recorded, or by what two members found at the named
 * source of its question; whenever this runs and however often: besides them, only the round and its bets are read.
 */

/** ms between two runs. */
const EVERY = 1_000;
/** ms after which no step of an earlier time is recorded any more, where no later one shows it; as for options. */
const RECORDED_WITHIN = 15_000;
/** Rounds that are looked at, and bets that are paid, at once. */
const ROUNDS = 100;
const BETS = 500;
/** Stakes that are read at once. */
const STAKES = 10_000;
const USDT_SCALE = 8;

export type SettleParts = {
  readonly database: Database;
  /** Unix ms. */
  readonly now: () => number;
};

type Fence = JobRun['fence'];

/** The prices that a round counts in, in its steps: after a change of the instrument's tick there are no more of them. */
async function pricesOf({ database }: SettleParts, round: PricedRound, from: number, to: number): Promise<IndexTick[]> {
  const { symbol, symbol_id, rules } = round;
  const prices = (await indexPrices(database, [symbol], from, to)).get(symbol) ?? [];
  return prices.flatMap(({ id, number, at, index, fraction }) =>
    id === symbol_id ? [{ number, at, index: indexOf(index, fraction, rules) }] : [],
  );
}

const idOf = ({ id }: { readonly id: string }): string => id;

async function strikeRound(parts: SettleParts, fence: Fence, round: StoredRound): Promise<void> {
  if (!isPriced(round)) return;
  const [first] = await pricesOf(parts, round, round.entry_at, round.entry_at + round.max_age);
  if (!first) return;
  await parts.database.transaction(async (tx) => {
    await fence(tx);
    await setStrike(tx, round.id, first);
  });
}

/** Units that rounding leaves of the prize, from the stakes on the outcome in parts. */
async function leftOver(
  tx: Transaction,
  { id, scale }: RoundWithPools,
  outcome: number,
  prize: string,
  winning: string,
) {
  let [left, after] = [prize, 0];
  for (;;) {
    const stakes = await stakesOn(tx, id, outcome, after, STAKES);
    const last = stakes.at(-1);
    if (!last) break;
    left = sub(left, paidIn(stakes, { prize, winning, scale }));
    after = last.place;
  }
  return Number(mul(left, `1${'0'.repeat(scale)}`));
}

/** What becomes of a round with this outcome; null: stakes go back. */
async function decisionOf(
  tx: Transaction,
  round: RoundWithPools,
  outcome: number | null,
  reason: Decision['reason'],
  ticks: Decision['ticks'],
): Promise<Decision> {
  if (outcome === null) return { outcome, reason, prize: null, leftOver: null, ticks };
  const prize = prizeOf(round.pools, outcome, round.rake, round.scale);
  const left = prize.returned || round.bets === 0 ? 0 : await leftOver(tx, round, outcome, prize.prize, prize.winning);
  return { outcome, reason: prize.returned, prize, leftOver: left, ticks };
}

/** Writes how a round ends, once; its bets are paid next. */
export async function decide(
  tx: Transaction,
  id: string,
  { outcome, reason, ticks }: Pick<Decision, 'outcome' | 'reason' | 'ticks'>,
  at: number,
): Promise<boolean> {
  const round = await lockRound(tx, id);
  if (!round) return false;
  await decideRound(tx, id, await decisionOf(tx, round, outcome, reason, ticks), at);
  return true;
}

async function decideByPrices(parts: SettleParts, fence: Fence, round: StoredRound): Promise<void> {
  if (!isPriced(round)) return;
  const terms = termsOf(round);
  const [from, to] = windowOf(terms);
  // A strike that is known is used as it was recorded: it was set by the same rule.
  const entered =
    round.strike === null
      ? await pricesOf(parts, round, round.entry_at, round.entry_at + round.max_age)
      : [{ number: Number(round.strike_number), at: round.strike_at ?? 0, index: Number(round.strike) }];
  const verdict = verdictOf(terms, entered, await pricesOf(parts, round, from, to));
  await parts.database.transaction(async (tx) => {
    await fence(tx);
    if (round.strike === null && verdict.strike) await setStrike(tx, round.id, verdict.strike);
    await decide(tx, round.id, verdict, parts.now());
  });
}

/** What a bet of a round that is being paid out gets; `rank` is its place among the winning bets. */
function endOf(round: StoredRound, bet: EndedBet['bet'], rank: number): EndedBet {
  const { outcome, reason, prize, winning, left_over, scale } = round;
  if (outcome === null || reason !== null) return { bet, status: 'returned', payout: bet.stake };
  if (bet.outcome !== outcome) return { bet, status: 'lost', payout: '0' };
  const division = { prize: prize ?? '0', winning: winning ?? '0', scale, leftOver: left_over ?? 0 };
  return { bet, status: 'won', payout: payoutOf(bet.stake, rank, division) };
}

const KINDS = { won: 'quiz_prize', lost: 'quiz_bet', returned: 'quiz_return' } as const;

/** A stake leaves the user's quiz account, and what it is paid comes from the pool. */
const journalOf = (round: StoredRound, { bet, status, payout }: EndedBet, at: number): Journal => ({
  ref: `quiz-bet:${bet.id}:result`,
  kind: KINDS[status],
  reference: round.symbol ?? `#${round.id}`,
  at,
  entries: [
    { account: userAccount(bet.user_id, 'quiz'), currency: round.currency, amount: neg(bet.stake) },
    { account: userAccount(bet.user_id, 'change'), currency: round.currency, amount: payout },
    { account: houseAccount('quiz'), currency: round.currency, amount: sub(bet.stake, payout) },
  ],
});

const rakeOf = (round: StoredRound, at: number): Journal => ({
  ref: `quiz-round:${round.id}:rake`,
  kind: 'quiz_bet',
  reference: round.symbol ?? `#${round.id}`,
  at,
  entries: [
    { account: houseAccount('quiz'), currency: round.currency, amount: neg(round.rake_paid ?? '0') },
    { account: houseAccount('fees'), currency: round.currency, amount: round.rake_paid ?? '0' },
  ],
});

/** What bets came to for their users, in USDT at the price that they were accepted at. */
const resultsOf = (some: readonly EndedBet[], at: number): readonly UserResult[] =>
  some.flatMap(({ bet, status, payout }) => {
    if (status === 'returned') return [];
    const amount = quantize(mul(sub(payout, bet.stake), bet.price), USDT_SCALE, 'down');
    return [{ userId: bet.user_id, amount, outcome: status, at }];
  });

/** Pays bets of a round, of which so many winning ones were paid before. Returns how many are paid then. */
async function paySome(
  tx: Transaction,
  round: StoredRound,
  { bets, paid, at }: { readonly bets: readonly StoredBet[]; readonly paid: number; readonly at: number },
): Promise<number> {
  let rank = paid;
  const some = bets.map((bet) => endOf(round, bet, bet.outcome === round.outcome ? ++rank : 0));
  const open = await endBets(tx, some, at);
  const own = some.filter(({ bet }) => open.has(bet.id));
  if (own.length === 0) return rank;
  await postJournals(
    tx,
    own.map((each) => journalOf(round, each, at)),
  );
  await bookResults(tx, resultsOf(own, at));
  for (const { bet, status } of own) {
    tx.notify(bet.user_id, { kind: 'order', id: bet.id, status });
    tx.notify(bet.user_id, { kind: 'balance' });
  }
  return rank;
}

/**
 * Pays bets of a round in one transaction. Returns whether there may be more. While a bet is set aside the round is not closed:
 * what is left of the prize is its.
 */
const payBets = (
  { database, now }: SettleParts,
  { fence, items }: Pick<JobRun, 'fence' | 'items'>,
  round: StoredRound,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    await fence(tx);
    const unpaid = await lockUnpaid(tx, round.id, round.outcome, BETS, items.aside('bet'));
    if (!unpaid) return false;
    const at = now();
    // A part that fails leaves its ranks to the next one: a bet that is paid later has the rank after those.
    let { paid } = unpaid;
    await items.within(tx, 'bet', unpaid.bets, idOf, async (bets) => {
      paid = await paySome(tx, round, { bets, paid, at });
    });
    if (unpaid.bets.length === BETS) return true;
    if (await hasOpenBets(tx, round.id)) return false;
    if (Number(round.rake_paid ?? '0') > 0) await postJournals(tx, [rakeOf(round, at)]);
    await closeRound(tx, round.id, at);
    return false;
  });

/** Sets strikes, decides rounds from the record of prices, and pays out. */
export const settleJob = (parts: SettleParts): RecurringJob => ({
  name: 'quiz-settle',
  every: EVERY,
  exclusive: true,
  items: ['strike', 'round', 'payment', 'bet'],
  async run(run) {
    const { fence, signal, items } = run;
    const { database, now } = parts;
    // Prices before this time are all recorded.
    const reached = Math.max((await lastStepAt(database)) ?? 0, now() - RECORDED_WITHIN);
    await items.each('strike', await unstruck(database, reached, ROUNDS), idOf, (round) =>
      strikeRound(parts, fence, round),
    );
    await items.each('round', await ended(database, reached, ROUNDS), idOf, (round) =>
      decideByPrices(parts, fence, round),
    );
    await items.each('payment', await paying(database), idOf, async (round) => {
      while (!signal.aborted && (await payBets(parts, run, round)));
    });
  },
});

/** Keeps the ticks that decided rounds, which the record drops after a week, once they are signed. */
export const keepJob = ({ database }: Pick<SettleParts, 'database'>): RecurringJob => ({
  name: 'quiz-keep',
  every: 5 * EVERY,
  exclusive: true,
  items: ['round'],
  async run({ fence, items }) {
    await items.pages(
      'round',
      (aside) => unkept(database, ROUNDS, aside),
      idOf,
      (some) =>
        database.transaction(async (tx) => {
          await fence(tx);
          await keepTicks(tx, some.filter(isPriced).flatMap(spansOf));
          await markKept(tx, some.map(idOf));
        }),
    );
  },
});

/** What has to be known to check a round: the prices from its entry to its strike, and those of its last minute. */
export function spansOf({ symbol, strike_at, ...round }: PricedRound) {
  const [from, to] = windowOf(termsOf({ symbol, strike_at, ...round }));
  return [
    { symbol, from: round.entry_at, to: strike_at ?? round.entry_at + round.max_age },
    { symbol, from, to },
  ] as const;
}
