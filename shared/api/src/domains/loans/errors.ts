/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const loansErrorCodes = ['loan_outstanding', 'loan_level_required'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly loans: (typeof loansErrorCodes)[number];
  }
}
