import { randomUUID } from 'node:crypto';
import type { Output, ReadInput } from '@tessera/api/contract';
import {
  conversionProblem,
  conversionRate,
  convert,
  type Leg,
  leastConversion,
  marketRate,
  QUOTE_LASTS,
  QUOTE_RESTS,
} from '@tessera/api/convert/rules';
import { div, isPositive, min, quantize } from '@tessera/money';
import type { Currency } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { type Configuration, readConfiguration } from '../site/index.ts';
import { allowanceOf, requireAllowance, requireRoom, valueInIndex } from './caps.ts';
import { legOf, type Market, requireCurrency } from './legs.ts';
import { keepQuote } from './store.ts';

type Pair = { readonly from_currency_id: number; readonly to_currency_id: number };

function currenciesOf({ catalogue }: Market, { from_currency_id, to_currency_id }: Pair) {
  return {
    source: requireCurrency(catalogue, from_currency_id, 'from_currency_id'),
    target: requireCurrency(catalogue, to_currency_id, 'to_currency_id'),
  };
}

/** Both sides of a conversion at the prices of the moment. */
export async function legsOf(
  sql: Sql,
  market: Market,
  { source, target }: { readonly source: Currency; readonly target: Currency },
  { conversionSpreads }: Configuration,
): Promise<{ readonly from: Leg; readonly to: Leg }> {
  return {
    from: await legOf(sql, market, source, conversionSpreads),
    to: await legOf(sql, market, target, conversionSpreads),
  };
}

/** The rate of the moment, and what may be converted at it. */
export async function rateOf(
  sql: Sql,
  user: SignedIn,
  pair: ReadInput<'GET /wallet/getRateCurrency'>,
  market: Market,
): Promise<Output<'GET /wallet/getRateCurrency'>> {
  const { source, target } = currenciesOf(market, pair);
  const same = conversionProblem('1', source, target);
  if (same) throw new DomainError(same.code, same);
  const configuration = await readConfiguration(sql);
  const { from, to } = await legsOf(sql, market, { source, target }, configuration);
  const { order, day } = await allowanceOf(sql, user, configuration, market.now);
  return {
    rate: conversionRate(from, to),
    market_rate: marketRate(from, to),
    spread: convert('1', from, to, '0').spread,
    fee_rate: configuration.conversionFeeRate,
    min_number: leastConversion(from, to, configuration.conversionFeeRate),
    max_number: quantize(div(min(order, day), from.index), from.scale, 'down'),
    at: market.now,
  };
}

/** Quotes a conversion at current prices, in place of the user's last quote. Reserves nothing. */
export async function quoteConversion(
  sql: Sql,
  user: SignedIn,
  { number, ...pair }: ReadInput<'POST /user/getTransferFee'>,
  market: Market,
): Promise<Output<'POST /user/getTransferFee'>> {
  const { source, target } = currenciesOf(market, pair);
  const problem = conversionProblem(number, source, target);
  if (problem) throw new DomainError(problem.code, problem);
  const configuration = await readConfiguration(sql);
  const { conversionFeeRate: feeRate } = configuration;
  const { from, to } = await legsOf(sql, market, { source, target }, configuration);
  const made = convert(number, from, to, feeRate);
  if (!isPositive(made.receive)) {
    const least = leastConversion(from, to, feeRate);
    throw new DomainError('amount_too_small', { field: 'number', params: { min: least } });
  }
  const { now } = market;
  await requireAllowance(sql, user, valueInIndex(number, from), configuration, now);
  await requireRoom(sql, number, { from, to }, configuration, now);
  const id = randomUUID();
  await keepQuote(sql, user.id, { ...made, id, from: from.code, to: to.code, number, feeRate, madeAt: now });
  return {
    quote_id: id,
    ...pair,
    number,
    rate: made.rate,
    market_rate: marketRate(from, to),
    spread: made.spread,
    fee_rate: feeRate,
    fee: made.fee,
    receive: made.receive,
    at: now,
    usable_from: now + QUOTE_RESTS,
    valid_until: now + QUOTE_LASTS,
  };
}
