/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const copytradingErrorCodes = ['trader_cannot_follow', 'already_following', 'not_following'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly copytrading: (typeof copytradingErrorCodes)[number];
  }
}
