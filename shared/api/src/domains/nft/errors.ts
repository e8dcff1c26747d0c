/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const nftErrorCodes = [
  'bid_too_low',
  'ends_before_start',
  'payment_expired',
  'not_owner',
  'already_opened',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly nft: (typeof nftErrorCodes)[number];
  }
}
