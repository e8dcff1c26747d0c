/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const couponsErrorCodes = ['coupon_taken', 'coupon_not_open', 'coupon_other_active'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly coupons: (typeof couponsErrorCodes)[number];
  }
}
