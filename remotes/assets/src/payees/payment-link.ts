import type { PayoutNetwork } from '@tessera/api/payees';
import { type Chain, requestInField, type Sent } from '@tessera/api/payees/rules';
import { type DecimalString, isZero } from '@tessera/money';

type Entered = { readonly address: string; readonly number?: DecimalString | undefined };

/** What the address field of a withdrawal has after an entry: of a payment link its address, and the amount it asks for. */
export function enteredAddress(
  { chain, currency, token }: Pick<PayoutNetwork, 'chain' | 'currency' | 'token'>,
  text: string,
): Entered {
  const request = chain && requestInField(chain, text, { currency, token });
  if (!request || 'unclear' in request) return { address: text };
  const { written: address, amount } = request;
  // An amount of zero is none: it is left to who pays.
  return { address, number: amount && !isZero(amount.number) ? amount.number : undefined };
}

type Place = {
  readonly chain: Chain;
  readonly network: string;
  /** What is sent there, where something is. */
  readonly sent?: Sent;
};

/** Why a payment link in an address field is refused: it asks for more than a payment, for another network or coin. */
export function linkProblem({ chain, network, sent }: Place, text: string) {
  const request = requestInField(chain, text, sent);
  return request && 'unclear' in request
    ? ({ code: 'request_unclear', field: 'address', params: { part: request.unclear, network } } as const)
    : null;
}
