import type { ReadInput } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { beginStaffConfirm, confirmStaff, listMembers, removePasskeyOf, resetFactorOf } from './factor-reset.ts';
import { beginStaffPasskey, type StaffClient, staffLogIn } from './log-in.ts';
import { addOwnPasskey, beginOwnPasskey, changeOwnPassword, ownFactors, renewOwnRecoveryCodes } from './own-factors.ts';

type Signed = { readonly staff: StaffMember };

/** Handlers of log-in, enrolment, confirmation and reset. */
export function factorCalls(factors: Factors) {
  const { logIn, beginFactor, confirmFactor } = staffLogIn(factors);
  return {
    'POST /staff/login': (client: StaffClient, payload: ReadInput<'POST /staff/login'>) => logIn(payload, client),
    'POST /staff/passkey/begin': () => beginStaffPasskey(factors),
    'POST /staff/factor/begin': (client: StaffClient, payload: ReadInput<'POST /staff/factor/begin'>) =>
      beginFactor(payload, client),
    'POST /staff/factor/confirm': (client: StaffClient, payload: ReadInput<'POST /staff/factor/confirm'>) =>
      confirmFactor(payload, client),
    'POST /staff/confirm/begin': ({ staff }: Signed) => beginStaffConfirm(factors, staff),
    'POST /staff/confirm': ({ staff }: Signed, payload: ReadInput<'POST /staff/confirm'>) =>
      confirmStaff(factors, staff, payload),
    'POST /staff/password': ({ staff }: Signed, payload: ReadInput<'POST /staff/password'>) =>
      changeOwnPassword(factors.database, staff, payload, factors.now()),
    'GET /staff/factors': ({ staff }: Signed) => ownFactors(factors.database, staff),
    'POST /staff/recovery_codes': ({ staff }: Signed) => renewOwnRecoveryCodes(factors, staff),
    'POST /staff/passkey/new/begin': ({ staff }: Signed) => beginOwnPasskey(factors, staff),
    'POST /staff/passkey/new': async ({ staff }: Signed, payload: ReadInput<'POST /staff/passkey/new'>) => {
      await addOwnPasskey(factors, staff, payload);
      return {};
    },
    'GET /staff/members': () => listMembers(factors.database),
    'POST /staff/members/reset_factor': async (
      { staff, database }: Signed & { readonly database: Database },
      payload: ReadInput<'POST /staff/members/reset_factor'>,
    ) => {
      await resetFactorOf({ ...factors, database }, staff, payload);
      return {};
    },
    'POST /staff/members/remove_passkey': async (
      { staff, database }: Signed & { readonly database: Database },
      payload: ReadInput<'POST /staff/members/remove_passkey'>,
    ) => {
      await removePasskeyOf({ ...factors, database }, staff, payload);
      return {};
    },
  };
}
