/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const depositsErrorCodes = [
  'deposit_owed',
  'deposit_under_review',
  'deposits_suspended',
  'network_unknown',
  'txid_invalid',
  'txid_required',
  'txid_used',
  'voucher_required',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly deposits: (typeof depositsErrorCodes)[number];
  }
}
