import type { DecimalString } from '@tessera/money';
import type { Input, Output } from '../../kit/contract.ts';
import type { DepositsContract } from './contract.ts';

/* The wire's names, and nowhere else: `subName` and `type` are the network, `name` is the currency's code. */

type WireCoin = Output<DepositsContract['GET /currency/lists_deposit']>['list'][number];
type WireAddress = Output<DepositsContract['GET /currency/lists_deposit_detail']>;
export type WireClaim = Output<DepositsContract['POST /wallet/charge_req']>;

/** A coin on a network: USDT is listed once per network. */
export type DepositCoin = {
  readonly currency_id: number;
  readonly currency: string;
  readonly network: string;
  readonly status: WireCoin['status'];
  readonly min_amount: DecimalString;
  readonly scale: number;
};

export type DepositAddress = {
  readonly chain: WireAddress['chain'];
  readonly address: string;
  /** Content of the QR code. */
  readonly uri: string;
  readonly min_amount: DecimalString;
  /** Blocks after which a payment counts. */
  readonly confirmations: number;
  /** Notes before sending. */
  readonly notes: readonly string[];
};

/** A claim as a user commits to it. */
export type ClaimInput = {
  readonly currency_id: number;
  readonly network: string;
  readonly amount: DecimalString;
  /** Id of the payment's transaction. */
  readonly txid?: string;
  /** Source of the payment. */
  readonly account?: string;
  /** Location of the uploaded voucher. */
  readonly voucher: string;
};

export type DepositClaim = Omit<WireClaim, 'type'> & { readonly network: string };

export const coinFromWire = ({ id, name, subName, status, min_number, scale }: WireCoin): DepositCoin => ({
  currency_id: id,
  currency: name,
  network: subName,
  status,
  min_amount: min_number,
  scale,
});

export const coinToWire = ({
  currency_id,
  network,
}: Pick<DepositCoin, 'currency_id' | 'network'>): Input<DepositsContract['GET /currency/lists_deposit_detail']> => ({
  id: currency_id,
  subName: network,
});

export const addressFromWire = ({
  chain,
  address,
  uri,
  notes,
  min_number,
  confirmations,
}: WireAddress): DepositAddress => ({
  chain,
  address,
  uri,
  notes,
  min_amount: min_number,
  confirmations,
});

export const claimToWire = ({
  currency_id,
  network,
  ...rest
}: ClaimInput): Input<DepositsContract['POST /wallet/charge_req']> => ({
  currency: currency_id,
  type: network,
  ...rest,
});

export const claimFromWire = ({ type, ...rest }: WireClaim): DepositClaim => ({ ...rest, network: type });

/** A deposit that was seen on its chain. */
export type ChainDeposit = Output<DepositsContract['GET /recharge/chain']>['list'][number];
