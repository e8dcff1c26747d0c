import type { DecimalString } from '@tessera/money';
import type { Input, Output } from '../../kit/contract.ts';
import type { AccountName } from '../../kit/rules/vocabulary.ts';
import type { WalletContract } from './contract.ts';

/* The wire's names of a transfer, and nowhere else: `number` is its amount, `from_field` and `to_field` its accounts. */

/** A transfer as a user commits to it. */
export type TransferInput = {
  readonly currency_id: number;
  readonly from: AccountName;
  readonly to: AccountName;
  readonly amount: DecimalString;
};

export type Transfer = TransferInput & {
  readonly id: string;
  readonly currency: string;
  readonly scale: number;
  /** Unix ms. */
  readonly at: number;
};

export const transferToWire = ({
  currency_id,
  from,
  to,
  amount,
}: TransferInput): Input<WalletContract['POST /wallet/change']> => ({
  currency_id,
  number: amount,
  from_field: from,
  to_field: to,
});

export const transferFromWire = ({
  number,
  from_field,
  to_field,
  ...rest
}: Output<WalletContract['POST /wallet/change']>): Transfer => ({
  ...rest,
  amount: number,
  from: from_field,
  to: to_field,
});

/** The field that an error is about, in the wire's name. */
export const transferFieldToWire = { amount: 'number', to: 'to_field' } as const;
