/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const identityErrorCodes = [
  'login_failed',
  'registration_failed',
  'wrong_credentials',
  'account_locked',
  'account_not_found',
  'account_disabled',
  'account_frozen',
  'account_not_frozen',
  'account_in_use',
  'export_too_soon',
  'withdrawals_paused',
  'email_taken',
  'mobile_taken',
  'contact_missing',
  'code_wrong',
  'link_invalid',
  'code_expired',
  'code_too_soon',
  'codes_exhausted',
  'too_many_tries',
  'password_too_common',
  'password_personal',
  'invitation_unknown',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly identity: (typeof identityErrorCodes)[number];
  }
}
