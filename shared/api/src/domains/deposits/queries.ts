// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { DepositsContract } from './contract.ts';
import { depositsRoutes } from './routes.ts';
import { addressFromWire, claimFromWire, claimToWire, coinFromWire, coinToWire } from './wire.ts';

const { command, query, list } = callsOf<DepositsContract>(depositsRoutes);

/** Coins and networks that take deposits, or would if they were not suspended. */
export const useDepositCoins = query('GET /currency/lists_deposit', {
  staleTime: 60_000,
  read: (output: Output<DepositsContract['GET /currency/lists_deposit']>) => output.list.map(coinFromWire),
});

/** The user's own address for a coin on a network. */
export const useDepositAddress = query('GET /currency/lists_deposit_detail', {
  write: coinToWire,
  read: addressFromWire,
});

/** Claims a payment by its voucher; after silence it offers to repeat exactly that. */
export const useClaimDeposit = command('POST /wallet/charge_req', { write: claimToWire, read: claimFromWire });

/** Claims, newest first. */
export const useDepositClaims = list('GET /recharge/log', { read: claimFromWire });

/** Deposits that were seen on their chains, newest first; they move with every block. */
export const useChainDeposits = list('GET /recharge/chain');
