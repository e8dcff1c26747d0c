import type { Output, ReadInput } from '@tessera/api/contract';
import { CURRENT_RULES, feeOf, scheduleOf, stakeProblem, winOf } from '@tessera/api/options/rules';
import { directionOf } from '@tessera/api/options/wire';
import { add, cmp, div, isNegative, max, min, mul, neg, quantize, sub } from '@tessera/money';
import { stateAt } from '../../platform/calendar/calendar.ts';
import type { CatalogueSnapshot, Currency, Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { lastStepAt, symbolIdOf } from '../../platform/market/tick-store.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { heldOf, requireUnbraked } from '../brakes/index.ts';
import { indexInUsdt, livesIn } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { requireOffered } from './offers.ts';
import { optionInstruments } from './option-instruments.ts';
import { insertOption, lockExposure, nextOptionId } from './store.ts';
import { type OptionLimits, type OptionTerm, openTerms, readLimits, stakeCurrencies } from './terms.ts';
import { viewOf } from './view.ts';

export type OptionMarket = {
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Feed;
  /** Unix ms; read again when the order is accepted. */
  readonly now: () => number;
};

/** Throws `area_unsupported` where the user's country is on the list. An unknown country is on none. */
export async function requireArea(sql: Sql, userId: string, { countries }: Pick<OptionLimits, 'countries'>) {
  if (await livesIn(sql, userId, countries)) throw new DomainError('area_unsupported');
}

/** Throws where the instrument takes no option that lasts until then, Unix ms. */
function requireMarket({ catalogue, feed }: OptionMarket, instrument: Instrument, now: number, until: number): void {
  const quote = feed.quote(instrument.symbol);
  if (!quote) throw new DomainError('stale_price');
  const { open, until: closes } = stateAt(catalogue.calendarOf(instrument), now);
  if (!quote.open || !open) throw new DomainError('market_closed');
  if (quote.halt !== null || instrument.halt !== null) throw new DomainError('market_halted');
  if (now - quote.at > instrument.maxPriceAgeMs) throw new DomainError('stale_price');
  if (until > closes) throw new DomainError('market_closes_first');
}

/** What may be staked in a currency at a term: its own bounds, and those of the term at the price of now. */
function boundsOf(
  { scale }: Currency,
  price: string,
  term: OptionTerm,
  own: { readonly min_stake: string; readonly max_stake: string },
) {
  return {
    scale,
    min: max(own.min_stake, quantize(div(term.min_stake, price), scale, 'up')),
    max: min(own.max_stake, quantize(div(term.max_stake, price), scale, 'down')),
  };
}

/** Digits of an exposure, USDT. */
const USDT_SCALE = 8;

/** Throws `option_capacity` where a win would take more from the house than it may, with what still fits as a stake. */
function requireCapacity(
  exposure: { readonly expiry: string; readonly symbol: string; readonly all: string },
  limits: OptionLimits,
  added: string,
  ratio: string,
): void {
  const left = min(
    sub(limits.perExpiry, exposure.expiry),
    sub(limits.perSymbol, exposure.symbol),
    sub(limits.inAll, exposure.all),
  );
  if (cmp(added, left) <= 0) return;
  const stake = isNegative(left) ? '0' : quantize(div(left, ratio), 2, 'down');
  throw new DomainError('option_capacity', { field: 'number', params: { max: stake } });
}

/** Rejects what was shown before staff changed the term: the user decides anew. */
function requireAsShown(
  { profit_ratio: ratio, fee_rate: feeRate }: Pick<ReadInput<'POST /microtrade/submit'>, 'profit_ratio' | 'fee_rate'>,
  term: OptionTerm,
): void {
  if (ratio !== undefined && cmp(ratio, term.ratio) !== 0)
    throw new DomainError('price_moved', { field: 'profit_ratio' });
  if (feeRate !== undefined && cmp(feeRate, term.fee_rate) !== 0)
    throw new DomainError('price_moved', { field: 'fee_rate' });
}

/**
 * Opens an option. Its strike is the first price after the entry, which no one knows when it is accepted: nothing can be
 * undone or made to fail once the time of the acceptance is read, and that is the last thing that happens.
 */
export async function openOption(
  tx: Transaction,
  user: SignedIn,
  input: ReadInput<'POST /microtrade/submit'>,
  market: OptionMarket,
): Promise<Output<'POST /microtrade/submit'>> {
  const { catalogue, feed, now } = market;
  const limits = await readLimits(tx);
  await requireArea(tx, user.id, limits);
  const instrument = optionInstruments(catalogue).find(({ id }) => id === input.match_id);
  if (!instrument) throw new DomainError('instrument_unknown', { field: 'match_id' });
  const { symbol } = instrument;
  if (await livesIn(tx, user.id, instrument.countries)) {
    throw new DomainError('country_restricted', { field: 'match_id' });
  }
  const term = (await openTerms(tx)).find(({ seconds }) => seconds === input.seconds);
  if (!term) throw new DomainError('field_unknown_choice', { field: 'seconds' });
  requireAsShown(input, term);
  await requireOffered(tx, feed, symbol, term.seconds);
  const currency = catalogue.currencyById(input.currency_id);
  const payable = (await stakeCurrencies(tx)).find((each) => each.currency === currency?.code);
  if (!currency || !payable) throw new DomainError('currency_unknown', { field: 'currency_id' });
  if (!currency.open) throw new DomainError('currency_closed', { field: 'currency_id' });
  requireMarket(market, instrument, now(), scheduleOf(now(), term.seconds).expiresAt);

  const recordedAs = await symbolIdOf(tx, symbol);
  const price = indexInUsdt(feed, currency.code);
  if (price === null || recordedAs === null) throw new DomainError('stale_price');
  const stake = add(input.number, '0');
  const problem = stakeProblem(stake, boundsOf(currency, price, term, payable));
  if (problem) throw new DomainError(problem.code, problem);
  const limit = (await readConfiguration(tx)).orderLimits[user.level];
  if (cmp(mul(stake, price), limit) > 0) {
    throw new DomainError('order_limit', { field: 'number', params: { limit } });
  }

  requireUnbraked((await heldOf(tx, [user.id])).get(user.id), null, now());

  const direction = directionOf(input.type);
  const { scale, code } = currency;
  const fee = feeOf(stake, term.fee_rate, scale);
  const id = await nextOptionId(tx);
  await postJournal(tx, {
    ref: `option:${id}:stake`,
    kind: 'option_stake',
    reference: symbol,
    at: now(),
    entries: [
      { account: userAccount(user.id, 'micro'), currency: code, amount: neg(add(stake, fee)) },
      { account: userAccount(user.id, 'micro', 'frozen'), currency: code, amount: stake },
      { account: houseAccount('fees'), currency: code, amount: fee },
    ],
  });
  const exposure = quantize(mul(winOf({ stake, ratio: term.ratio, scale }), price), USDT_SCALE, 'up');
  const wanted = { user_id: user.id, symbol, direction, expires_at: scheduleOf(now(), term.seconds).expiresAt };
  const before = await lockExposure(tx, wanted);
  if (before.open >= limits.maxOpen) throw new DomainError('too_many_orders', { params: { max: limits.maxOpen } });
  requireCapacity(before, limits, exposure, term.ratio);
  tx.notify(user.id, { kind: 'order', id, status: 'open' });
  tx.notify(user.id, { kind: 'balance' });
  const recorded = await lastStepAt(tx);
  const acceptedAt = now();
  const { entryAt, expiresAt } = scheduleOf(acceptedAt, term.seconds);
  // Waiting for the locks may have taken until the market closed.
  requireMarket(market, instrument, acceptedAt, expiresAt);
  // After a node stood still its clock is behind: the strike would be a price that others have seen.
  if (recorded !== null && recorded >= entryAt) throw new DomainError('stale_price');
  const option = await insertOption(tx, {
    id,
    user_id: user.id,
    symbol,
    currency: code,
    scale,
    direction,
    seconds: term.seconds,
    stake,
    fee,
    ratio: term.ratio,
    exposure,
    rules: CURRENT_RULES,
    tick: instrument.tick,
    symbol_id: recordedAs,
    max_age: instrument.maxPriceAgeMs,
    accepted_at: acceptedAt,
    entry_at: entryAt,
    expires_at: expiresAt,
  });
  return viewOf(option, catalogue);
}
