import { ApiError } from '@tessera/api';

export type Credentials = { readonly user_string: string; readonly password: string };

/** What a log-in needs after the right password. */
export type NextStep =
  | { readonly kind: 'prove'; readonly code: boolean; readonly passkey: boolean }
  /** The account has no second factor yet. */
  | { readonly kind: 'enrol' };

const STEPS: Readonly<Record<string, NextStep>> = {
  totp_required: { kind: 'prove', code: true, passkey: false },
  passkey_required: { kind: 'prove', code: false, passkey: true },
  factor_required: { kind: 'prove', code: true, passkey: true },
  factor_enrolment_required: { kind: 'enrol' },
};

/** The step that an error of the log-in asks for; null for any other error. */
export const nextStepOf = (error: unknown): NextStep | null =>
  error instanceof ApiError ? (STEPS[error.code] ?? null) : null;
