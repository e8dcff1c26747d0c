/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const nftErrorCodes = [
  'bid_too_low',
  'bid_too_high',
  'ends_before_start',
  'wrong_duration',
  'payment_expired',
  'not_owner',
  'own_work',
  'already_opened',
  'already_selling',
  'already_withdrawn',
  'not_selling',
  'has_bids',
  'deposit_required',
  'bids_barred',
  'box_refunded',
  'box_opened',
  'box_closed',
  'round_missing',
  'round_wrong',
  'withdrawals_off',
  'withdrawals_used_up',
  'withdrawal_live',
  'not_artist',
  'already_artist',
  'artist_name_taken',
  'media_unreadable',
  'media_too_small',
  'media_too_large',
  'media_too_long',
  'media_unknown',
  'poster_required',
  'submission_quota',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly nft: (typeof nftErrorCodes)[number];
  }
}
