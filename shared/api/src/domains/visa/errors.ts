/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const visaErrorCodes = ['visa_balance_too_low', 'visa_already_approved'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly visa: (typeof visaErrorCodes)[number];
  }
}
