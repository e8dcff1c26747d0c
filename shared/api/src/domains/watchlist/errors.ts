/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const watchlistErrorCodes = ['watchlist_full', 'too_many_groups', 'group_exists'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly watchlist: (typeof watchlistErrorCodes)[number];
  }
}
