/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const instrumentsErrorCodes = [
  'instrument_unknown',
  'market_closed',
  'market_halted',
  'stale_price',
  'currency_closed',
  'country_restricted',
  'changed_meanwhile',
  'orders_resting',
  'halt_required',
  'terms_rejected',
  'mark_reach',
  'scale_in_use',
  'symbol_taken',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly instruments: (typeof instrumentsErrorCodes)[number];
  }
}
