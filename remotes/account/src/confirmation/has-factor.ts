import type { SecondFactors } from '@tessera/api/security';

/** Whether the account confirms with a second factor; recovery codes alone are none. */
export const hasFactor = ({ authenticator_since, passkeys }: SecondFactors): boolean =>
  authenticator_since !== null || passkeys.length > 0;
