import { staffContract } from '@tessera/api/staff/contract';
import { defineDomain } from '../../platform/domain.ts';
import type { StaffMember } from '../../platform/http/context.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { listClaims, reviewedClaimOf } from '../deposits/claims.ts';
import { reviewClaim } from '../deposits/review.ts';
import { logInStaff } from './log-in.ts';
import { approveWaiting } from './sandbox.ts';
import { endStaffSession, memberOf } from './session.ts';

/** ms between looks for what has waited long enough, where the sandbox is on. */
const LOOK_EVERY = 1_000;

function requireReviewer({ role }: StaffMember): void {
  if (role !== 'reviewer' && role !== 'admin') throw new DomainError('forbidden');
}

/** The people of the house and what they decide. */
export const staff = defineDomain(staffContract, ({ database, settings, now }) => ({
  name: 'staff',
  calls: {
    'POST /staff/login': (_, payload) => logInStaff(database, payload, now()),
    'GET /staff/me': ({ staff: member }) => memberOf(database, member),
    'POST /staff/logout': async ({ staff: member }) => {
      await endStaffSession(database, member, now());
      return {};
    },
    'GET /staff/deposit/list': async (_, { status, page, limit }) => {
      const { rows, ...rest } = await listClaims(database, { status, page, limit });
      return { list: rows.map(reviewedClaimOf), ...rest };
    },
    'POST /staff/deposit/review': async ({ tx, staff: member }, { id, decision, amount, reason }) => {
      requireReviewer(member);
      const verdict =
        decision === 'approve'
          ? ({ approve: true, amount, reason } as const)
          : ({ approve: false, reason: reason ?? '' } as const);
      return reviewedClaimOf(await reviewClaim(tx, id, verdict, member, now()));
    },
  },
  jobs:
    settings.sandboxApproveAfterMs > 0
      ? [
          {
            name: 'staff-sandbox',
            every: LOOK_EVERY,
            exclusive: true,
            // Each decision guards itself: one that was made in between is left as it is.
            run: async () => {
              await approveWaiting(database, settings.sandboxApproveAfterMs, now());
            },
          },
        ]
      : [],
}));
