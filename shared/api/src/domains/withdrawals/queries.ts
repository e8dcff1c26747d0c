import { callsOf } from '@tessera/api';
import type { Input, Output } from '../../kit/contract.ts';
import type { WithdrawalsContract } from './contract.ts';
import { withdrawalsRoutes } from './routes.ts';

const { call, command, query, list } = callsOf<WithdrawalsContract>(withdrawalsRoutes);

export type Withdrawal = Output<WithdrawalsContract['POST /wallet/out']>;
export type WithdrawalInfo = Output<WithdrawalsContract['POST /wallet/get_info']>;
export type WithdrawalInput = Input<WithdrawalsContract['POST /wallet/out']>;

/** What a withdrawal of a currency costs and may be. */
export const useWithdrawalInfo = query('POST /wallet/get_info');
/** Gets what a withdrawal is approved with. */
export const beginWithdrawal = call('POST /wallet/out/begin');
/** Asks for a withdrawal; after silence it offers to repeat exactly that. */
export const useWithdraw = command('POST /wallet/out');
export const useCancelWithdrawal = command('POST /wallet/out/cancel');
/** Withdrawals, newest first. */
export const useWithdrawals = list('GET /user/withdraw/list');
export const useWithdrawal = query('GET /user/withdraw/detail');
