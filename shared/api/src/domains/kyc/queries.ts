import { callsOf } from '@tessera/api';
import type { KycContract } from './contract.ts';
import { kycRoutes } from './routes.ts';

const { command, query } = callsOf<KycContract>(kycRoutes);

const HOUR_MS = 3_600_000;

/** VIP levels with their fees, and what each identity level allows. */
export const useLevels = query('GET /user/levellist', { staleTime: HOUR_MS });
/** How far the signed-in user's identity verification is. */
export const useVerification = query('GET /real/state');
/** What the signed-in user's levels allow, and how much of it is used. */
export const useLimits = query('GET /real/limits');
/** The signed-in user's credit score with its parts. */
export const useCredit = query('GET /user/credit');
export const useRequestVerification = command('POST /user/real');
