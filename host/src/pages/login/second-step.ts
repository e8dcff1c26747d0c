/** What completes a log-in after the password; a recovery code always does. */
export type SecondStep = { readonly code: boolean; readonly passkey: boolean };

const STEPS: Readonly<Record<string, SecondStep>> = {
  totp_required: { code: true, passkey: false },
  passkey_required: { code: false, passkey: true },
  factor_required: { code: true, passkey: true },
};

/** The second step that an error code of the log-in asks for; null for any other error. */
export const secondStepOf = (code: string): SecondStep | null => STEPS[code] ?? null;
