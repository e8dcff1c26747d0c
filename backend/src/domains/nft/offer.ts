import type { ReadInput } from '@tessera/api/contract';
import { type Resale, resaleProblem } from '@tessera/api/nft/rules';
import { add } from '@tessera/money';
import { DomainError } from '../../platform/http/domain-error.ts';

type Input = Pick<
  ReadInput<'POST /bind_box/resellNFT'>,
  'sale_type' | 'price' | 'increment' | 'start_time' | 'end_time'
>;

/**
 * What an owner or an artist offers from a time on, Unix ms, in a currency with so many digits. An auction has an
 * increment, a sale at a price none. Rejects terms that could not be sold.
 */
export function offerOf(input: Input, scale: number, at: number): Resale {
  const offer = {
    saleType: input.sale_type,
    price: add(input.price, '0'),
    increment: input.sale_type === 'auction' && input.increment !== undefined ? add(input.increment, '0') : null,
    // A start that has just passed is now.
    startAt: Math.max(input.start_time ?? at, at),
    endAt: input.end_time ?? null,
    scale,
  };
  const problem = resaleProblem(offer, at);
  if (problem) throw new DomainError(problem.code, problem);
  return offer;
}
