import type { PayoutNetwork } from '@tessera/api/payees';
import { type Chain, requestInField } from '@tessera/api/payees/rules';
import type { DecimalString } from '@tessera/money';

type Entered = { readonly address: string; readonly number?: DecimalString | undefined };

/** What the address field of a withdrawal has after an entry: of a payment link its address, and the amount it asks for. */
export function enteredAddress({ chain, currency }: Pick<PayoutNetwork, 'chain' | 'currency'>, text: string): Entered {
  const request = chain && requestInField(chain, text, currency);
  if (!request || 'unclear' in request) return { address: text };
  return { address: request.written, number: request.amount?.number };
}

type Place = {
  readonly chain: Chain;
  readonly network: string;
  /** What is sent there, where something is. */
  readonly currency?: string;
};

/** Why a payment link in an address field is refused: it asks for more than a payment, for another network or coin. */
export function linkProblem({ chain, network, currency }: Place, text: string) {
  const request = requestInField(chain, text, currency);
  return request && 'unclear' in request
    ? ({ code: 'request_unclear', field: 'address', params: { part: request.unclear, network } } as const)
    : null;
}
