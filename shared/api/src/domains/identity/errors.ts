/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const identityErrorCodes = [
  'account_disabled',
  'account_frozen',
  'account_in_use',
  'account_locked',
  'account_not_found',
  'account_not_frozen',
  'code_expired',
  'code_too_soon',
  'code_wrong',
  'codes_exhausted',
  'contact_missing',
  'documents_changed',
  'email_taken',
  'export_too_soon',
  'invitation_unknown',
  'link_invalid',
  'login_failed',
  'mobile_taken',
  'password_personal',
  'password_too_common',
  'registration_failed',
  'too_many_tries',
  'trades_under_review',
  'withdrawals_paused',
  'wrong_credentials',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly identity: (typeof identityErrorCodes)[number];
  }
}
