import type { Output, ReadInput } from '@tessera/api/contract';
import { hidesAt, phaseAt, stakeProblem } from '@tessera/api/quiz/rules';
import type { LanguageCode } from '@tessera/api/rules';
import { add, cmp, isNegative, min, mul, neg, sub } from '@tessera/money';
import { stateAt } from '../../platform/calendar/calendar.ts';
import { type CatalogueSnapshot, countriesWithout } from '../../platform/catalogue/catalogue.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { postJournal, userAccount } from '../../platform/ledger/index.ts';
import { lastStepAt } from '../../platform/market/tick-store.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { type LeavePorts, leave } from '../../platform/ways/leave.ts';
import { heldOf, requireUnbraked } from '../brakes/index.ts';
import { indexInUsdt, livesIn } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { addStake, betOf, insertBet, nextBetId, openBetsOf, type RoundWithPools, roundOf } from './store.ts';
import { readLimits } from './terms.ts';
import { betView, timesOf } from './view.ts';

export type BetParts = {
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Feed;
  readonly ports: LeavePorts;
  /** Unix ms; read again when the bet is accepted. */
  readonly now: () => number;
  readonly language: LanguageCode;
};

/** Throws where the round takes no bets at a time, Unix ms. */
function requireGuessing(round: RoundWithPools, now: number): void {
  if (phaseAt(timesOf(round), round.state, now) !== 'guessing') {
    throw new DomainError('quiz_not_open', { field: 'round_id' });
  }
}

/**
 * Throws where the market of the round could not be traded either. One that staff have halted takes bets until guessing is
 * over: its index is recorded on, and a member who kept later bets out would choose the odds of those before.
 */
function requireMarket({ catalogue, feed }: BetParts, symbol: string, now: number): void {
  const instrument = catalogue.instrument(symbol);
  const quote = feed.quote(symbol);
  if (!instrument || !quote) throw new DomainError('stale_price');
  if (!quote.open || !stateAt(catalogue.calendarOf(instrument), now).open) throw new DomainError('market_closed');
  if (instrument.halt !== null) return;
  if (quote.halt !== null && quote.halt !== 'staff') throw new DomainError('market_halted');
  if (quote.halt === null && now - quote.at > instrument.maxPriceAgeMs) throw new DomainError('stale_price');
}

/** Throws for users of whose country no bets are taken. An unknown country is on no list. */
export async function requireCountry(
  tx: Sql,
  userId: string,
  countries: readonly string[],
  instrument: readonly string[],
): Promise<void> {
  if (await livesIn(tx, userId, countries)) throw new DomainError('area_unsupported');
  if (await livesIn(tx, userId, instrument)) throw new DomainError('country_restricted', { field: 'round_id' });
}

/**
 * Bets on an outcome of a round: the stake moves to the user's quiz account. The time of the acceptance is read last,
 * once the round is held and nothing can be undone or made to fail: a bet that waited is judged by when it was
 * accepted. Whatever the clock of this node says, a bet is too late once the record of prices has reached the end of guessing.
 */
export async function placeBet(
  tx: Transaction,
  user: SignedIn,
  input: ReadInput<'POST /quiz/bet'>,
  parts: BetParts,
): Promise<Output<'POST /quiz/bet'>> {
  const { catalogue, feed, ports, now } = parts;
  const round = await roundOf(tx, input.round_id);
  if (!round) throw new DomainError('not_found', { field: 'round_id' });
  if (input.outcome > round.outcomes) throw new DomainError('field_unknown_choice', { field: 'outcome' });
  requireGuessing(round, now());
  const limits = await readLimits(tx);
  await requireCountry(tx, user.id, limits.countries, countriesWithout(catalogue, round.symbol));
  if (round.symbol !== null) requireMarket(parts, round.symbol, now());
  const price = indexInUsdt(feed, round.currency);
  if (price === null) throw new DomainError('stale_price');
  const stake = add(input.number, '0');
  const problem = stakeProblem(stake, {
    min: round.min_stake,
    max: round.max_stake,
    left: round.user_cap,
    scale: round.scale,
  });
  if (problem) throw new DomainError(problem.code, problem);
  const value = mul(stake, price);
  const limit = (await readConfiguration(tx)).orderLimits[user.level];
  if (cmp(value, limit) > 0) {
    throw new DomainError('order_limit', { field: 'number', params: { limit } });
  }
  requireUnbraked((await heldOf(tx, [user.id])).get(user.id), null, now());

  await leave(tx, ports, {
    call: 'POST /quiz/bet',
    userId: user.id,
    payeeId: null,
    counts: { limit: 'send', value },
    at: now(),
  });
  const id = await nextBetId(tx);
  await postJournal(tx, {
    ref: `quiz-bet:${id}:stake`,
    kind: 'quiz_bet',
    reference: round.symbol ?? `#${round.id}`,
    at: now(),
    entries: [
      { account: userAccount(user.id, 'change'), currency: round.currency, amount: neg(stake) },
      { account: userAccount(user.id, 'quiz'), currency: round.currency, amount: stake },
    ],
  });
  if ((await openBetsOf(tx, user.id)) >= limits.maxOpen) {
    throw new DomainError('too_many_orders', { params: { max: limits.maxOpen } });
  }
  const wanted = { round_id: round.id, user_id: user.id, outcome: input.outcome, stake };
  const before = await addStake(tx, wanted, { isShown: now() < hidesAt(timesOf(round)) });
  if (!before) throw new DomainError('quiz_not_open', { field: 'round_id' });
  const left = sub(round.user_cap, before.own);
  const fits = min(left, sub(round.pool_cap, before.staked));
  if (cmp(stake, fits) > 0) {
    const code = cmp(stake, left) > 0 ? 'quiz_user_cap' : 'quiz_full';
    throw new DomainError(code, { field: 'number', params: { max: isNegative(fits) ? '0' : fits } });
  }
  tx.notify(user.id, { kind: 'order', id, status: 'open' });
  tx.notify(user.id, { kind: 'balance' });
  const recorded = await lastStepAt(tx);
  const acceptedAt = now();
  requireGuessing(round, acceptedAt);
  if (recorded !== null && recorded >= round.closes_at) {
    throw new DomainError('quiz_not_open', { field: 'round_id' });
  }
  await insertBet(tx, { id, ...wanted, place: before.place, price, accepted_at: acceptedAt });
  const placed = await betOf(tx, user.id, id);
  if (!placed) throw new Error(`bet ${id} was not written`);
  return betView(placed, parts.language, catalogue, now());
}
