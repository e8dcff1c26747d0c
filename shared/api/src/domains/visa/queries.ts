// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { VisaContract } from './contract.ts';
import { visaRoutes } from './routes.ts';

const { command, query } = callsOf<VisaContract>(visaRoutes);

export type VisaState = Output<VisaContract['POST /user/visausernewone']>;

/** The latest application, and what the accounts are worth now. */
export const useVisa = query('POST /user/visausernewone', { quiet: true });
/** Applies; after silence it offers to repeat exactly that. */
export const useApplyForVisa = command('POST /user/visasave');
