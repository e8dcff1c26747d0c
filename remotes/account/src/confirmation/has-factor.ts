import type { SecondFactors } from '@tessera/api/security';

/** Whether the account has a second factor; recovery codes alone are none. */
export const hasFactor = ({ authenticator_since, passkeys }: SecondFactors): boolean =>
  authenticator_since !== null || passkeys.length > 0;

/** The factors that the account proves itself with: a new one only logs in until its day is over. */
export const approvingFactors = ({ authenticator_since, authenticator_from, passkeys }: SecondFactors) => ({
  authenticator: authenticator_since !== null && authenticator_from === null,
  passkey: passkeys.some(({ approves_from }) => approves_from === null),
});

/** Whether the account proves itself with a second factor by now. */
export function provesByFactor(factors: SecondFactors): boolean {
  const { authenticator, passkey } = approvingFactors(factors);
  return authenticator || passkey;
}
