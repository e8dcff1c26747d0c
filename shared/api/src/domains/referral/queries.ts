// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { ReferralContract } from './contract.ts';
import { referralRoutes } from './routes.ts';

const { command, query, list } = callsOf<ReferralContract>(referralRoutes);

export type Invitee = Output<ReferralContract['GET /user/invitees']>['list'][number];
export type Referral = Output<ReferralContract['GET /user/referral']>;

/** Invited users page by page, newest first. */
export const useInvitees = list('GET /user/invitees', {
  quiet: true,
  read: (invitee: Invitee) => ({ ...invitee, id: `${invitee.account_name}:${invitee.joined_at}` }),
});

/** Rates and what invitations have brought. */
export const useReferral = query('GET /user/referral', { quiet: true });

/** Pays out what invitations have brought. */
export const useClaim = command('POST /user/referral/claim');
