/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const walletErrorCodes = [
  'insufficient_balance',
  'currency_unknown',
  'same_account',
  'recipient_unknown',
  'recipient_is_self',
  'whitelist_recipients',
  'approval_required',
  'statement_busy',
  'statement_too_long',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly wallet: (typeof walletErrorCodes)[number];
  }
}
