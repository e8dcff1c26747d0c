import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { PayeesContract } from './contract.ts';
import { payeesRoutes } from './routes.ts';

const { call, command, query, list } = callsOf<PayeesContract>(payeesRoutes);

export type PayoutNetwork = Output<PayeesContract['GET /user/wallet/networks']>['list'][number];
export type SavedAddress = Output<PayeesContract['POST /user/wallet/save']>;
export type SavedCard = Output<PayeesContract['POST /user/cash_save']>;
export type SavedInternationalCard = Output<PayeesContract['POST /user/cash_save_international']>;
/** Networks and banks that withdrawals go through. */
export const usePayoutNetworks = query('GET /user/wallet/networks', {
  staleTime: 60_000,
  read: (output: Output<PayeesContract['GET /user/wallet/networks']>): readonly PayoutNetwork[] => output.list,
});

/** The user's wallet addresses, newest first. */
export const useAddresses = list('GET /user/wallet/list');
export const useSaveAddress = command('POST /user/wallet/save');
export const useDeleteAddress = command('POST /user/wallet/delete');

/** Whether withdrawals go to saved payees only. */
export const useWhitelist = query('GET /user/wallet/whitelist');
/** Gets what switching the whitelist is approved with. */
export const beginWhitelist = call('POST /user/wallet/whitelist/begin');
export const useSwitchWhitelist = command('POST /user/wallet/whitelist');

export const useCards = query('POST /user/cash_info', {
  read: (output: Output<PayeesContract['POST /user/cash_info']>): readonly SavedCard[] => output.list,
});
export const useInternationalCards = query('POST /user/cash_info_international', {
  read: (output: Output<PayeesContract['POST /user/cash_info_international']>): readonly SavedInternationalCard[] =>
    output.list,
});
export const useSaveCard = command('POST /user/cash_save');
export const useSaveInternationalCard = command('POST /user/cash_save_international');
export const useDeleteCard = command('POST /user/cash_delete');
