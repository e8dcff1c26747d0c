/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const loansErrorCodes = [
  'loan_outstanding',
  'loan_level_required',
  'loan_vip_required',
  'loan_funds_short',
  'loan_not_open',
  'collateral_too_low',
  'loan_contact_invalid',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly loans: (typeof loansErrorCodes)[number];
  }
}
