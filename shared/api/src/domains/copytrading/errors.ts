/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const copytradingErrorCodes = [
  'trader_cannot_follow',
  'already_following',
  'not_following',
  'linked_account',
  'trader_full',
  'agreement_required',
  'application_pending',
  'already_trader',
  'follower_cannot_trade',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly copytrading: (typeof copytradingErrorCodes)[number];
  }
}
