import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { ProofsContract } from './contract.ts';
import { proofsRoutes } from './routes.ts';

const { query } = callsOf<ProofsContract>(proofsRoutes);

export type FundsProof = Output<ProofsContract['GET /proofs/funds']>;

/** What users own together, as it was published; the newest day first. */
export const useFundsProof = query('GET /proofs/funds', { staleTime: 60_000 });
/** The signed-in user's place in the last publication. */
export const useBalanceProof = query('GET /proofs/balance', { staleTime: 60_000 });
