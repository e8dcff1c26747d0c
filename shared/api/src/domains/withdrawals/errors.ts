/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const withdrawalsErrorCodes = [
  'extra_fee_needed',
  'withdrawal_limit',
  'withdrawals_suspended',
  'amount_too_small',
  'amount_too_large',
  'wrong_amount',
  'wrong_number',
  'address_required',
  'fee_changed',
  'whitelist_only',
  'payee_waits',
  'too_many_withdrawals',
  'withdrawal_not_pending',
  'own_request',
  'signer_missing',
  'signer_unreachable',
  'signer_differs',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly withdrawals: (typeof withdrawalsErrorCodes)[number];
  }
}
