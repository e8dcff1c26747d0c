/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const spotErrorCodes = [
  'order_limit',
  'price_moved',
  'price_worse',
  'correct_price_required',
  'wrong_price',
  'wrong_increment',
  'price_off_tick',
  'price_too_far',
  'amount_off_lot',
  'total_too_small',
  'order_not_open',
  'too_many_orders',
  'stop_reached',
  'oco_prices_wrong',
  'would_trade',
  'amount_filled',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly spot: (typeof spotErrorCodes)[number];
  }
}
