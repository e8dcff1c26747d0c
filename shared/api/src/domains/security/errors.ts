/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const securityErrorCodes = [
  'password_wrong',
  'password_locked',
  'password_unchanged',
  'totp_required',
  'totp_wrong',
  'passkey_required',
  'factor_required',
  'passkey_waits',
  'passkey_wrong',
  'recovery_code_wrong',
  'factor_locked',
  'factor_waits',
  'factor_missing',
  'confirmation_required',
  'password_required',
  'enrolment_expired',
  'removal_link_invalid',
  'too_many_passkeys',
  'contact_unchanged',
  'old_code_required',
  'code_for_other',
  'request_expired',
  'page_outdated',
  'key_missing',
  'key_wrong',
  'key_locked',
  'key_blocked',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly security: (typeof securityErrorCodes)[number];
  }
}
