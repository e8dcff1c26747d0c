import type { Output, ReadInput } from '@tessera/api/contract';
import { conversionProblem, convert, leastConversion } from '@tessera/api/convert/rules';
import { isPositive } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { readConfiguration } from '../site/index.ts';
import { legOf, type Market, requireCurrency } from './legs.ts';

/** ms that an offer may be shown for; the conversion itself uses the price at the time it is made. */
const OFFER_LASTS = 10_000;

/** Quotes a conversion at current prices. Reserves nothing. */
export async function getTransferFee(
  sql: Sql,
  { number, from_currency_id, to_currency_id }: ReadInput<'POST /user/getTransferFee'>,
  market: Market,
): Promise<Output<'POST /user/getTransferFee'>> {
  const { catalogue, now } = market;
  const source = requireCurrency(catalogue, from_currency_id, 'from_currency_id');
  const target = requireCurrency(catalogue, to_currency_id, 'to_currency_id');
  const problem = conversionProblem(number, source, target);
  if (problem) throw new DomainError(problem.code, problem);
  const { conversionFeeRate } = await readConfiguration(sql);
  const [from, to] = [await legOf(sql, market, source), await legOf(sql, market, target)];
  const { rate, fee, receive } = convert(number, from, to, conversionFeeRate);
  if (!isPositive(receive)) {
    const min = leastConversion(from, to, conversionFeeRate);
    throw new DomainError('amount_too_small', { field: 'number', params: { min } });
  }
  return {
    from_currency_id,
    to_currency_id,
    number,
    rate,
    fee_rate: conversionFeeRate,
    fee,
    receive,
    at: now,
    valid_until: now + OFFER_LASTS,
  };
}
