/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const leverageErrorCodes = ['position_not_open', 'leverage_not_offered', 'stop_price_wrong'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly leverage: (typeof leverageErrorCodes)[number];
  }
}
