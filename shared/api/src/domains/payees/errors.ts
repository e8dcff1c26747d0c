/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const payeesErrorCodes = [
  'payment_method_required',
  'address_invalid',
  'address_unchecked',
  'address_known',
  'address_similar',
  'address_burns',
  'address_contract',
  'address_ours',
  'address_internal',
  'request_unclear',
  'qr_unreadable',
  'qr_differs',
  'too_many_payees',
  'account_number_invalid',
  'iban_invalid',
  'bic_invalid',
  'aba_invalid',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly payees: (typeof payeesErrorCodes)[number];
  }
}
