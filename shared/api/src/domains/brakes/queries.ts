// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { BrakesContract } from './contract.ts';
import { brakesRoutes } from './routes.ts';

const { command, query } = callsOf<BrakesContract>(brakesRoutes);

export type BrakesState = Output<BrakesContract['GET /brakes']>;

/** The limits that the user set, and what holds now. */
export const useBrakes = query('GET /brakes', { quiet: true });

/** Tightens or loosens limits. */
export const useChangeBrakes = command('POST /brakes');
