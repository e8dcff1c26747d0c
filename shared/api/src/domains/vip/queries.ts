// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { VipContract } from './contract.ts';
import { vipRoutes } from './routes.ts';

const { query } = callsOf<VipContract>(vipRoutes);

export type VipState = Output<VipContract['GET /user/vip']>;
export type VipLevel = VipState['levels'][number];

/** The VIP level of the signed-in user, and what counted towards it. */
export const useVip = query('GET /user/vip', { quiet: true });
