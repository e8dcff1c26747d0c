import type { PayoutNetwork } from '@tessera/api/payees';
import { type Chain, requestInField } from '@tessera/api/payees/rules';
import type { DecimalString } from '@tessera/money';

type Entered = { readonly address: string; readonly number?: DecimalString };

/** A link names an amount of the chain's own coin. */
type Network = Pick<PayoutNetwork, 'chain' | 'currency' | 'network'>;

/** What an address field has after an entry: of a payment link its address, and the amount if that is of the coin. */
export function enteredAddress({ chain, currency }: Network, text: string): Entered {
  const request = chain && requestInField(chain, text);
  if (!request || 'unclear' in request) return { address: text };
  const { written, amount } = request;
  return { address: written, ...(amount?.currency === currency && { number: amount.number }) };
}

/** Why a payment link in an address field is refused: it asks for more than a payment, or for another network. */
export function linkProblem({ chain, network }: Omit<Network, 'currency' | 'chain'> & { chain: Chain }, text: string) {
  const request = requestInField(chain, text);
  return request && 'unclear' in request
    ? ({ code: 'request_unclear', field: 'address', params: { part: request.unclear, network } } as const)
    : null;
}
