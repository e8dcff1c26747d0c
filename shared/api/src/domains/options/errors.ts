/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const optionsErrorCodes = ['option_capacity', 'market_closes_first', 'option_paused', 'option_calm'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly options: (typeof optionsErrorCodes)[number];
  }
}
