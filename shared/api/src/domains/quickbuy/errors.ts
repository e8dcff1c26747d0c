/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const quickbuyErrorCodes = [
  'method_unavailable',
  'fiat_unsupported',
  'bank_unknown',
  'payer_differs',
  'tax_id_invalid',
  'buy_limit',
  'too_many_buys',
  'unpaid_buys',
  'refund_owed',
  'order_not_payable',
  'buy_below_least',
  'checkout_unavailable',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly quickbuy: (typeof quickbuyErrorCodes)[number];
  }
}
